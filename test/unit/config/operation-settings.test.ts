/** Settings for those who look after the service. */
import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'

test('without a receiver there are no traces, and they can be switched off beside one', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(loadConfig({})).not.toHaveProperty('tracing')
  expect(loadConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).not.toHaveProperty('tracing')
  expect(loadConfig(endpoint).tracing?.url).toBe('http://127.0.0.1:4318/v1/traces')
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/otlp/' }, 'https://a.example/otlp/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://a.example/x' }, 'https://a.example/x'],
])('the address of traces is as the specification has it: %o', (environment, url) => {
  expect(loadConfig(environment).tracing?.url).toBe(url)
})

test('headers are pairs, percent-encoded, and may hold =', () => {
  const { tracing } = loadConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example',
    OTEL_EXPORTER_OTLP_HEADERS: ' authorization=Basic%20YQ== , x=1',
  })
  expect(tracing?.headers).toEqual({ authorization: 'Basic YQ==', x: '1' })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'must be one of http/json'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4317' }, 'must be an http(s) URL'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'nothing' }, 'must be pairs'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'must be pairs'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'must be a number from 0 to 1'],
  [{ PARAPH_KEEP_COMPLETED_DAYS: '-1' }, 'must be a whole number'],
  [
    { PARAPH_KEEP_COMPLETED_DAYS: '90', PARAPH_KEEP_TRAILS_DAYS: '30' },
    'PARAPH_KEEP_TRAILS_DAYS must not be less',
  ],
])('%o is refused', (environment, problem) => {
  expect(() => loadConfig(environment)).toThrow(problem)
})

test('what is signed, and its trail, is stored unless the operator says otherwise', () => {
  expect(loadConfig({}).retentionDays).toMatchObject({ completed: 0, unsigned: 0, trails: 0 })
})
