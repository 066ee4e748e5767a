/**
 * One call of a remote signature service: JSON in, JSON out, both limited in size and time. Redirects are never
 * followed, and no address in an answer is ever called: only those that the operator gave.
 */
import type { Dispatcher } from 'undici'
import { headOf, request, TooLate } from '../egress/client.ts'
import { codeOf, membersOf } from '../kernel/type-guards.ts'
import { SealError } from './place.ts'
import { CALL_MS, VISIT_MS } from './provider-gate.ts'

/** What is sent. */
interface CscCall {
  url: string
  headers?: Readonly<Record<string, string>>
  body: string
  /** When nobody waits any longer, monotonic milliseconds; absent: as long as one call may take. */
  untilMs?: number | undefined
}

/** What came back: a JSON object, and the status. */
export interface CscAnswer {
  status: number
  members: Readonly<Record<string, unknown>>
}

/** A certificate chain is some kilobytes. */
const BYTES_MAX = 256 * 1024
const STATUS_OK = 200
/** HTTP status of a call whose access token is not, or no longer, valid. */
export const STATUS_UNAUTHORIZED = 401
const DETAIL_MAX = 160

async function read({ statusCode, body }: Dispatcher.ResponseData): Promise<CscAnswer> {
  if (statusCode >= 300 && statusCode < 400)
    throw new SealError('the provider answers with a redirect, which is not followed')
  const bytes = await headOf(body, BYTES_MAX + 1)
  if (bytes.length > BYTES_MAX) throw new SealError('the provider’s answer is too large')
  const text = bytes.toString('utf8')
  try {
    return { status: statusCode, members: membersOf(JSON.parse(text)) }
  } catch {
    // An error page in HTML is judged by its status alone.
    if (statusCode !== STATUS_OK) return { status: statusCode, members: {} }
    throw new SealError('the provider’s answer is not JSON')
  }
}

/** Calls once. @throws SealError when there is no answer that can be read */
export async function callOnce({ url, headers, body, untilMs }: CscCall): Promise<CscAnswer> {
  const leftMs = untilMs === undefined ? CALL_MS : Math.ceil(untilMs - performance.now())
  const timeoutMs = Math.min(CALL_MS, leftMs)
  try {
    if (timeoutMs <= 0) throw new TooLate('nobody waits for this call any longer')
    return await request(
      new URL(url),
      {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body,
        timeoutMs,
      },
      read,
    )
  } catch (error) {
    if (error instanceof SealError) throw error
    if (error instanceof TooLate)
      throw new SealError(
        `the provider did not answer within ${(timeoutMs < CALL_MS ? VISIT_MS : CALL_MS) / 1000} seconds`,
        { cause: error, isSlow: true },
      )
    const code = codeOf(error)
    throw new SealError(`the provider cannot be reached${code === undefined ? '' : ` (${code})`}`, {
      cause: error,
      kind: 'unreachable',
    })
  }
}

/** Codes after which the same secret must not be sent again: the provider would lock the key. */
const REFUSALS = /^(?:invalid_pin|invalid_otp|invalid_client|unauthorized_client|access_denied)$/

/**
 * The members of a good answer.
 * @param secrets texts that must not appear in a reason
 * @throws SealError saying what the provider said
 */
export function goodAnswer(
  { status, members }: CscAnswer,
  what: string,
  secrets: readonly string[],
): CscAnswer['members'] {
  if (status === STATUS_OK) return members
  const { error, error_description: detail } = members
  const said = [error, detail].filter((each) => typeof each === 'string').join(': ')
  const isRefused =
    (typeof error === 'string' && REFUSALS.test(error)) ||
    // The error codes of the standard have no word for it, so that some say it in the description.
    (status >= 400 && status < 500 && /\bPIN\b/i.test(said))
  const shown = without(said, secrets)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, DETAIL_MAX)
  throw new SealError(
    `the provider refuses ${what} with the status ${status}${shown === '' ? '' : ` (${shown})`}`,
    { isRefused, kind: 'refused', status },
  )
}

/** A text without secrets, however they are written there. Before it is cut: half a secret would stay. */
function without(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((each) => each !== '')
    .flatMap((each) => [each, encodeURIComponent(each), JSON.stringify(each).slice(1, -1)])
  return forms.reduce((rest, form) => rest.replaceAll(form, '…'), text)
}
