/** Tool results: JSON unchanged, a file with its metadata, a problem worded so that a model can act on it. */
import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Problem, toWireWarning, type WireFinding } from '../http/problem.ts'
import { readWarningsField, WARNINGS_HEADER } from '../http/warnings-field.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import type { ApiAnswer } from './api.ts'
import type { Schema } from './description.ts'
import type { LocalFiles } from './local-files.ts'

type Content = CallToolResult['content']

/** Metadata of a file in a result. */
export const FILE_SCHEMA: Schema = {
  type: 'object',
  properties: {
    filename: { type: 'string' },
    media_type: { type: 'string' },
    size_bytes: { type: 'integer' },
    sha256: { type: 'string', description: 'Of the file, in hex' },
    saved_to: { type: 'string', description: 'Where it was saved; absent: it is in the result' },
    facturx: {
      type: 'object',
      description: 'Of an electronic invoice',
      properties: {
        profile: { type: 'string' },
        version: { type: 'string' },
        warnings: { type: 'integer', description: 'validate_facturx lists them' },
      },
    },
    warnings: {
      type: 'array',
      description: 'What is missing from the document or shown differently than in Word',
    },
  },
  required: ['filename', 'media_type', 'size_bytes', 'sha256'],
  additionalProperties: false,
}

/** A message that the call failed with. */
export const failure = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: message }],
})

/** A JSON result. */
export function jsonResult({ bytes }: ApiAnswer): CallToolResult {
  const text = bytes.toString()
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
}

const WHERE = ['tag', 'part', 'paragraph', 'source'] as const

/** One finding per line: rule, location, error, fix. */
function findingLine(finding: WireFinding): string {
  const { code, pointer, detail, fix } = finding
  const place = pointer === undefined ? '' : ` at ${pointer === '' ? '/' : pointer}`
  const where = WHERE.flatMap((name) =>
    finding[name] === undefined ? [] : [`${name}: ${finding[name]}`],
  )
  return [
    `- ${code ?? 'error'}${place}: ${detail}`,
    ...(where.length > 0 ? [`(${where.join('; ')})`] : []),
    ...(fix === undefined ? [] : [`FIX: ${fix}`]),
  ].join(' ')
}

/** An API error, with every finding and what to do next. */
export function problemResult({ status, headers, bytes }: ApiAnswer): CallToolResult {
  const problem = readProblem(bytes)
  if (problem === undefined) return failure(`Paraph answered ${status} without saying why.`)
  const wait = headers.get('retry-after')
  const text = [
    `${problem.code} (${problem.status}): ${problem.title}. ${problem.detail}`,
    ...(problem.errors ?? []).map(findingLine),
    ...(wait === null ? [] : [`Call again after ${wait} s, not before.`]),
    `request_id: ${problem.request_id}`,
  ].join('\n')
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: { ...problem, ...(wait !== null && { retry_after_seconds: Number(wait) }) },
  }
}

function readProblem(bytes: Buffer): Problem | undefined {
  try {
    const value = JSON.parse(bytes.toString()) as Partial<Problem>
    return typeof value.code === 'string' ? (value as Problem) : undefined
  } catch {
    // Not a problem document: the caller reports the status.
    return undefined
  }
}

/** Options of a returned file. */
interface FileOptions {
  /** Name if the response has none. */
  fallback: string
  saveTo?: string | undefined
  replace?: boolean
  files?: LocalFiles | undefined
  /** Address under which the same file can be read as a resource. */
  resource?: string | undefined
}

/** A warning in English: the model words it in the language of the user. */
function toolWarning(warning: DocumentWarning) {
  const { code, detail, fix, text, by, part } = toWireWarning('en')(warning)
  return omitUndefined({ code, detail, fix, text, by, part })
}

/** A file result: saved if requested, else included in the result. */
export async function fileResult(answer: ApiAnswer, options: FileOptions): Promise<CallToolResult> {
  const { headers, bytes } = answer
  const filename = filenameOf(headers.get('content-disposition')) ?? options.fallback
  const mediaType = headers.get('content-type')?.split(';')[0] ?? 'application/octet-stream'
  const saved =
    options.saveTo === undefined
      ? undefined
      : await options.files?.save(options.saveTo, bytes, options.replace === true)
  const profile = headers.get('x-facturx-profile')
  const warnings = readWarningsField(headers.get(WARNINGS_HEADER) ?? '').map(toolWarning)
  const facts = {
    filename,
    media_type: mediaType,
    size_bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(saved !== undefined && { saved_to: saved }),
    ...(profile !== null && {
      facturx: {
        profile,
        version: headers.get('x-facturx-version') ?? '',
        warnings: Number(headers.get('x-facturx-warnings') ?? 0),
      },
    }),
    ...(warnings.length > 0 && { warnings }),
  }
  const content: Content = [{ type: 'text', text: JSON.stringify(facts) }]
  if (options.resource !== undefined)
    content.push({
      type: 'resource_link',
      uri: options.resource,
      name: filename,
      mimeType: mediaType,
    })
  if (saved === undefined) {
    const uri = options.resource ?? `paraph://files/${encodeURIComponent(filename)}`
    const whole = mediaType.startsWith('text/')
      ? { text: bytes.toString() }
      : { blob: bytes.toString('base64') }
    content.push({ type: 'resource', resource: { uri, mimeType: mediaType, ...whole } })
  }
  return { content, structuredContent: facts }
}

/** The file name of a response (RFC 6266), preferring the UTF-8 one. */
function filenameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1]
}
