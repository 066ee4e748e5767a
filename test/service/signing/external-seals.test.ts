/** Documents that get the seal of another provider, before that of the service: made once, checked, never left out. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TrailJson } from '../../../src/audit/verify-trail.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { checked, evidenceFiles } from '../../support/evidence.ts'
import {
  type ExternalProvider,
  type ProviderFault,
  type ProviderKey,
  startExternalProvider,
} from '../../support/external-provider.ts'
import { giveSeal, newSender, placeAt } from '../../support/external-seals.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let provider: ExternalProvider
let signing: SigningApp
/** Of a new account for each test: sends are limited per minute, and a seal is the account's. */
let key: string
let accountId: string

beforeAll(async () => {
  provider = await startExternalProvider()
  signing = await startSigningApp()
})
beforeEach(async () => {
  ;({ key, accountId } = await newSender(signing))
})
afterAll(async () => {
  await signing.close()
  await provider.close()
})
afterEach(async () => {
  provider.spoil(undefined)
  // What a test leaves waiting would call the provider during the next ones.
  await signing.services.db.deleteFrom('jobs').execute()
})

const give = (credential: ProviderKey, version: 1 | 2 = 2) =>
  giveSeal(signing, { accountId, place: placeAt(provider, credential, version) })

/** What was put off is due now. */
async function workAgain(): Promise<void> {
  await signing.services.db.updateTable('jobs').set({ run_at: 0 }).execute()
  await signing.work()
}

interface Sealed {
  status: string
  end_reason?: string
  signatures?: Array<Record<string, unknown>>
  warnings?: Array<{ code: string; detail: string }>
}
const seen = async (id: string): Promise<Sealed> =>
  (await signing.act('GET', id, '', undefined, key)).json<Sealed>()

/** Why a document waits for its seal. */
const reasonOf = async (id: string): Promise<string> =>
  (await seen(id)).warnings?.find(({ code }) => code === 'outer_seal_waiting')?.detail ?? ''

const trailOf = async (id: string) =>
  (await signing.act('GET', id, '/audit', undefined, key)).json<TrailJson>().entries

/** Somebody signs a new document; returns its id. */
async function signed(): Promise<string> {
  const person = somebody()
  const { id } = await signing.create([person], { key })
  await (await signing.person(person)).signWhole()
  await signing.work()
  return id
}

async function verdictOn(id: string) {
  const { roots } = await signing.services.pki.trusted()
  return verifyPdf((await signing.act('GET', id, '/signed', undefined, key)).bytes, {
    roots: [...roots, provider.root],
    nowMs: Date.now(),
  })
}

test.each([
  ['seal', 2],
  ['seal', 1],
  ['pss', 2],
  ['p256', 2],
  ['p384', 1],
] as const)(
  'a document is sealed by the key %s over version %i of the API',
  async (name, version) => {
    const { facts } = await give(name, version)
    const id = await signed()
    const document = await seen(id)
    expect(document.status).toBe('completed')
    const verdict = await verdictOn(id)
    expect(verdict.signatures.flatMap(({ problems }) => problems)).toEqual([])
    const outer = verdict.signatures.filter(({ field }) => field.includes('-outer-'))
    expect(outer).toHaveLength(1)
    expect(outer[0]).toMatchObject({ level: 'B-LTA', trusted: true })
    expect(outer[0]?.signer?.fingerprint).toBe(provider.certificateOf(name).fingerprint)
    const kinds = verdict.signatures.map(
      ({ field }) => /-(signer|outer|seal)-|^stamp/.exec(field)?.[0],
    )
    expect(kinds).toEqual(['-signer-', '-outer-', '-seal-', '-seal-', 'stamp'])
    expect(document.signatures).toMatchObject([
      { kind: 'signature', level: 'advanced' },
      { kind: 'outer_seal', name: facts.name, certificate_sha256: facts.sha256 },
      { kind: 'seal', level: 'advanced' },
    ])
    const claims = name === 'pss' || name === 'p384' ? undefined : 'QESeal'
    expect(document.signatures?.[1]?.certificate_claim).toBe(claims)
    expect(document.signatures?.[1]).not.toHaveProperty('level')
    const types = (await trailOf(id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'document.outer_sealed')).toHaveLength(1)
  },
)

