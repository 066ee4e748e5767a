/**
 * Problems in the description: one response that all operations share, and for each operation the codes that it can
 * answer. A response per status and operation was more than half of the text, and said the same everywhere.
 */
import { ERRORS, type ErrorCode } from '../kernel/errors.ts'
import type { DescribedApi } from './openapi-shape.ts'

/** Media type of a problem (RFC 9457, 3). */
export const PROBLEM_TYPE = 'application/problem+json'
const NAME = 'Problem'

/** Codes that any operation behind an API key may return. */
export const KEYED_CODES = [
  'api_key_missing',
  'api_key_invalid',
  'plan_lacks_interface',
  'key_scope_missing',
  'key_address_not_allowed',
  'rate_limited',
  'concurrency_limited',
  'request_invalid',
  'request_timeout',
  'headers_too_large',
  'shutting_down',
  'server_busy',
  'storage_unavailable',
  'file_damaged',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** Codes that any other operation may return. */
export const PUBLIC_CODES = [
  'rate_limited',
  'request_invalid',
  'request_timeout',
  'headers_too_large',
  'file_damaged',
  'internal_error',
] as const satisfies readonly ErrorCode[]

const COMMON: ReadonlySet<string> = new Set([...KEYED_CODES, ...PUBLIC_CODES])

const listed = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\` (${ERRORS[code].status})`).join(', ')

/** What the description says of the problems that are not repeated at each operation. */
export const COMMON_PROBLEMS = `Any call can answer these problems: ${listed(PUBLIC_CODES)}. With a key also: ${listed(
  KEYED_CODES.filter((code) => !PUBLIC_CODES.some((other) => other === code)),
)}.`

/** Replaces the problems of all operations, in place; an operation's own codes are added to what it says. */
export function shareProblems(api: DescribedApi): void {
  for (const operation of Object.values(api.paths ?? {}).flatMap((each) => Object.values(each))) {
    const codes = operation.responses?.default?.description?.split(' ') as ErrorCode[] | undefined
    if (codes === undefined) continue
    operation.responses = {
      ...operation.responses,
      default: { $ref: `#/components/responses/${NAME}` },
    }
    const own = codes.filter((code) => !COMMON.has(code))
    if (own.length > 0) operation.description += `\n\nProblems: ${listed(own)}.`
  }
  const schema = { $ref: `#/components/schemas/${NAME}` }
  const description = 'A problem document (RFC 9457): branch on `code`'
  const shared = { description, content: { [PROBLEM_TYPE]: { schema } } }
  api.components = { ...api.components, responses: { [NAME]: shared } }
}
