import { expect, test } from 'vitest'
import { inspect } from '../../../src/signing/documents/inspect-upload.ts'
import { addForeignSignature, encryptedPdf } from '../../support/odd-uploads.ts'

test('a signed PDF that is encrypted and opens without a password is taken as it is', async () => {
  const file = await encryptedPdf('AES-256', (document) =>
    addForeignSignature(document, 'ab'.repeat(2_000)),
  )
  expect(await inspect({ file })).toEqual({ kind: 'application/pdf' })
})

test('a file that says it is a PDF and is none is refused', async () => {
  const file = Buffer.from('%PDF-1.7\nnothing of a PDF')
  await expect(inspect({ file })).rejects.toMatchObject({ code: 'pdf_invalid' })
})
