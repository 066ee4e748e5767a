/** What an operator sees: traces that reach their receiver, and metrics that dashboard and alerts can rely on. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { examineKeeping, examineTraces } from '../../../src/cli/operation-check.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { docxWith } from '../../support/docx-package.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../../support/otlp-receiver.ts'
import { selectorsIn } from '../../support/promql.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

const OPS = resolve(import.meta.dirname, '../../../docs/ops')
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8')

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let signing: SigningApp
let url = ''
let token = ''
let documentsKey = ''
const who = somebody({ email: 'someone.private@example.com', last_name: 'Geheimnis' })

const spansNamed = (name: string): ReceivedSpan[] =>
  receiver.spans.filter((span) => span.name === name)
const arrived = (name: string) => expect.poll(() => spansNamed(name).length).toBeGreaterThan(0)

async function render(headers: Record<string, string> = {}) {
  const form = new FormData()
  form.append('template', new Blob([docxWith('Hello {name}')]), 'secret-name.docx')
  form.append('data', JSON.stringify({ name: 'Geheimnis' }))
  const init = { method: 'POST', body: form, headers: { 'x-api-key': documentsKey, ...headers } }
  const answer = await fetch(`${url}/render`, init)
  await answer.arrayBuffer()
  return answer
}

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  signing = await startSigningApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme%20inc',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    PARAPH_WEBHOOK_PRIVATE: 'on',
  })
  documentsKey = await signing.app.newKey()
  url = await signing.app.app.listen({ host: '127.0.0.1', port: 0 })
  // The first batch is refused as by a receiver that restarts.
  receiver.refuse(1)
  await render({ traceparent: `00-${TRACE}-${CALLER}-01` })
  const { id } = await signing.create([who], { options: { webhook_url: `${receiver.url}/hook` } })
  const person = await signing.person(who)
  token = person.token
  await fetch(`${url}/sign/${token}/state`)
  await person.signWhole()
  await signing.work()
  await signing.services.webhooks.dispatcher.runDue()
  expect((await signing.get(id)).status).toBe('completed')
})
afterAll(async () => {
  signing.app.app.server.closeAllConnections()
  await signing.close()
  await receiver.close()
})

describe('a trace', () => {
  test('continues the trace of the caller, with the steps inside, in order', async () => {
    await arrived('POST /render')
    const [request] = spansNamed('POST /render')
    expect(request).toMatchObject({
      traceId: TRACE,
      parentSpanId: CALLER,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/render',
        'http.response.status_code': 200,
      },
    })
    const steps = receiver.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    const begun = (span: ReceivedSpan) => BigInt(span.startTimeUnixNano)
    steps.sort((one, other) => (begun(one) < begun(other) ? -1 : 1))
    expect(steps.map(({ name, traceId }) => [name, traceId])).toEqual([
      ['render.merge', TRACE],
      ['render.convert', TRACE],
    ])
    for (const step of steps)
      expect(BigInt(step.endTimeUnixNano)).toBeLessThanOrEqual(
        BigInt(request?.endTimeUnixNano ?? 0),
      )
  })

  test.each([
    'signing.sign',
    'signing.digest',
    'signing.seal',
    'signing.judge',
    'job signing.seal',
    'mail.send',
    'sms.send',
    'webhook.send',
  ])('tells of %s', async (name) => {
    await arrived(name)
    expect(spansNamed(name)[0]?.status.code ?? 0).toBe(0)
  })

  test('says who speaks, and brings the headers that the receiver asks for', async () => {
    await arrived('POST /render')
    expect(receiver.resources[0]).toMatchObject({
      'service.name': 'paraph',
      'service.version': signing.services.version,
      'deployment.environment.name': 'test',
    })
    expect(receiver.headers[0]?.['x-tenant']).toBe('acme inc')
  })

  test('names an error by its code, and only what is our fault is one', async () => {
    await fetch(`${url}/render`, { method: 'POST', headers: { 'x-api-key': documentsKey } })
    await expect.poll(() => spansNamed('POST /render').length).toBeGreaterThan(1)
    const refused = spansNamed('POST /render').at(-1)
    expect(refused?.attributes['http.response.status_code']).toBeGreaterThanOrEqual(400)
    expect(refused?.status.code ?? 0).toBe(0)
  })

  test('holds no address, name, phone, token, key or file name', async () => {
    await arrived('GET /sign/:token/state')
    const all = receiver.texts.join('\n')
    const secrets = [
      who.email,
      'Geheimnis',
      who.phone,
      token,
      documentsKey,
      signing.key,
      'secret-name',
      '/hook',
    ]
    for (const secret of secrets) expect(all).not.toContain(secret)
  })
})

describe('the doctor', () => {
  test('tries the receiver, with an export that holds nothing', async () => {
    const { tracing } = signing.app.config
    expect(await examineTraces({ tracing })).toMatchObject({
      ok: true,
      detail: `sent to ${receiver.url}/v1/traces`,
    })
  })

  test('says what is wrong with it, and which port is meant', async () => {
    const at = (url: string) =>
      examineTraces(loadConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url }))
    expect(await at(`${receiver.url}/elsewhere`)).toMatchObject({
      ok: false,
      detail: `${receiver.url}/elsewhere answered 404`,
      fix: expect.stringContaining('4318'),
    })
    expect((await at('http://127.0.0.2:9/v1/traces')).detail).toContain('does not answer')
    expect(await examineTraces({})).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^off/),
    })
  })

  test('reports how long finished requests are stored', async () => {
    const { db } = signing.services
    const { detail } = await examineKeeping(db, loadConfig({ PARAPH_KEEP_COMPLETED_DAYS: '365' }))
    expect(detail).toBe(
      'completed requests: 365 days, other ended requests: kept indefinitely, audit trails of erased requests: kept indefinitely; 0 due in the next daily run',
    )
  })
})

describe('the metrics', () => {
  let exposition = ''
  /** Labels by name of series; empty where nothing was counted yet. */
  let known: Map<string, Set<string>>

  beforeAll(async () => {
    exposition = await (await fetch(`${url}/metrics`)).text()
    const types = [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    known = new Map(
      types.flatMap(([, name = '', type]) =>
        (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
          (end) => [`${name}${end}`, new Set<string>()] as const,
        ),
      ),
    )
    for (const [, name = '', labels = ''] of exposition.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.get(name)?.add(label)
  })

  interface Rules {
    groups: Array<{ rules: Array<{ record?: string; alert?: string; expr: string }> }>
  }
  const rules = (parse(read('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
  const recorded = rules.flatMap(({ record }) => record ?? [])
  interface Panel {
    title: string
    targets?: Array<{ expr: string }>
  }
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
    panels: Panel[]
    annotations: { list: Array<{ expr: string }> }
  }
  const queries = [
    ...rules.map(({ record, alert, expr }) => [record ?? alert ?? '', expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
    ...dashboard.annotations.list.map(({ expr }) => ['annotation', expr] as const),
  ]

  test('there are queries to check', () => {
    expect(queries.length).toBeGreaterThan(45)
  })

  test.each(queries)('%s asks for what there is', (_title, expr) => {
    const selectors = selectorsIn(expr)
    expect(selectors.length).toBeGreaterThan(0)
    for (const { metric, labels } of selectors) {
      expect([...known.keys(), ...recorded, 'up']).toContain(metric)
      const own = known.get(metric)
      if (own === undefined || own.size === 0) continue
      expect([...own, 'job', 'instance']).toEqual(expect.arrayContaining(labels))
    }
  })

  test('count every request by audience, route and status, which proves the availability', () => {
    expect(exposition).toMatch(
      /^paraph_http_requests_total\{audience="documents",method="POST",route="\/render",status="200"\} 1$/m,
    )
    expect(exposition).toContain('route="/sign/:token/state",status="200"')
    expect(exposition).not.toContain(token)
    expect(exposition).toMatch(/^paraph_ready 1$/m)
    expect(exposition).toMatch(/^paraph_part_up\{part="office"\} (1|0\.5)$/m)
    expect(exposition).toMatch(/^paraph_authority_expires_seconds\{role="root"\} \d+$/m)
    expect(exposition).toContain('paraph_trail_entries_total{type="document.completed"} 1')
  })

  test('show what is alerted of before it happens, so that its first time is seen to rise', () => {
    expect(exposition).toContain('paraph_trail_entries_total{type="document.failed"} 0')
    for (const channel of ['mail', 'sms'])
      for (const outcome of ['error', 'given_up', 'temporary'])
        expect(exposition).toContain(
          `paraph_messages_total{channel="${channel}",outcome="${outcome}"} 0`,
        )
  })
})
