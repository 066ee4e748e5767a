/** Sends again what failed for a moment, where that cannot do anything twice. */
import { retryAfter } from './problem.ts'

const WAIT_MS = 500
const WAIT_MS_MAX = 30_000
/** The service did nothing, and says so. */
const NOT_DONE = [429, 503]
/** Something on the way failed; the service may have done it. Its own load balancer says 503 `interrupted`. */
const UNKNOWN = [502, 504]
const INTERRUPTED = 'interrupted'

/** Whether doing it twice is like doing it once. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD', 'DELETE'].includes(method) || headers.has('idempotency-key')

const isFull = (response: Response): boolean =>
  // A month's quota does not come back in seconds.
  response.status === 429 && (retryAfter(response) ?? 0) * 1_000 > WAIT_MS_MAX

/** The code of a problem. The copy is read to its end: the response could not be let go of otherwise. */
async function codeOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  try {
    return (JSON.parse(text) as { code?: unknown }).code
  } catch {
    return undefined
  }
}

async function mayRepeat(request: Request, response: Response | undefined): Promise<boolean> {
  if (response === undefined) return isRepeatable(request)
  if (response.status === 503 && (await codeOf(response)) === INTERRUPTED)
    return isRepeatable(request)
  if (NOT_DONE.includes(response.status)) return !isFull(response)
  return UNKNOWN.includes(response.status) && isRepeatable(request)
}

/** What became of one attempt. */
interface Outcome {
  response?: Response
  failure?: unknown
}

const attempt = (send: Send, request: Request): Promise<Outcome> =>
  send(request).then(
    (response) => ({ response }),
    (failure: unknown) => ({ failure }),
  )

function waitMs(response: Response | undefined, round: number): number {
  const asked = response === undefined ? undefined : retryAfter(response)
  return Math.min(asked === undefined ? WAIT_MS * 2 ** round : asked * 1_000, WAIT_MS_MAX)
}

type Send = (request: Request) => Promise<Response>

/**
 * @param send sends one request
 * @param retries how often a request is sent again
 */
export function retrying(send: Send, retries: number): Send {
  return async (request) => {
    for (let round = 0; round < retries; round += 1) {
      const { response, failure } = await attempt(send, request.clone())
      if (response?.ok) return response
      if (request.signal.aborted || !(await mayRepeat(request, response))) {
        if (response === undefined) throw failure
        return response
      }
      await response?.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, waitMs(response, round)))
    }
    return await send(request)
  }
}
