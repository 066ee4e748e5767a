/** One file from its first signature to our own validation, by the threads' own code and a real authority. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { FolderBlobStore } from '../../../src/files/folder-store.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import type { Certificate } from '../../../src/pades/certificate.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import type { DocumentPool } from '../../../src/signing/documents/pool.ts'
import { checkedFileSigner, validationOf } from '../../../src/signing/sealing/file-signer.ts'
import { inlineDocuments } from '../../support/inline-documents.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'
import { smallPdf } from '../../support/signing-app.ts'

const FIELDS = ['One', 'Two']
let authority: TestAuthority
let laidOut: Buffer
let blobs: FolderBlobStore

beforeAll(async () => {
  authority = await startAuthority()
  const fields = [...FIELDS, 'Stamp'].map((name) => ({ name, page: 0 }))
  blobs = new FolderBlobStore(join(authority.folder, 'blobs'))
  await blobs.open()
  const opened = await openPdf(await smallPdf())
  laidOut = layOut(opened, { reservedPages: [], fields, attachments: [] })
})
afterAll(() => authority.close())

const facts = { name: 'Essai', timeMs: Date.now() }
const holder = (by = authority) => {
  const { authority: keys } = by.pki
  const { timestamps } = authority.pki
  return { signer: keys.key('seal').then(({ signer }) => signer), timestamps }
}

/** Signs both fields, proves, stamps and judges. */
const der = (all: readonly Certificate[]) => all.map((each) => each.der)

async function finished(
  documents: DocumentPool,
  by = authority,
  stampRoots: readonly Certificate[] = [],
) {
  const file = await checkedFileSigner({ documents, blobs }, await blobs.put(laidOut))
  for (const field of FIELDS) await file.sign({ field, facts }, holder(by))
  const proven = await file.addValidationData(
    await authority.pki.revocation.validationData(file.certificates),
  )
  const named = [proven.sha256, sha256Hex(proven.pdf)]
  await file.stamp('Stamp', authority.pki.timestamps)
  const { roots } = await authority.pki.trusted()
  const trusted = { roots: der(roots), stampRoots: der(stampRoots) }
  return { named, judgement: await validationOf(documents, file, trusted, Date.now()) }
}

/** As where no thread ever has the same file twice. */
function forgetful(): DocumentPool {
  const documents = inlineDocuments()
  for (const method of ['begin', 'beginStamp', 'addData'] as const) {
    const real = documents[method].bind(documents) as (...all: unknown[]) => Promise<never>
    documents[method] = ((pdf: unknown, what: unknown) => real(pdf, what, randomUUID())) as never
  }
  return documents
}

test.each([
  ['one thread all the way', inlineDocuments],
  ['another thread at each step', forgetful],
])('several signatures with one set of validation data are B-LTA: %s', async (_who, pool) => {
  const { named, judgement } = await finished(pool())
  const [given, real] = named
  expect(given).toBe(real)
  expect(judgement.sha256).toBe(sha256Hex(judgement.pdf))
  expect(judgement.problems).toEqual([])
  const own = judgement.signatures.filter(({ field }) => FIELDS.includes(field))
  expect(own).toEqual(FIELDS.map((field) => ({ field, level: 'B-LTA', problems: [] })))
})

test('a seal below the root of a time-stamping authority outside is none of ours', async () => {
  const outside = await startAuthority(systemClock, 'Time-stamps only')
  onTestFinished(() => outside.close())
  const { roots } = await outside.pki.trusted()
  const { judgement } = await finished(inlineDocuments(), outside, roots)
  const own = judgement.signatures.filter(({ field }) => FIELDS.includes(field))
  expect(own).toHaveLength(FIELDS.length)
  for (const { problems } of own) expect(problems.join()).toContain('not among the trusted roots')
})

test('a file that is not what its name in the store says is recognised', async () => {
  const spoiled = Buffer.from(laidOut)
  spoiled[20] = (spoiled[20] ?? 0) ^ 1
  await blobs.put(spoiled, sha256Hex(Buffer.from('spoiled')))
  const file = checkedFileSigner(
    { documents: inlineDocuments(), blobs },
    sha256Hex(Buffer.from('spoiled')),
  )
  await expect(file).rejects.toMatchObject({ code: 'file_damaged', isMissing: false })
})
