/**
 * Spans to an OpenTelemetry receiver: OTLP over HTTP as JSON, W3C Trace Context. Loaded only if the operator
 * configures a receiver; without global state, so that a test may start a second service beside the first.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config/operation-settings.ts'
import type { Counter, Metrics } from '../kernel/metrics.ts'
import type { Facts, RunningSpan, SpanStart, Tracer } from '../kernel/trace.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

const EXPORT_TIMEOUT_MS = 10_000
const BATCH_DELAY_MS = 2_000
/** An unresponsive receiver must not delay the end of the process. */
const CLOSE_MS_MAX = 3_000

type Carrier = NonNullable<SpanStart['parent']>

const getter: TextMapGetter<Carrier> = {
  keys: (carrier) => Object.keys(carrier),
  get: (carrier, name) => {
    const value = carrier[name]
    return value === undefined || typeof value === 'string' ? value : [...value]
  },
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  return name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const root = rootSampler(sampler, ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Logs export failures. */
export interface TracingLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** Counts exported spans, and logs when exporting starts or stops failing. */
class WatchedExporter implements SpanExporter {
  readonly #inner: SpanExporter
  readonly #counter: Counter
  readonly #log: TracingLog
  #failing = false

  constructor(inner: SpanExporter, counter: Counter, log: TracingLog) {
    this.#inner = inner
    this.#counter = counter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#inner.export(spans, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS
      this.#counter.add({ outcome: failed ? 'lost' : 'sent' }, spans.length)
      if (failed && !this.#failing)
        this.#log.warn(
          { reason: result.error?.message },
          'traces cannot be delivered to the collector',
        )
      if (!failed && this.#failing)
        this.#log.info({}, 'traces are delivered to the collector again')
      this.#failing = failed
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown()
  }

  async forceFlush(): Promise<void> {
    await this.#inner.forceFlush?.()
  }
}

/** Records spans with the OpenTelemetry SDK; the parent span comes from the async context. */
class OtelRecorder implements Tracer {
  readonly #tracer: OtelTracer
  readonly #around = new AsyncLocalStorage<Context>()
  readonly #propagator = new W3CTraceContextPropagator()

  constructor(tracer: OtelTracer) {
    this.#tracer = tracer
  }

  begin(name: string, { kind = 'internal', facts = {}, parent }: SpanStart): RunningSpan {
    const outer =
      parent === undefined
        ? (this.#around.getStore() ?? ROOT_CONTEXT)
        : this.#propagator.extract(ROOT_CONTEXT, parent, getter)
    const options = { kind: KINDS[kind], attributes: { ...facts } }
    const span = this.#tracer.startSpan(name, options, outer)
    const inner = trace.setSpan(outer, span)
    return {
      set: (more: Facts) => void span.setAttributes({ ...more }),
      run: (work) => this.#around.run(inner, work),
      end: (failure) => end(span, failure),
    }
  }

  current() {
    const around = this.#around.getStore()
    const span = around && trace.getSpan(around)
    if (span === undefined) return undefined
    const { traceId, spanId } = span.spanContext()
    return { trace_id: traceId, span_id: spanId }
  }
}

function end(span: OtelSpan, failure: string | undefined): void {
  if (failure !== undefined) {
    span.setAttribute('error.type', failure)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Starts recording; `close` sends the remaining spans. */
export function startTracing(
  config: TracingConfig,
  { version, log, metrics }: { version: string; log: TracingLog; metrics: Metrics },
): { tracer: Tracer; close(): Promise<void> } {
  const { url, headers, serviceName, attributes } = config
  const counter = metrics.counter('paraph_trace_spans_total', 'Trace spans exported, by outcome')
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS })
  const watched = new WatchedExporter(exporter, counter, log)
  const processor = new BatchSpanProcessor({
    exporter: watched,
    scheduledDelayMillis: BATCH_DELAY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: resourceFromAttributes({
      ...attributes,
      'service.name': serviceName,
      'service.version': version,
    }),
    spanProcessors: [processor],
  })
  return {
    tracer: new OtelRecorder(provider.getTracer('paraph', version)),
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}
