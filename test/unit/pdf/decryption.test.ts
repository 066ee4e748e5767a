import { PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { titleOf } from '../../../src/pdf/facts.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { ENCRYPTED_BY_QPDF } from '../../support/encrypted-files.ts'
import { addForeignSignature, encryptedPdf, signedByOthers } from '../../support/odd-uploads.ts'
import { pdfText } from '../../support/pdf-text.ts'

describe('a file that is encrypted and opens without a password', () => {
  test.each(Object.entries(ENCRYPTED_BY_QPDF))(
    '%s: it is removed, and the sender informed',
    async (_kind, base64) => {
      const { file, facts, notices } = await openPdf(Buffer.from(base64, 'base64'))
      expect(notices).toEqual(['decrypted'])
      expect(facts.pages).toHaveLength(1)
      expect(titleOf(file)).toBe('Bail commercial')
      expect(file.bytes.includes('/Encrypt')).toBe(false)
      expect(pdfText(file.bytes)).toEqual(['Bail '])
    },
  )

  test('a plain file is left as it is, byte for byte', async () => {
    const pdf = await signedByOthers('00')
    const { file, notices } = await openPdf(pdf)
    expect(notices).toEqual([])
    expect(file.bytes.equals(pdf)).toBe(true)
  })

  test('one that is signed too is refused: taking the encryption off would destroy the signature', async () => {
    const pdf = await encryptedPdf('AES-256', (document) =>
      addForeignSignature(document, 'ab'.repeat(2_000)),
    )
    await expect(openPdf(pdf)).rejects.toMatchObject({
      code: 'pdf_not_signable',
      message: expect.stringMatching(/encrypted and carries a signature.*send the document/),
    })
  })

  test('one whose signature was only taken out of its form is refused as well', async () => {
    const pdf = await encryptedPdf('AES-128', (document) => {
      addForeignSignature(document, 'ab'.repeat(2_000))
      document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [] }))
    })
    await expect(openPdf(pdf)).rejects.toMatchObject({ code: 'pdf_not_signable' })
  })
})
