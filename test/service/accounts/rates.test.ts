/** Every operation of the description that writes, mails or computes has a rate: read from openapi.yaml, tried one by one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { GENEROUS_PLANS } from '../../support/generous-plans.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

interface Operation {
  operationId: string
  security?: unknown[]
  requestBody?: { content: Record<string, unknown> }
}
const ROOT = resolve(import.meta.dirname, '../../..')
const { paths } = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
/** Reads that compute. */
const COMPUTING = ['getDocumentEvidence']
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const limited = all.filter(
  ({ method, operation }) => method !== 'GET' || COMPUTING.includes(operation.operationId),
)
const isPublic = ({ operation }: (typeof all)[number]) => operation.security?.length === 0
const named = (list: typeof all) =>
  list.map((one): [string, (typeof all)[number]] => [one.operation.operationId, one])

const LIMIT = 3
const { abused } = GENEROUS_PLANS
const PLANS = {
  narrow: {
    ...abused,
    title: 'Narrow',
    documents: { ...abused.documents, requests_per_minute: LIMIT },
    signature: { ...abused.signature, sends_per_minute: LIMIT },
  },
}

let folder = ''
let service: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-rates-'))
  writeFileSync(join(folder, 'plans.json'), JSON.stringify(PLANS))
  service = await startTestApp({
    PARAPH_PLANS_FILE: join(folder, 'plans.json'),
    PARAPH_CHANGES_PER_MINUTE: String(LIMIT),
    PARAPH_CHECKS_PER_MINUTE: String(LIMIT),
    PARAPH_READS_PER_MINUTE: String(LIMIT),
  })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Calls an operation with nothing in it: what is refused counts too. */
function call({ method, path, operation }: (typeof all)[number], key?: string) {
  const url = path.replaceAll(/\{[^}]+\}/g, '01arz3ndektsv4rrffq69g5fav')
  const type = Object.keys(operation.requestBody?.content ?? {})[0]
  const body = { headers: { 'content-type': type ?? '' }, body: type?.includes('json') ? '{}' : '' }
  return service.call(method, url, { key, ...(type !== undefined && body) })
}

describe('an operation with a key', () => {
  test('that writes, mails or computes is one of many in openapi.yaml', () => {
    expect(limited.filter((one) => !isPublic(one)).length).toBeGreaterThan(25)
  })

  test.each(named(limited.filter((one) => !isPublic(one))))(
    '%s is refused with 429 and Retry-After beyond its rate',
    async (_name, operation) => {
      const key = await service.newKey('narrow')
      const before = []
      for (let n = 0; n < LIMIT; n++) before.push((await call(operation, key)).status)
      expect(before).not.toContain(429)
      const answer = await call(operation, key)
      expect([answer.status, answer.json()]).toMatchObject([429, { code: 'rate_limited' }])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['ratelimit-policy']).toMatch(/"[a-z]+-minute";q=3;w=60/)
      service.clock.move(61_000)
      expect((await call(operation, key)).status).not.toBe(429)
    },
  )

  test.each(named(all.filter((one) => !isPublic(one))))(
    '%s says its rate in every answer',
    async (_name, operation) => {
      const answer = await call(operation, await service.newKey('narrow'))
      expect(answer.headers['ratelimit-policy']).toMatch(/"[a-z]+-minute";q=\d+;w=60/)
    },
  )
})

test.each(named(limited.filter(isPublic)))(
  '%s, which takes no key, counts in the minute of the network address',
  async (_name, operation) => {
    const answer = await call(operation)
    expect(answer.headers['ratelimit-policy']).toMatch(/"public-calls-minute";q=600;w=60/)
  },
)

describe('a signature request', () => {
  let signing: SigningApp
  beforeAll(async () => {
    signing = await startSigningApp({ PARAPH_CHANGES_PER_MINUTE: '1000' })
  })
  afterAll(() => signing.close())

  test('takes 20 corrections of its one signer and writes no entry for more', async () => {
    const { id, signers } = await signing.create([somebody()])
    const path = `/signers/${signers[0]?.id}`
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) {
      const changes = { email: `correction${n}@example.com` }
      statuses.push((await signing.act('PATCH', id, path, changes)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(409)])
    const { entries } = (await signing.act('GET', id, '/audit')).json<{
      entries: Array<{ type: string }>
    }>()
    expect(entries.filter(({ type }) => type === 'signer.updated')).toHaveLength(20)
    expect(entries.filter(({ type }) => type === 'signer.invited')).toHaveLength(21)
  })

  test('is reminded 20 times for its one signer, however long one waits between', async () => {
    const { id } = await signing.create([somebody()])
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) {
      signing.app.clock.move(11 * 60_000)
      statuses.push((await signing.act('POST', id, '/remind')).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 409, 409])
  })
})
