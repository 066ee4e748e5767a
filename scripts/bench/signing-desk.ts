/** Documents of two signers on their way, for the bench: everything through the calls of the service. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verification } from '../../src/verification/schemas.ts'
import { type Person, type SigningApp, somebody } from '../../test/support/signing-app.ts'

const PLAN = {
  bench_signature: {
    title: 'Bench',
    signature: {
      signatures_per_month: null,
      api_keys: null,
      pdf_size_mb: 25,
      sends_per_minute: 1_000_000,
      request_expiry_days: 30,
    },
  },
}
const NO_LIMIT = '1000000/1000000'

/** Settings of a service with a key of the plan `bench_signature`, which no limit meets. */
export function deskSettings(folder: string): Record<string, string> {
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(PLAN))
  return {
    PARAPH_PLANS_FILE: plans,
    // As the service itself has on two cores.
    PARAPH_SIGN_WORKERS: '2',
    PARAPH_UPLOADS_MAX: '400',
    PARAPH_SMS_PER_KEY: NO_LIMIT,
    PARAPH_SMS_PER_ACCOUNT: NO_LIMIT,
    PARAPH_SMS_PER_PREFIX: NO_LIMIT,
  }
}

/** Milliseconds of work, and what came of it. */
export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

/** Fields of the last signer, and what is filled in. */
export interface Filled {
  fields: readonly object[]
  values: Readonly<Record<string, string | boolean>>
}

/** A document that everybody but the last signer has signed. */
export interface Waiting {
  id: string
  person: Person
  sha256: string
  pdf: Buffer
  values?: Filled['values'] | undefined
}

let addresses = 0
/** Everybody calls from an address of their own: calls without a key are limited by address. */
async function personOf(signing: SigningApp, who: ReturnType<typeof somebody>): Promise<Person> {
  const person = await signing.person(who)
  addresses += 1
  person.address = `10.0.${addresses >> 8}.${addresses & 255}`
  return person
}

/** Has a document made, and signed by the first of two. */
export async function waiting(
  signing: SigningApp,
  pdf: Uint8Array,
  filled?: Filled,
): Promise<Waiting> {
  const last = somebody(filled && { fields: [...filled.fields] })
  const people = [somebody(), last] as const
  const { id } = await signing.create(people, { pdf })
  await (await personOf(signing, people[0])).signWhole()
  const person = await personOf(signing, people[1])
  await person.verify()
  const { sha256 } = (await person.state()).document
  const { bytes } = await person.call('GET', '/file')
  return { id, person, sha256, pdf: bytes, values: filled?.values }
}

/** What the last signer's order answers to; the seal follows. */
export async function lastSignature({ person, sha256, values }: Waiting): Promise<void> {
  const order = { document_sha256: sha256, kind: 'typed', text: 'Zoé Łukasz', values }
  const answer = await person.call('POST', '/signature', order)
  if (answer.status !== 200) throw new Error(`not signed: ${answer.bytes}`)
}

/** From the last signer's order to the finished file: signature, seals, validation data, archive time-stamp, own validation. */
export async function finish(signing: SigningApp, document: Waiting): Promise<void> {
  await lastSignature(document)
  await signing.work()
}

/** The finished file. @throws Error when it is none, or less than B-LTA */
export async function finished(signing: SigningApp, id: string): Promise<Buffer> {
  const { status, level } = await signing.get(id)
  if (status !== 'completed' || level !== 'PAdES-BASELINE-LTA')
    throw new Error(`${id} is ${status}, level ${level}`)
  return await signing.signedFile(id)
}

/** Our verification, which must say yes. */
export async function verify(signing: SigningApp, pdf: Uint8Array): Promise<void> {
  const form = [['file', { filename: 'signed.pdf', bytes: pdf }]] as const
  const options = { key: signing.key, form: [...form] }
  const answer = await signing.app.call('POST', '/api/v1/verify', options)
  if (!answer.json<Verification>().valid) throw new Error(`not valid: ${answer.bytes}`)
}
