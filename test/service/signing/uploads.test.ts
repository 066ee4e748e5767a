import { afterAll, beforeAll, expect, test } from 'vitest'
import { addForeignSignature, encryptedPdf, signedByOthers } from '../../support/odd-uploads.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

test('a file with a signature of one zero byte is signed to the end, and its evidence can be fetched', async () => {
  const who = somebody()
  const { id } = await signing.create([who], { pdf: await signedByOthers('00') })
  expect(await signing.finish(id, [who])).toMatchObject({ status: 'completed' })
  const evidence = await signing.act('GET', id, '/evidence')
  expect(evidence.status).toBe(200)
})

test('an encrypted file that is signed already is refused before anything is sent', async () => {
  const pdf = await encryptedPdf('AES-256', (document) =>
    addForeignSignature(document, 'ab'.repeat(2_000)),
  )
  const answer = await signing.post([somebody()], { pdf })
  expect([answer.status, answer.json<{ code: string }>().code]).toEqual([422, 'pdf_not_signable'])
  const listed = await signing.app.call('GET', '/api/v1/documents?limit=1', { key: signing.key })
  expect(listed.json<{ documents: Array<{ name: string }> }>().documents).toHaveLength(1)
})

test('an encrypted file is decrypted, the sender told, and signed to the end', async () => {
  const who = somebody()
  const made = await signing.create([who], { pdf: await encryptedPdf('AES-128') })
  expect(made.warnings?.[0]).toMatchObject({ code: 'decrypted', pointer: '/file' })
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})
