/** Providers of signers' certificates that hang or answer nonsense: signers are told, sign once, and nobody else waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VISITORS_MAX } from '../../../src/seals/provider-gate.ts'
import type { Answer } from '../../support/app.ts'
import type { CertificateProvider } from '../../support/certificate-provider.ts'
import { checked, evidenceFiles } from '../../support/evidence.ts'
import { codeOf, seen, startTenants, type Tenant } from '../../support/own-certificate-tenants.ts'
import {
  back,
  chosen,
  offered,
  ordered,
  pageIn,
  returned,
  signOwn,
} from '../../support/own-certificates.ts'
import type { TransportFault } from '../../support/provider-faults.ts'
import type { Person, SigningApp } from '../../support/signing-app.ts'

let stage: Awaited<ReturnType<typeof startTenants>>
let signing: SigningApp
beforeAll(async () => {
  stage = await startTenants()
  ;({ signing } = stage)
})
afterAll(() => stage.close())

/** The ways to each call of a provider: what is done before, and the call that fails. */
const WAYS: Readonly<
  Record<string, (front: CertificateProvider, person: Person) => Promise<() => Promise<Answer>>>
> = {
  'oauth2/token': async (front, person) => {
    const came = await returned(front, pageIn(await ordered(person)))
    return () => back(person, came)
  },
  'credentials/list': (front, person) => WAYS['oauth2/token']!(front, person),
  'credentials/info': (front, person) => WAYS['oauth2/token']!(front, person),
  'choice credentials/info': async (front, person) => {
    await offered(front, person)
    return () => chosen(person, 'person')
  },
  'signature oauth2/token': async (front, person) => {
    await offered(front, person)
    const came = await returned(front, pageIn(await chosen(person, 'person')))
    return () => back(person, came)
  },
  'signatures/signHash': (front, person) => WAYS['signature oauth2/token']!(front, person),
}
const methodOf = (way: string): string => way.split(' ').at(-1) ?? way

/** Has a call fail; afterwards the person signs. */
async function stumble(tenant: Tenant, way: string, fault: TransportFault, to = '') {
  const { front } = tenant
  const { id, person } = await tenant.asked()
  const go = await WAYS[way]!(front, person)
  front.spoil(fault, methodOf(way), to)
  const answer = seen(await go())
  front.spoil(undefined)
  const { next } = await person.state()
  const failure = await tenant.failureOf(id)
  return { id, person, said: { way, fault, next, ...answer, failure } }
}

const HANGS = [
  ...Object.keys(WAYS).map((way) => [way, 'hang'] as const),
  ['oauth2/token', 'drip'] as const,
  ['signatures/signHash', 'drip'] as const,
]

test('whatever call of a provider hangs or drips, its signer is told, and then signs once', {
  timeout: 240_000,
}, async () => {
  const tenants = await Promise.all(HANGS.map(() => stage.newTenant()))
  const all = await Promise.all(
    HANGS.map(([way, fault], index) => stumble(tenants[index]!, way, fault)),
  )
  const steps = (way: string) =>
    way.startsWith('choice') ? 'choice' : /^sign/.test(way) ? 'signature' : 'certificates'
  expect(all.map(({ said }) => said)).toEqual(
    HANGS.map(([way, fault]) => ({
      way,
      fault,
      next: 'sign',
      status: 503,
      code: 'certificate_service_unavailable',
      detail: expect.stringContaining('did not answer within 15 seconds'),
      failure: {
        at: expect.any(String),
        step: steps(way),
        fault: 'timeout',
        reason: `The provider of the certificate did not answer in time (${methodOf(way)}).`,
      },
    })),
  )
  for (const [index, { id, person }] of all.entries()) {
    const tenant = tenants[index]!
    expect(await tenant.count(id, 'signer.certificate_failed')).toBe(1)
    // Whoever had authorised the signature before.
    if (!/^sign/.test(HANGS[index]?.[0] ?? '')) continue
    expect((await signOwn(tenant.front, person, 'person')).status).toBe(200)
    await tenant.expectSignedOnce(id)
    expect(await tenant.used()).toBe(1)
  }
})

test('whatever a provider answers instead, its signer is told, and then signs once', {
  timeout: 120_000,
}, async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  const inside = `${signing.services.signing.parts.origin}/health/live`
  const faults = ['error', 'busy', 'garbage', 'huge', 'redirect'] as const
  const { id, person } = await tenant.asked()
  for (const way of Object.keys(WAYS)) {
    for (const fault of faults) {
      const go = await WAYS[way]!(front, person)
      front.spoil(fault, methodOf(way), inside)
      const answer = seen(await go())
      front.spoil(undefined)
      const { next } = await person.state()
      expect({ way, fault, next, ...answer }).toEqual({
        way,
        fault,
        next: 'sign',
        status: 503,
        code: 'certificate_service_unavailable',
        detail: expect.stringMatching(
          /status 500|status 429|not JSON|too large|redirect, which is not followed/,
        ),
      })
    }
  }
  // Each attempt was recorded, up to a limit: a trail is never shortened.
  expect(await tenant.count(id, 'signer.certificate_failed')).toBe(30)
  expect((await signOwn(front, person, 'person')).status).toBe(200)
  await tenant.expectSignedOnce(id)
  expect(await tenant.used()).toBe(1)
  const files = await evidenceFiles(signing, id, tenant.key)
  const { status, said } = await checked(files)
  expect({ status, said }).toMatchObject({ status: 0 })
})

test('a provider that hangs holds some of its own account’s signers, none of another’s, and is then left alone', {
  timeout: 240_000,
}, async () => {
  const [hanging, other] = [await stage.newTenant(), await stage.newTenant()]
  const { front } = hanging
  const people: Array<{ person: Person; came: object }> = []
  for (let n = 0; n < VISITORS_MAX + 2; n++) {
    const { person } = await hanging.asked()
    people.push({ person, came: await returned(front, pageIn(await ordered(person))) })
  }
  const late = await hanging.asked()
  front.spoil('hang', 'oauth2/token')
  const answers: Answer[] = []
  const all = people.map(async ({ person, came }) => {
    answers.push(await back(person, came))
  })
  await expect.poll(() => front.hanging).toBe(VISITORS_MAX)
  const { id, person } = await other.asked()
  expect((await signOwn(other.front, person, 'person')).status).toBe(200)
  expect(answers).toEqual([])
  expect(front.hanging).toBe(VISITORS_MAX)
  await other.expectSignedOnce(id)
  await Promise.all(all)
  const codes = answers.map(codeOf)
  expect(codes).toHaveLength(VISITORS_MAX + 2)
  // Those who waited for a place were told that the service is busy, or that the provider is left alone.
  expect(new Set(codes).size).toBeLessThanOrEqual(2)
  for (const code of codes)
    expect(['certificate_service_unavailable', 'server_busy']).toContain(code)
  front.spoil(undefined)
  // Nobody is sent there in vain, and nothing asks it.
  const before = front.calls.length
  expect(seen(await ordered(late.person))).toMatchObject({
    status: 503,
    code: 'certificate_service_unavailable',
    detail: expect.stringContaining('a moment ago'),
  })
  expect(front.calls.length).toBe(before)
  signing.app.clock.move(21_000)
  expect((await signOwn(front, late.person, 'person')).status).toBe(200)
  await hanging.expectSignedOnce(late.id)
})
