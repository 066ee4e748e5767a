/** Errors of the service: problem documents (RFC 9457) as exceptions. */
import type { components } from './schema.ts'

/** What an error answer says. */
export type Problem = components['schemas']['Problem']
/** One of the things that are wrong. */
export type Finding = components['schemas']['Finding']

/** The service refused a call, or could not do it. Branch on {@link code}, which never changes its meaning. */
export class ParaphError extends Error {
  override readonly name = 'ParaphError'
  readonly status: number
  /** Stable name of the error, such as `quota_exceeded`; `unknown` where something between answered. */
  readonly code: string
  /** Everything that is wrong at once, each with a JSON pointer; empty where there is one thing only. */
  readonly findings: readonly Finding[]
  /** Name of the request in the logs of the service. */
  readonly requestId: string | undefined
  /** When it may be worth trying again. */
  readonly retryAfterSeconds: number | undefined
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined, retryAfterSeconds: number | undefined) {
    super(problem?.detail ?? `The answer has the status ${status}`)
    this.status = status
    this.code = problem?.code ?? 'unknown'
    this.findings = problem?.errors ?? []
    this.requestId = problem?.request_id
    this.retryAfterSeconds = retryAfterSeconds
    this.problem = problem
  }
}

/** The error that an answer is. */
export async function errorOf(response: Response): Promise<ParaphError> {
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true
  const problem = isProblem ? ((await response.json()) as Problem) : undefined
  return new ParaphError(response.status, problem, retryAfter(response))
}

/** Seconds of the header Retry-After, where there is one. */
export function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
