/** Operations settings: retention and traces. */
import { integer, matching, oneOf, settings } from './setting-kinds.ts'

/** The most days of any period: a century. */
export const DAYS_MAX = 36_500

/** OpenAPI 3.1, 4.8.3. */
type ApiContact = { email: string } | { url: string }
/** An http(s) URL, with an optional path. */
function address(text: string): string {
  if (text === '') return text
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  throw new Error('must be an http(s) URL such as http://127.0.0.1:4318')
}

/** `name=value` pairs separated by commas, each percent-encoded (OpenTelemetry, OTEL_EXPORTER_OTLP_HEADERS). */
function pairs(text: string): Record<string, string> {
  const entries = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()] as const
    })
  try {
    if (entries.every(([name, value]) => name !== '' && value !== ''))
      return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    // Falls through to the common error for invalid input.
  }
  throw new Error('must be pairs such as api-key=secret,tenant=acme, each percent-encoded')
}

/** A share from 0 to 1. */
function share(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 1) return value
  throw new Error('must be a number from 0 to 1')
}

/** A mail address or a URL: what the description of the API gives as its contact. */
function contact(text: string): ApiContact | undefined {
  if (text === '') return undefined
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { url: text }
  if (/^[^\s@<>",;:]+@[^\s@<>",;:]+$/u.test(text)) return { email: text }
  throw new Error('must be an e-mail address or a URL such as https://example.com/support')
}

/** A name, and a URL after it if there is one. */
function licence(text: string) {
  if (text.trim() === '') return undefined
  const [, name = '', url] = /^(.*?)\s*(https?:\/\/\S+)?$/iu.exec(text.trim()) ?? []
  if (name !== '' && (url === undefined || URL.canParse(url)))
    return { name, ...(url !== undefined && { url }) }
  throw new Error(
    'must be a name, with a URL after it if you like: Terms https://example.com/terms',
  )
}

/** The rows of the table. */
export const OPERATION_SETTINGS = settings({
  PARAPH_API_CONTACT: contact,
  PARAPH_API_LICENSE: licence,
  PARAPH_KEEP_COMPLETED_DAYS: integer(0, DAYS_MAX),
  PARAPH_KEEP_UNSIGNED_DAYS: integer(0, DAYS_MAX),
  PARAPH_KEEP_LEAST_DAYS: integer(1, DAYS_MAX),
  PARAPH_KEEP_TRAILS_DAYS: integer(0, DAYS_MAX),
  PARAPH_RENEW_STAMPS_DAYS: integer(0, 1_000),
  PARAPH_DRAFTS_MAX: integer(1, 1_000_000),
  PARAPH_DRAFT_BYTES_MAX: integer(1_048_576, 1_099_511_627_776),
  PARAPH_KEEP_WEBHOOK_DAYS: integer(1, DAYS_MAX),
  PARAPH_KEEP_SECURITY_EVENTS_DAYS: integer(1, DAYS_MAX),
  PARAPH_KEEP_OUTBOX_DAYS: integer(1, DAYS_MAX),
  PARAPH_KEEP_FAILED_JOBS_DAYS: integer(1, DAYS_MAX),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: matching(/^.{1,255}$/u, 'must have 1 to 255 characters'),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ),
  OTEL_TRACES_SAMPLER_ARG: share,
  OTEL_SDK_DISABLED: oneOf('true', 'false'),
})

type Values = {
  [Name in keyof typeof OPERATION_SETTINGS]: ReturnType<(typeof OPERATION_SETTINGS)[Name]['parse']>
}

/** Retention in days; 0: kept without limit. */
const retentionDays = (values: Values) => ({
  completed: values.PARAPH_KEEP_COMPLETED_DAYS,
  unsigned: values.PARAPH_KEEP_UNSIGNED_DAYS,
  /** The fewest days that an account may choose for these two. */
  min: values.PARAPH_KEEP_LEAST_DAYS,
  trails: values.PARAPH_KEEP_TRAILS_DAYS,
  webhooks: values.PARAPH_KEEP_WEBHOOK_DAYS,
  securityEvents: values.PARAPH_KEEP_SECURITY_EVENTS_DAYS,
  outbox: values.PARAPH_KEEP_OUTBOX_DAYS,
  failedJobs: values.PARAPH_KEEP_FAILED_JOBS_DAYS,
})

/** See {@link retentionDays}. */
export type RetentionDays = Readonly<ReturnType<typeof retentionDays>>

/** Where spans go; absent: nowhere. */
const tracing = (values: Values, url: string) => ({
  url,
  headers: values.OTEL_EXPORTER_OTLP_HEADERS,
  serviceName: values.OTEL_SERVICE_NAME,
  attributes: values.OTEL_RESOURCE_ATTRIBUTES,
  sampler: values.OTEL_TRACES_SAMPLER,
  ratio: values.OTEL_TRACES_SAMPLER_ARG,
})

/** See {@link tracing}. */
export type TracingConfig = ReturnType<typeof tracing>

/** The address of traces is the base with /v1/traces (OTLP exporter specification, "Endpoint URLs"). */
const tracesUnder = (base: string): string => `${base.replace(/\/+$/, '')}/v1/traces`

/** These settings by part. */
export function operationConfig(values: Values) {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base === '' ? '' : tracesUnder(base))
  return {
    retentionDays: retentionDays(values),
    /** What the API description says of who runs the service; absent where the operator says nothing. */
    apiInfo: {
      ...(values.PARAPH_API_CONTACT !== undefined && { contact: values.PARAPH_API_CONTACT }),
      ...(values.PARAPH_API_LICENSE !== undefined && { license: values.PARAPH_API_LICENSE }),
    },
    /** Days before the end of a certificate in which archive time-stamps are renewed; 0: never. */
    renewStampsDays: values.PARAPH_RENEW_STAMPS_DAYS,
    drafts: { drafts: values.PARAPH_DRAFTS_MAX, bytes: values.PARAPH_DRAFT_BYTES_MAX },
    ...(url !== '' && values.OTEL_SDK_DISABLED !== 'true' && { tracing: tracing(values, url) }),
  }
}

/** Erasing a trail before its request would leave a request without one. */
export function operationProblems(values: Values): string[] {
  const trails = values.PARAPH_KEEP_TRAILS_DAYS
  if (trails === undefined || trails === 0) return []
  const names = ['PARAPH_KEEP_COMPLETED_DAYS', 'PARAPH_KEEP_UNSIGNED_DAYS'] as const
  return names.some((name) => values[name] > trails)
    ? [
        `PARAPH_KEEP_TRAILS_DAYS must not be less than ${names.join(' or ')}: a request needs its audit trail`,
      ]
    : []
}
