import { PDFDocument, PDFName, type PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import { openWhole } from '../../../src/pdf/open-whole.ts'
import { protectPdf } from '../../../src/pdf/protect.ts'

/** A PDF with a stream whose length stands behind it, as LibreOffice writes them. */
function pdfWith(stream: Buffer, length = stream.length): Buffer {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.6\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Data 3 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n3 0 obj\n<</Length 4 0 R>>\nstream\n',
    ),
    stream,
    Buffer.from(
      `\nendstream\nendobj\n4 0 obj\n${length}\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n`,
    ),
  ])
}

const dataOf = (document: PDFDocument): Buffer =>
  Buffer.from((document.catalog.lookup(PDFName.of('Data')) as PDFRawStream).contents)

test.each(['abc', 'abc\r', 'abc\n', 'abc\r\r', '\r', ''])(
  'a stream that ends like %j keeps every byte',
  async (text) => {
    const document = await openWhole(pdfWith(Buffer.from(text)))
    expect(dataOf(document).toString()).toBe(text)
    const again = await PDFDocument.load(await document.save({ useObjectStreams: false }))
    expect(dataOf(again).toString()).toBe(text)
  },
)

test('a stream that is shorter than it says is refused', async () => {
  await expect(openWhole(pdfWith(Buffer.from('abc'), 9))).rejects.toMatchObject({
    code: 'render_failed',
  })
})

test('a password costs no byte of a stream', async () => {
  const locked = await protectPdf(pdfWith(Buffer.from('abc\r')), 's3cret')
  const document = await PDFDocument.load(locked, { password: 's3cret' })
  expect(dataOf(document).toString()).toBe('abc\r')
})
