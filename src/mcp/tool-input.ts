/** The arguments of a tool: their schema, derived from the operation's, and the resulting call. */

import { isRecord, membersOf } from '../kernel/type-guards.ts'
import type { ApiCall } from './api.ts'
import type { ApiDescription, OperationFacts, Schema } from './description.ts'
import { type LocalFile, type LocalFiles, ToolError } from './local-files.ts'
import type { FileArgument, ToolSpec } from './tool-spec.ts'

/** Received arguments, already validated against the schema. */
export type Arguments = Readonly<Record<string, unknown>>

const text = (description: string): Schema => ({ type: 'string', minLength: 1, description })

/** Arguments that carry a file. */
function fileArguments(file: FileArgument, local: boolean): Record<string, Schema> {
  const { part, what } = file
  const path = local && { [`${part}_path`]: text(`Path of ${what}, below the folder of files`) }
  if (file.isText)
    return { ...path, [part]: text(local ? `Its text, instead of ${part}_path` : capital(what)) }
  return {
    ...path,
    [`${part}_base64`]: text(
      local ? `Its content in base64; better give ${part}_path` : `Content of ${what}, in base64`,
    ),
    [`${part}_name`]: text('Its file name, with its ending'),
  }
}

/** The files after the first one, where the tool takes any. */
const moreFiles = ({ moreFiles: description }: ToolSpec, local: boolean): Record<string, Schema> =>
  description === undefined
    ? {}
    : {
        [MORE]: {
          type: 'array',
          description,
          items: {
            type: 'object',
            properties: {
              ...(local && { path: { type: 'string' } }),
              base64: { type: 'string' },
              name: { type: 'string' },
            },
            additionalProperties: false,
          },
        },
      }

const capital = (what: string): string => what.charAt(0).toUpperCase() + what.slice(1)

const MORE = 'more_files'

const SAVING: Record<string, Schema> = {
  save_to: text(
    'Path in the folder of files to save the result to; default: the file is in the result',
  ),
  replace: { type: 'boolean', description: 'Whether a file of that name may be replaced' },
}

const REPEAT_KEY = {
  idempotency_key: {
    ...text(
      'A text of your own: repeating the call with it within 24 hours makes nothing twice. Always give one when you may have to repeat the call',
    ),
    maxLength: 255,
  },
}

/** The schema of a tool's arguments, complete in itself. */
export function inputSchema(spec: ToolSpec, description: ApiDescription, local: boolean): Schema {
  const operation = description.operation(spec.operation)
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const { name, in: place, schema, ...more } of operation.parameters) {
    if (place === 'header') continue
    const known = spec.rename?.[name] ?? name
    properties[known] = { ...schema, ...(more.description && { description: more.description }) }
    if (more.required === true) required.push(known)
  }
  const { properties: members = {}, required: needed = [] } = operation.body ?? {}
  Object.assign(properties, members, spec.own)
  for (const name of spec.omit ?? []) delete properties[name]
  required.push(...needed.filter((name) => spec.optional?.includes(name) !== true))
  Object.assign(properties, ...(spec.files ?? []).map((file) => fileArguments(file, local)))
  Object.assign(properties, moreFiles(spec, local))
  if (spec.answersFile !== undefined && local) Object.assign(properties, SAVING)
  if (spec.creates === true) Object.assign(properties, REPEAT_KEY)
  const worded = Object.entries(properties).map(([name, schema]) => {
    const words = spec.words?.[name]
    return [name, words === undefined ? schema : { ...schema, description: words }]
  })
  return description.alone({
    type: 'object',
    properties: Object.fromEntries(worded),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  })
}

/** Consumes arguments one by one; the rest is the body. */
class Taker {
  readonly rest: Map<string, unknown>

  constructor(given: Arguments) {
    this.rest = new Map(Object.entries(given))
  }

  /** Members of an object, such as `metadata`; none of anything else, which stays. A list is a text with commas. */
  members(name: string): [string, string][] {
    const value = this.rest.get(name)
    if (!isRecord(value) || Array.isArray(value)) return []
    this.rest.delete(name)
    return Object.entries(value).map(([member, each]) => [member, String(each)])
  }

  text(name: string): string | undefined {
    const value = this.rest.get(name)
    this.rest.delete(name)
    return value === undefined ? undefined : String(value)
  }
}

