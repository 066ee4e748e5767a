/** Translates docxtemplater's errors into plain words, for what our own scan could not see. */
import type { Finding } from '../../kernel/coded-error.ts'
import { DocxError } from '../docx-error.ts'
import { FilterError } from '../language/filter-contract.ts'
import words from './engine-errors.json' with { type: 'json' }

interface EngineError {
  message?: string
  properties?: {
    id?: string
    xtag?: string
    file?: string
    explanation?: string
    errors?: EngineError[]
    openingtag?: string
    pair?: { left?: string }
    rootError?: unknown
  }
}

interface Words {
  code: string
  detail: string
  fix?: string
}

/** Every id of docxtemplater 3.71 that a template can cause. */
const WORDS: Readonly<Record<string, Words>> = words.byId

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** What our own code reported through the engine, in its own wording. */
function ownWords(cause: unknown): Words | undefined {
  if (cause instanceof DocxError) return { code: cause.code, detail: cause.message }
  if (!(cause instanceof FilterError)) return undefined
  return { code: 'value_unusable', detail: `${cause.message}.` }
}

function finding(error: EngineError): Finding {
  const { id, xtag, openingtag, pair, file, rootError } = error.properties ?? {}
  const known = id !== undefined && Object.hasOwn(WORDS, id) ? WORDS[id] : undefined
  const { code, detail, fix } = ownWords(rootError) ?? known ?? words.other
  const tag = asText(xtag) ?? asText(openingtag) ?? asText(pair?.left)
  return {
    code,
    detail,
    ...(fix === undefined ? {} : { fix }),
    ...(tag === undefined ? {} : { tag: `{${tag}}` }),
    ...(file === undefined ? {} : { part: file }),
  }
}

/** Whether something thrown by docxtemplater is about the template rather than a bug of ours. */
export function isEngineError(error: unknown): error is EngineError {
  if (!(error instanceof Error)) return false
  return ['TemplateError', 'InternalError', 'ScopeParserError', 'RenderingError'].includes(
    error.name,
  )
}

/** What a module reported about the values it was given, when nothing else went wrong. */
export function valueFindings(
  error: EngineError,
): Array<{ tag: string | undefined; cause: Error }> {
  const errors = error.properties?.errors ?? [error]
  const findings = errors.flatMap(({ properties }) => {
    const cause = properties?.rootError
    const known = cause instanceof FilterError || cause instanceof DocxError
    return known ? [{ tag: asText(properties?.xtag), cause }] : []
  })
  return findings.length === errors.length ? findings : []
}

/** The findings of a docxtemplater error, one for each error it contains. */
export function engineFindings(error: EngineError): Finding[] {
  const inner = error.properties?.errors
  return inner === undefined ? [finding(error)] : inner.flatMap(engineFindings)
}

const rootsOf = (error: EngineError): unknown[] =>
  error.properties?.errors?.flatMap(rootsOf) ?? [error.properties?.rootError]

/**
 * Our own error that the engine carried, when it says more than "the template is wrong": a limit was exceeded, or
 * pictures in the data cannot be used.
 */
export function carriedError(error: EngineError, findings: readonly Finding[]): DocxError | null {
  const own = rootsOf(error).filter((cause) => cause instanceof DocxError)
  const other = own.find(({ code }) => code !== 'image_invalid')
  if (other !== undefined) return other
  const [first] = own
  return first === undefined ? null : new DocxError(first.code, first.message, { errors: findings })
}