const FAULTS: ReadonlyArray<[ProviderFault, string, RegExp]> = [
  ['error', '', /status 500/],
  ['redirect', '', /redirect, which is not followed/],
  ['garbage', 'credentials/authorize', /not JSON/],
  ['huge', 'signatures/signHash', /too large/],
  ['wrong-signature', '', /does not verify/],
  ['other-hash', '', /does not verify/],
  ['other-certificate', '', /another certificate/],
  ['sad-expired', '', /expired SAD/],
  ['disabled', '', /not enabled/],
]

test.each(FAULTS)(
  'waits while the provider has the fault %s %s, says so, and then completes',
  async (fault, method, reason) => {
    await give('seal')
    provider.spoil(fault, method)
    const id = await signed()
    const waiting = await seen(id)
    expect(waiting.status).toBe('pending')
    expect(waiting.warnings?.map(({ code }) => code)).toContain('outer_seal_waiting')
    expect(waiting.warnings?.find(({ code }) => code === 'outer_seal_waiting')?.detail).toMatch(
      reason,
    )
    expect(provider.count('redirected')).toBe(0)
    provider.spoil(undefined)
    await workAgain()
    const document = await seen(id)
    expect(document.status).toBe('completed')
    expect(document.warnings).toBeUndefined()
    const verdict = await verdictOn(id)
    expect(verdict.signatures.filter(({ field }) => field.includes('-outer-'))).toHaveLength(1)
    expect(verdict.valid).toBe(true)
  },
)

test.each([
  ['hang', 'credentials/authorize'],
  ['drip', 'signatures/signHash'],
] as const)(
  'a provider with the fault %s at %s is not waited for again at once',
  { timeout: 120_000 },
  async (fault, method) => {
    await give('seal')
    provider.spoil(fault, method)
    const id = await signed()
    expect(await reasonOf(id)).toContain('did not answer within 15 seconds')
    const before = provider.calls.length
    await workAgain()
    expect(provider.calls.length).toBe(before)
    expect(await reasonOf(id)).toContain('a moment ago')
    provider.spoil(undefined)
    signing.app.clock.move(30_000)
    await workAgain()
    expect((await seen(id)).status).toBe('completed')
  },
)

test('a token that has ended is replaced within the same attempt', async () => {
  await give('seal')
  provider.spoil('token-ended', 'signatures/signHash')
  expect((await seen(await signed())).status).toBe('completed')
})

test('a wrong PIN is sent once: the provider must not lock the key', async () => {
  await giveSeal(signing, {
    accountId,
    place: placeAt(provider, 'seal'),
    secrets: { pin: 'of nobody', client_secret: 'secret of the client' },
  })
  const before = provider.count('credentials/authorize')
  const id = await signed()
  for (let tries = 0; tries < 3; tries++) await workAgain()
  expect(provider.count('credentials/authorize')).toBe(before + 1)
  expect(await reasonOf(id)).toContain('invalid_pin')
  expect(await reasonOf(id)).not.toContain('of nobody')
  // Nobody else is invited in vain.
  const refused = await signing.post([somebody()], { key })
  expect(refused.status).toBe(503)
  expect(refused.json<{ code: string; detail: string }>()).toMatchObject({
    code: 'authority_unavailable',
    detail: expect.stringContaining('outer seal'),
  })
  await give('seal')
  await workAgain()
  expect((await seen(id)).status).toBe('completed')
})

test('a document is not completed without the seal: when it is removed, nor when all attempts have failed', async () => {
  await give('other')
  provider.spoil('error')
  const id = await signed()
  await signing.services.db.deleteFrom('outer_seals').execute()
  await workAgain()
  expect(await reasonOf(id)).toContain('was removed from the account')
  for (let tries = 0; tries < 40; tries++) await workAgain()
  const failed = await seen(id)
  expect(failed).toMatchObject({ status: 'failed', end_reason: 'outer_seal_failed' })
  expect(await reasonOf(id)).toContain('No further attempt')
  expect((await signing.act('GET', id, '/signed', undefined, key)).status).toBe(409)
  // The operator may resume it.
  provider.spoil(undefined)
  await give('other')
  await signing.services.jobs.add(signing.services.db, 'signing.outer_seal', { id })
  await signing.work()
  expect((await seen(id)).status).toBe('completed')
})

test('the seal of a certificate that was revoked meanwhile is discarded', async () => {
  await give('p256')
  provider.spoil('error')
  const id = await signed()
  provider.spoil(undefined)
  await provider.revoke('p256')
  await workAgain()
  const waiting = await seen(id)
  expect(waiting.status).toBe('pending')
  expect(await reasonOf(id)).toContain('revoked')
  await signing.act('POST', id, '/cancel', {}, key)
})