/** Puts the operation's parameters where they belong. */
function addressOf(spec: ToolSpec, operation: OperationFacts, taker: Taker) {
  let { path } = operation
  const query: Record<string, string> = {}
  for (const { name, in: place } of operation.parameters) {
    if (place === 'header') continue
    const known = spec.rename?.[name] ?? name
    for (const [member, each] of taker.members(known)) query[`${name}[${member}]`] = each
    const value = taker.text(known)
    if (value === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else query[name] = value
  }
  return { method: operation.method, path, query }
}

/** The call for the arguments. */
export async function callOf(
  spec: ToolSpec,
  operation: OperationFacts,
  given: Arguments,
  files: LocalFiles | undefined,
): Promise<ApiCall> {
  const taker = new Taker(given)
  const address = addressOf(spec, operation, taker)
  taker.text('save_to')
  taker.text('replace')
  const repeatKey = taker.text('idempotency_key')
  const headers = repeatKey === undefined ? {} : { 'idempotency-key': repeatKey }
  const call = { ...address, headers }
  const taken = await takeFiles(spec.files ?? [], taker, files)
  const more = await takeMore(taker, files)
  for (const [name, value] of Object.entries(spec.fixed ?? {})) taker.rest.set(name, value)
  if (taken !== undefined || more.length > 0)
    return { ...call, form: formOf(taken, more, taker.rest) }
  if (spec.files !== undefined && operation.body === undefined)
    throw new ToolError(`Give ${spec.files.map((file) => waysToGive(file, files)).join(' or ')}.`)
  return operation.body === undefined ? call : { ...call, json: Object.fromEntries(taker.rest) }
}

const contentName = ({ part, isText }: FileArgument): string => (isText ? part : `${part}_base64`)

const waysToGive = (file: FileArgument, files: LocalFiles | undefined): string =>
  files === undefined ? contentName(file) : `${file.part}_path or ${contentName(file)}`

interface TakenFile extends LocalFile {
  argument: FileArgument
}

async function takeFiles(
  wanted: readonly FileArgument[],
  taker: Taker,
  files: LocalFiles | undefined,
): Promise<TakenFile | undefined> {
  const taken: TakenFile[] = []
  for (const argument of wanted) {
    const file = await takeFile(argument, taker, files)
    if (file !== undefined) taken.push({ ...file, argument })
  }
  const parts = taken.map(({ argument }) => argument.part)
  if (taken.length > 1) throw new ToolError(`Give one of ${parts.join(' and ')}, not both.`)
  return taken[0]
}

async function takeFile(file: FileArgument, taker: Taker, files: LocalFiles | undefined) {
  const path = files === undefined ? undefined : taker.text(`${file.part}_path`)
  const content = taker.text(contentName(file))
  const name = taker.text(`${file.part}_name`)
  if (path !== undefined && content !== undefined)
    throw new ToolError(`Give ${file.part}_path or ${contentName(file)}, not both.`)
  if (path !== undefined && files !== undefined) {
    const found = await files.read(path)
    return { bytes: found.bytes, name: name ?? found.name }
  }
  if (content === undefined) return undefined
  const bytes = file.isText ? Buffer.from(content) : decoded(contentName(file), content)
  return { name: name ?? file.name, bytes }
}

/** The files of `more_files`, in their order. */
async function takeMore(taker: Taker, files: LocalFiles | undefined): Promise<LocalFile[]> {
  const given = taker.rest.get(MORE)
  taker.rest.delete(MORE)
  const more: LocalFile[] = []
  for (const [index, entry] of (Array.isArray(given) ? given : []).entries()) {
    const { path, base64, name } = membersOf(entry)
    const at = `${MORE}[${index}]`
    if ((typeof path === 'string') === (typeof base64 === 'string'))
      throw new ToolError(`Give ${at} ${files === undefined ? 'base64' : 'path or base64'}.`)
    const found =
      typeof path === 'string' && files !== undefined
        ? await files.read(path)
        : { bytes: decoded(`${at}.base64`, String(base64)), name: 'document.pdf' }
    more.push({ bytes: found.bytes, name: typeof name === 'string' ? name : found.name })
  }
  return more
}

/** Node decodes anything as base64 and skips unknown characters; a file would be corrupted silently. */
function decoded(name: string, given: string): Buffer {
  const comma = given.startsWith('data:') ? given.indexOf(',') + 1 : 0
  const base64 = given.slice(comma).replace(/\s+/g, '')
  const padding = /={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0
  const bytes = Buffer.from(base64, 'base64')
  // Every four characters are three bytes; a skipped character makes it shorter.
  if (bytes.length === 0 || bytes.length !== Math.floor(((base64.length - padding) * 3) / 4))
    throw new ToolError(`${name} is not base64; send the bytes of the file in standard base64.`)
  return bytes
}

function formOf(
  taken: TakenFile | undefined,
  more: readonly LocalFile[],
  rest: ReadonlyMap<string, unknown>,
): FormData {
  const form = new FormData()
  const append = (part: string, { name, bytes }: LocalFile, type: string) =>
    form.append(part, new File([new Uint8Array(bytes)], name, { type }))
  if (taken !== undefined) append(taken.argument.part, taken, taken.argument.mediaType)
  for (const file of more) append('files', file, 'application/pdf')
  for (const [member, value] of rest)
    form.set(member, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}
