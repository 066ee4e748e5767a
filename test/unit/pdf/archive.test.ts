import { cmyk, PDFDocument, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib'
import { expect, test } from 'vitest'
import { toArchive } from '../../../src/pdf/archive/archive.ts'
import { pagesOf } from '../../../src/pdf/pages.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { signedByOthers } from '../../support/odd-uploads.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { differenceOf, picturesOf } from '../../support/pictures.ts'

/** An invoice as simple programs write it: fonts by name, ink, a script, a form. */
async function simpleInvoice(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage()
  for (const [at, name] of [
    StandardFonts.Helvetica,
    StandardFonts.TimesRoman,
    StandardFonts.TimesRomanBold,
    StandardFonts.CourierOblique,
  ].entries())
    page.drawText('Facture n° 7 : 1 234,50 €, été, Œuvre', {
      x: 40,
      y: 700 - 40 * at,
      size: 14,
      font: await document.embedFont(name),
      color: cmyk(0.8, 0.2, 0, 0.3),
    })
  document.addJavaScript('print', 'this.print()')
  const field = document.getForm().createTextField('Total')
  field.setText('1 234,50')
  field.addToPage(page, { x: 40, y: 500, width: 120, height: 24 })
  return document.save()
}

test('fonts of the same widths are embedded, ink gets a profile, scripts and forms go, and each page looks the same', async () => {
  const given = await simpleInvoice()
  const { pdf, notices } = await toArchive(given)
  const file = PdfFile.open(pdf)
  const [page] = pagesOf(file)
  const fonts = file.get(file.get(page?.dict, 'Resources'), 'Font') as unknown as Map<
    string,
    string
  >
  expect(fonts).toBeDefined()
  expect(String(file.get(file.catalogRef, 'OutputIntents'))).toContain('GTS_PDFA1')
  expect(file.get(file.get(page?.dict, 'Resources'), 'ColorSpace')?.toString()).toContain(
    'DefaultCMYK',
  )
  expect(file.get(file.catalogRef, 'Metadata')).toBeInstanceOf(PDFRawStream)
  expect(file.catalog.has(PDFName.of('AcroForm'))).toBe(false)
  expect(pdfText(pdf)).toEqual(pdfText(given))
  expect(differenceOf(picturesOf(given, 1), picturesOf(pdf, 1))).toBeLessThan(8)
  expect(notices.map((each) => (typeof each === 'string' ? each : each.code))).toEqual([
    'fields_flattened',
    'javascript_removed',
  ])
})

test('a font that nothing here looks like is named with its page', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  const font = await document.embedFont(StandardFonts.ZapfDingbats)
  document.addPage().drawText('✔', { font })
  await expect(toArchive(await document.save())).rejects.toMatchObject({
    code: 'pdf_not_archivable',
    errors: [{ pointer: '/file', detail: expect.stringMatching(/ZapfDingbats.*page 2/) }],
  })
})

test('a signed file is refused: any change would break its signature', async () => {
  await expect(toArchive(await signedByOthers('00'))).rejects.toMatchObject({
    code: 'pdf_not_archivable',
  })
})

test('what is a PDF/A already stays one, and is the same when it is made again', async () => {
  const { pdf } = await toArchive(await simpleInvoice())
  const again = await toArchive(pdf)
  expect(pdfText(again.pdf)).toEqual(pdfText(pdf))
  expect(again.notices).toEqual([])
})