test.each([
  ['revoked', /revoked/],
  ['expired', /expired on/],
  ['server', /extended key usage/],
] as const)(
  'a key whose certificate is %s is refused when it is configured',
  async (key, reason) => {
    await expect(give(key)).rejects.toThrow(reason)
  },
)

test('a certificate that is not the expected one is refused when it is configured', async () => {
  const place = placeAt(provider, 'seal')
  const sha256 = provider.certificateOf('other').fingerprint
  await expect(giveSeal(signing, { accountId, place, sha256 })).rejects.toThrow(/another one/)
  const anchors = [provider.certificateOf('other')]
  await expect(giveSeal(signing, { accountId, place, anchors })).rejects.toThrow(/does not lead to/)
  const secrets = { pin: 'wrong', client_secret: 'secret of the client' }
  await expect(giveSeal(signing, { accountId, place, secrets }, true)).rejects.toThrow(
    /invalid_pin/,
  )
  const away = { accountId, place, ownNetwork: false }
  await expect(giveSeal(signing, away)).rejects.toThrow(/public internet/)
  provider.spoil('no-list')
  await expect(give('seal')).rejects.toThrow(/revocation status .* is unknown/)
})

test('secrets are encrypted at rest, and bound to their account', async () => {
  await give('seal')
  const row = await signing.services.db
    .selectFrom('outer_seals')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row.secrets.toString('latin1')).not.toContain('4711-pin')
  expect(JSON.stringify(row)).not.toContain('4711-pin')
})

test('an account that is closed leaves no secret behind, but completes what everybody has signed', async () => {
  const kinds = signing.services.console.parts.accountData
  const stored = () =>
    signing.services.db
      .selectFrom('outer_seals')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
  await give('seal')
  const files = (await Promise.all(kinds.map((kind) => kind.export(accountId)))).flat()
  const exported = files.find(({ path }) => path === 'outer-seals.json')
  const text = String(Buffer.from(exported?.bytes ?? []))
  expect(text).toContain('Dupont SA seal')
  expect(text).not.toMatch(/4711-pin|secret of the client/)
  provider.spoil('error')
  const id = await signed()
  const { id: open } = await signing.create([somebody()], { key })
  for (const kind of kinds) await kind.erase(accountId)
  expect((await seen(open)).status).toBe('cancelled')
  expect(await stored()).toHaveLength(1)
  provider.spoil(undefined)
  await workAgain()
  expect((await seen(id)).status).toBe('completed')
  for (const kind of kinds) await kind.erase(accountId)
  expect(await stored()).toEqual([])
})

test('a document that somebody approves last, after a signer and their witness, is sealed like others', async () => {
  await give('seal')
  const signer = somebody({ order: 1 })
  const witness = somebody({ action: 'witness', witness_of: signer.email, order: 2 })
  const approver = somebody({ action: 'approve', order: 3 })
  const { id } = await signing.create([signer, witness, approver], { key })
  for (const who of [signer, witness]) {
    await (await signing.person(who)).signWhole()
    await signing.work()
    expect(await seen(id)).not.toHaveProperty('signatures')
  }
  await (await signing.person(approver)).approveWhole()
  await signing.work()
  const { status, signatures } = await seen(id)
  expect(status).toBe('completed')
  expect(signatures?.map(({ kind }) => kind)).toEqual([
    'signature',
    'signature',
    'outer_seal',
    'seal',
  ])
  const verdict = await verdictOn(id)
  expect(verdict.valid).toBe(true)
  expect(verdict.signatures.filter(({ field }) => field.includes('-outer-'))).toHaveLength(1)
  const types = (await trailOf(id)).map(({ type }) => type)
  expect(types.indexOf('document.outer_sealed')).toBeGreaterThan(types.indexOf('signer.approved'))
})

test('other accounts have no seal', async () => {
  await give('seal')
  ;({ key } = await newSender(signing))
  const { status, signatures } = await seen(await signed())
  expect(status).toBe('completed')
  expect(signatures?.map(({ kind }) => kind)).toEqual(['signature', 'seal'])
})

test('the evidence of a sealed document holds', async () => {
  await give('seal')
  const id = await signed()
  await signing.services.stampTrail(id)
  const { status, said } = await checked(await evidenceFiles(signing, id, key))
  expect({ status, said }).toMatchObject({ status: 0 })
})
