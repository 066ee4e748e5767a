/** What a protected PDF says of itself, asked of poppler, pdf.js and of the file's own bytes. */
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { protectPdf } from '../../../src/pdf/protect.ts'
import { pdfFacts } from '../../support/pdf-facts.ts'

const PASSWORD = 'très secret'
const TITLE = 'Contrat – Łukasz (n° 7)'
const AUTHOR = 'Zoé Martin'
const CHAPTER = 'Clause première'
const SPOKEN = 'Logo de la société'

/** A title, an author, a bookmark, a filled field and a text for assistive software. */
async function plainPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  page.drawText('Bail')
  document.setTitle(TITLE)
  document.setAuthor(AUTHOR)
  const field = document.getForm().createTextField('nom')
  field.setText('Dupont')
  field.addToPage(page)
  const { context, catalog } = document
  const outlines = context.nextRef()
  const item = context.register(
    context.obj({
      Title: PDFHexString.fromText(CHAPTER),
      Parent: outlines,
      Dest: [page.ref, PDFName.of('Fit')],
    }),
  )
  context.assign(outlines, context.obj({ First: item, Last: item, Count: 1 }))
  catalog.set(PDFName.of('Outlines'), outlines)
  const spoken = context.register(PDFString.of(SPOKEN))
  catalog.set(
    PDFName.of('Spoken'),
    context.register(context.obj({ ActualText: spoken, Each: [PDFHexString.fromText(SPOKEN)] })),
  )
  return document.save({ useObjectStreams: false })
}

let protectedPdf: Uint8Array
beforeAll(async () => {
  protectedPdf = await protectPdf(await plainPdf(), PASSWORD)
})

test('title and author are read with the password as they were written', async () => {
  const { info, text } = await pdfFacts(protectedPdf, PASSWORD)
  expect(info).toMatchObject({ Title: TITLE, Author: AUTHOR })
  expect(text).toContain('Bail')
})

test('bookmarks and values of fields are read with the password as they were written', async () => {
  const task = getDocument({ data: protectedPdf.slice(), password: PASSWORD, verbosity: 0 })
  const document = await task.promise
  expect((await document.getOutline()).map(({ title }) => title)).toEqual([CHAPTER])
  const page = await document.getPage(1)
  expect(await page.getAnnotations()).toMatchObject([{ fieldName: 'nom', fieldValue: 'Dupont' }])
  await task.destroy()
})

test('strings by themselves and in lists are encrypted too', () => {
  const file = PdfFile.open(protectedPdf)
  expect(file.decrypt(PASSWORD)).toBe(true)
  const spoken = file.get(file.catalogRef, 'Spoken')
  expect((file.get(spoken, 'ActualText') as PDFHexString).asBytes()).toEqual(
    PDFString.of(SPOKEN).asBytes(),
  )
  const each = PDFHexString.fromText(SPOKEN).asString()
  expect(String(file.get(spoken, 'Each'))).toBe(`[ <${each.toLowerCase()}> ]`)
})

describe('without the password nothing is read', () => {
  const hex = (text: string) => PDFHexString.fromText(text).asString()
  test.each([TITLE, AUTHOR, CHAPTER, SPOKEN, 'Dupont', 'Bail'])('%s', (text) => {
    const bytes = Buffer.from(protectedPdf).toString('latin1')
    expect(bytes.toLowerCase()).not.toContain(hex(text).toLowerCase())
    expect(bytes).not.toContain(`(${text})`)
  })
})
