/** A request whose time-stamps all come from an authority outside, which is away for a while: nothing is made without it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TrailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { parseCertificate } from '../../../src/pades/certificate.ts'
import { checkToken } from '../../../src/pades/verify-cms.ts'
import type { Verification } from '../../../src/verification/schemas.ts'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { type OutsideTsaServer, startOutsideTsa } from '../../support/outside-tsa.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let outside: OutsideTsaServer
let signing: SigningApp
let isAway = false

/** Stands before the authority, so that it can be away. */
const access = createServer((request, response) => {
  if (isAway) {
    response.writeHead(503).end()
    return
  }
  void buffer(request).then(async (body) => {
    const { 'content-type': type = '' } = request.headers
    const headers = { 'content-type': type }
    const answer = await fetch(outside.address('good'), { method: 'POST', headers, body })
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
})

beforeAll(async () => {
  outside = await startOutsideTsa()
  await new Promise<void>((done) => access.listen(0, '127.0.0.1', done))
  const settings = {
    PARAPH_TSA_URLS: `http://127.0.0.1:${(access.address() as AddressInfo).port}/`,
    PARAPH_TSA_TRUST_DIR: outside.trustDir,
    PARAPH_TSA_PRIVATE: 'on',
  }
  signing = await startSigningApp(settings, { clock: systemClock })
})
afterAll(async () => {
  await signing.close()
  access.close()
  await outside.close()
})

/** What was put off is due now. */
async function workAgain(): Promise<void> {
  await signing.services.db.updateTable('jobs').set({ run_at: 0 }).execute()
  await signing.work()
}
const typesOf = async (id: string): Promise<string[]> =>
  (await signing.act('GET', id, '/audit'))
    .json<{ entries: Array<{ type: string }> }>()
    .entries.map(({ type }) => type)

test('waits for the authority, and then bears its stamps alone', async () => {
  const [first, second] = [somebody(), somebody()]
  const { id } = await signing.create([first, second])
  await (await signing.person(first)).signWhole()
  await signing.work()
  isAway = true
  expect((await (await signing.person(second)).signWhole()).status).toBe(200)
  await signing.work()
  await workAgain()
  expect((await signing.get(id)).status).toBe('pending')
  expect((await typesOf(id)).filter((type) => type === 'signer.signed')).toHaveLength(1)

  isAway = false
  await workAgain()
  expect(await signing.get(id)).toMatchObject({
    status: 'completed',
    level: 'PAdES-BASELINE-LTA',
  })
  expect((await typesOf(id)).filter((type) => type === 'signer.signed')).toHaveLength(2)

  const file = { filename: 'signed.pdf', bytes: await signing.signedFile(id) }
  const options = { key: signing.key, form: [['file', file] as const] }
  const verdict = await signing.app.call('POST', '/api/v1/verify', {
    ...options,
    form: [...options.form],
  })
  const { valid, signatures } = verdict.json<Verification>()
  expect(valid).toBe(true)
  const authorities = signatures.map(({ timestamp }) => timestamp?.authority)
  expect(new Set(authorities)).toEqual(new Set(['TSA good']))
})

test('also stamps the heads of the trail, which the command checks and the evidence names', async () => {
  const person = somebody()
  const { id } = await signing.create([person])
  await (await signing.person(person)).signWhole()
  await signing.services.stampTrail(id)
  await signing.work()
  const trail = (await signing.act('GET', id, '/audit')).json<TrailJson>()
  const authorityOf = (token: string) =>
    checkToken(Buffer.from(token, 'base64'), () => Buffer.alloc(0)).signer?.name
  const { files } = { files: await evidenceFiles(signing, id) }
  const { status, said } = await checked(files)
  expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('TSA good') })
  const stamped = JSON.parse(bytesOf(files, 'trail/trail.json').toString()) as TrailJson
  for (const { stamps } of [trail, stamped])
    expect(new Set(stamps.map(({ token_base64 }) => authorityOf(token_base64)))).toEqual(
      new Set(['TSA good']),
    )
  expect(stamped.stamps.length).toBeGreaterThanOrEqual(2)
  const own = parseCertificate(
    (await signing.services.pki.authority.key('root')).facts.certificate.der,
  )
  const { trusted, between } = signing.services.pki
  expect(verifyTrail(stamped, (await trusted()).stampRoots, between)).toMatchObject({
    findings: [],
    unproved: undefined,
  })
  // Whoever runs the service cannot have stamped it: its own root does not cover the stamps.
  expect(verifyTrail(stamped, [own]).findings.join()).toContain('does not chain to a trusted root')
})

test('leaves what a test key made to the TEST authority: nobody pays for what is only tried', async () => {
  const { accounts, keys } = signing.services.accounts
  const account = await accounts.createAccount('tries@example.com')
  const input = {
    accountId: account.id,
    plan: 'signature_business',
    name: 'try',
    mode: 'test',
  } as const
  const { secret: key } = await keys.createKey(input)
  const { authority } = signing.services.pkiOf('test')
  await vi.waitUntil(() => authority.state.status === 'ready', { timeout: 60_000 })
  const { id } = await signing.create([somebody()], { key })
  await signing.services.stampTrail(id)
  const trail = (await signing.act('GET', id, '/audit', undefined, key)).json<TrailJson>()
  const [stamp] = trail.stamps
  const { signer } = checkToken(Buffer.from(stamp?.token_base64 ?? '', 'base64'), () =>
    Buffer.alloc(0),
  )
  expect(signer?.name).toContain('TEST')
})
