/**
 * Spans: what the service did, in what order and for how long. A port only: just the composition root knows who
 * records them, and without a recorder the work simply runs.
 */
import { CodedError } from './coded-error.ts'

/**
 * Attributes of a span: numbers, names of kinds and codes; never an address, a name, a token or a text of a caller.
 */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Which side of a conversation a span is (OpenTelemetry, SpanKind). */
type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** How a span begins. */
export interface SpanStart {
  kind?: SpanKind
  facts?: Facts
  /** Headers `traceparent` and `tracestate` of a request (W3C Trace Context); absent: the span around this one. */
  parent?: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the work inside a span may record on it. */
interface Span {
  set(facts: Facts): void
}

/** A span in progress. */
export interface RunningSpan extends Span {
  /** Runs work whose own spans are children of this one. */
  run<Result>(work: () => Result): Result
  /** @param failure stable name of the error; absent: success */
  end(failure?: string): void
}

/** Records spans. */
export interface Tracer {
  begin(name: string, start: SpanStart): RunningSpan
  /** Ids of the current span, for log lines. */
  current(): { trace_id: string; span_id: string } | undefined
}

const UNRECORDED: Span = { set: () => undefined }

/** One per process, like the log: every layer records spans, and most of the time nobody listens. */
let recorder: Tracer | undefined

/** Starts or stops recording spans. */
export function recordSpans(tracer: Tracer | undefined): void {
  recorder = tracer
}

/** Ids of the current span, for the log; empty if no span is recorded. */
export const spanIds = (): object => recorder?.current() ?? {}

/** Stable name of an error, without its message, which may contain personal data. */
const failureName = (error: unknown): string => {
  if (error instanceof CodedError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** Runs work inside its own span; without a recorder this costs one comparison. */
export function traced<Result>(
  name: string,
  work: (span: Span) => Promise<Result>,
  start: SpanStart = {},
): Promise<Result> {
  if (recorder === undefined) return work(UNRECORDED)
  return within(recorder.begin(name, start), work)
}

async function within<Result>(span: RunningSpan, work: (span: Span) => Promise<Result>) {
  try {
    const result = await span.run(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureName(error))
    throw error
  }
}
