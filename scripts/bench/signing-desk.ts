/** Documents of two signers on their way, for the bench: everything through the calls of the service. */
import type { Verification } from '../../src/verification/schemas.ts'
import { type Person, type SigningApp, somebody } from '../../test/support/signing-app.ts'

/** Milliseconds of work, and what came of it. */
export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

/** A document that everybody but the last signer has signed. */
export interface Waiting {
  id: string
  person: Person
  sha256: string
  pdf: Buffer
}

/** Has a document made, and signed by the first of two. */
export async function waiting(signing: SigningApp, pdf: Uint8Array): Promise<Waiting> {
  const people = [somebody(), somebody()] as const
  const { id } = await signing.create(people, { pdf })
  await (await signing.person(people[0])).signWhole()
  const person = await signing.person(people[1])
  await person.verify()
  const { sha256 } = (await person.state()).document
  return { id, person, sha256, pdf: (await person.call('GET', '/file')).bytes }
}

/** What the last signer's order answers to; the seal follows. */
export async function lastSignature({ person, sha256 }: Waiting): Promise<void> {
  const order = { document_sha256: sha256, kind: 'typed', text: 'Zoé Łukasz' }
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
