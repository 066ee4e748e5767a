import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobStore } from '../../../src/files/blob-store.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { KeyPool } from '../../../src/pki/key-pool.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

/** Has a method fail while something is done. */
async function failing<Owner extends object, Result>(
  owner: Owner,
  method: keyof Owner,
  error: Error,
  work: () => Promise<Result>,
): Promise<Result> {
  const real = owner[method]
  owner[method] = (() => Promise.reject(error)) as never
  try {
    return await work()
  } finally {
    owner[method] = real
  }
}

/** Has nothing be written while something is done. */
async function onFullDisk<Result>(blobs: BlobStore, work: () => Promise<Result>): Promise<Result> {
  const begin = blobs.begin
  const put = () => Promise.reject(full)
  blobs.begin = (from) => ({ ...begin.call(blobs, from), put })
  try {
    return await failing(blobs, 'put', full, work)
  } finally {
    blobs.begin = begin
  }
}

const full = new AppError('storage_unavailable', 'The disk is full.', { retryAfterSeconds: 30 })
const away = new AppError('authority_unavailable', 'Not yet.', { retryAfterSeconds: 10 })

async function expectSignedOnce(id: string, signers: number): Promise<void> {
  expect(await signing.get(id)).toMatchObject({ status: 'completed' })
  const trail = (await signing.services.trails.read(id))!
  const signed = trail.entries.filter(({ type }) => type === 'signer.signed')
  expect(signed).toHaveLength(signers)
  const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
  const verified = verifyPdf(await signing.signedFile(id), {
    roots,
    nowMs: signing.app.clock.now(),
  })
  const own = verified.signatures.filter(({ field }) => field.includes('-signer-'))
  expect(own.map(({ level }) => level)).toEqual(Array<string>(signers).fill('B-LTA'))
}

test('four people who sign at the same instant all have signed, one after the other', async () => {
  const people = Array.from({ length: 4 }, () => somebody())
  const { id } = await signing.create(people)
  const persons = []
  for (const who of people) {
    const person = await signing.person(who)
    await person.verify()
    persons.push(person)
  }
  const answers = await Promise.all(persons.flatMap((person) => [person.sign(), person.sign()]))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 409)).toHaveLength(4)
  await signing.work()
  await expectSignedOnce(id, 4)
})

test('a full disk refuses new documents, and loses no signature that was ordered', async () => {
  const { blobs } = signing.services.signing.parts
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  const [made, signed] = await onFullDisk(blobs, async () => [
    await signing.post([somebody()]),
    await person.sign(),
  ])
  expect([made?.status, made?.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  expect([signed?.status, signed?.json()]).toMatchObject([200, { next: 'signed' }])
  expect((await signing.get(id)).signers[0]?.status).toBe('verified')
  // The cause is seen nowhere else: the job that follows has a disk again.
  expect(await signing.services.metrics.collect()).toMatch(/^paraph_signatures_postponed_total 1$/m)
  signing.app.clock.move(60_000)
  await signing.work()
  await expectSignedOnce(id, 1)
})

test('a seal that fails is tried again for hours, past the time of the request', async () => {
  const pki = signing.services.signing.parts.pkiOf('live')
  const who = somebody()
  const soon = new Date(signing.app.clock.now() + 3_600_000).toISOString()
  const { id } = await signing.create([who], { options: { expires_at: soon } })
  await (await signing.person(who)).signWhole()
  await failing(pki.revocation, 'validationData', away, async () => {
    for (let round = 0; round < 5; round++) {
      await signing.work()
      signing.app.clock.move(30 * 60_000)
    }
    const cancelled = await signing.act('POST', id, '/cancel', {})
    expect(cancelled.json()).toMatchObject({ code: 'document_state_conflict' })
    expect((await signing.get(id)).status).toBe('pending')
  })
  signing.app.clock.move(2 * 3_600_000)
  await signing.work()
  await expectSignedOnce(id, 1)
})

test('without the authority nobody is invited in vain, and a signer can try again', async () => {
  const { authority } = signing.services.signing.parts.pkiOf('live')
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  const [made, signed] = await failing(authority, 'ready', away, async () => [
    await signing.post([somebody()]),
    await person.sign(),
  ])
  expect(made?.json()).toMatchObject({ code: 'authority_unavailable' })
  expect(signed?.json()).toMatchObject({ code: 'authority_unavailable' })
  expect((await person.state()).next).toBe('sign')
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  await expectSignedOnce(id, 1)
})

test('names of every length and script are signed', async () => {
  const people = [
    somebody({ first_name: 'A'.repeat(100), last_name: 'B'.repeat(100) }),
    somebody({ first_name: '李', last_name: 'محمد 😀' }),
    somebody({ first_name: ' ', last_name: 'de la Motte' }),
    {
      email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example.com`,
      phone: '+33799999999',
    },
  ]
  const { id } = await signing.create(people)
  await signing.finish(id, people)
  await expectSignedOnce(id, 4)
})

test('a name that would look like something else is refused', async () => {
  for (const last_name of ['\u202eevil', 'Zoé\r\nBcc: x@example.com'])
    expect((await signing.post([somebody({ last_name })])).json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/signers/0/last_name' }],
    })
  const named = await signing.post([somebody()], { options: { name: 'Contrat\nurgent' } })
  expect(named.json()).toMatchObject({ errors: [{ pointer: '/name' }] })
})

test('a signer is not given such a name afterwards', async () => {
  const { id, signers } = await signing.create([somebody({ last_name: 'Lovelace' })])
  const path = `/signers/${signers[0]?.id}`
  for (const last_name of ['\u202eevil', 'Zoé\r\nBcc: x@example.com', 'tab\there']) {
    const changed = await signing.act('PATCH', id, path, { first_name: 'Ada', last_name })
    expect(changed.status).toBe(422)
    expect(changed.json()).toMatchObject({ errors: [{ pointer: '/last_name' }] })
  }
  const stands = await signing.act('GET', id, '')
  expect(stands.json()).toMatchObject({ signers: [{ last_name: 'Lovelace' }] })
})

test('a closed pool of keys refuses at once, those who wait and those who come', async () => {
  const never = new Promise<never>(() => undefined)
  const pool = new KeyPool({ size: 0, makeKey: () => never, makeAhead: () => never })
  const waiting = pool.take()
  pool.close()
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' })
  await expect(pool.take()).rejects.toMatchObject({ code: 'shutting_down' })
})
