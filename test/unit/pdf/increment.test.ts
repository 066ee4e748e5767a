import { PDFDict, PDFDocument, PDFName, PDFRef, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../../src/kernel/errors.ts'
import { appendToPdf } from '../../../src/pdf/increment.ts'
import { isTable, LastSection, startOfXref } from '../../../src/pdf/last-section.ts'

async function sample(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle('Sample')
  document.addPage()
  return document.save({ useObjectStreams })
}

/** A change that adds one object and one member of the catalog. */
const stamp = (member: string, text: string) => ({
  members: [member],
  apply({ catalog, context }: { catalog: PDFDict; context: PDFDocument['context'] }) {
    catalog.set(PDFName.of(member), context.register(context.obj({ T: PDFString.of(text) })))
  },
})
const stamped = async (pdf: Uint8Array, member: string): Promise<string> => {
  const { catalog } = await PDFDocument.load(pdf)
  return catalog.lookup(PDFName.of(member), PDFDict).lookup(PDFName.of('T'), PDFString).decodeText()
}
const last = (pdf: Uint8Array) => LastSection.open(pdf, startOfXref(pdf))

describe('appending to a PDF', () => {
  test('of either cross-reference kind keeps its bytes, its kind and its pages', async () => {
    for (const streams of [false, true]) {
      const pdf = await sample(streams)
      const once = await appendToPdf(pdf, stamp('One', 'first'))
      const twice = await appendToPdf(once, stamp('Two', 'second'))
      expect(Buffer.from(twice.subarray(0, once.length)).equals(Buffer.from(once))).toBe(true)
      expect(Buffer.from(once.subarray(0, pdf.length)).equals(Buffer.from(pdf))).toBe(true)
      expect(isTable(twice, startOfXref(twice))).toBe(!streams)
      expect(await stamped(twice, 'One')).toBe('first')
      expect(await stamped(twice, 'Two')).toBe('second')
      expect((await PDFDocument.load(twice)).getTitle()).toBe('Sample')
    }
  })

  test('parses everything where a member of the catalog lies elsewhere', async () => {
    const once = await appendToPdf(await sample(false), stamp('One', 'first'))
    const twice = await appendToPdf(once, stamp('One', 'again'))
    expect(await stamped(twice, 'One')).toBe('again')
  })

  test('parses everything where the table lies about the catalog', async () => {
    const pdf = Buffer.from(await sample(false))
    const root = last(pdf)?.trailer.get(PDFName.of('Root'))
    const number = root instanceof PDFRef ? root.objectNumber : 0
    const text = pdf.toString('latin1')
    const table = text.lastIndexOf('\nxref\n') + '\nxref\n'.length
    const entry = text.indexOf('\n', table) + 1 + number * 20
    pdf.write('0000000009', entry, 'latin1')
    expect(last(pdf)?.load(PDFRef.of(number))).toBeUndefined()
    expect(await stamped(await appendToPdf(pdf, stamp('One', 'first')), 'One')).toBe('first')
  })

  test('is refused for what is no PDF', async () => {
    for (const bytes of ['', 'hello', '%PDF-1.7\nstartxref\n99999\n%%EOF\n']) {
      const error = await appendToPdf(Buffer.from(bytes), stamp('One', 'x')).catch(
        (thrown: AppError) => thrown,
      )
      expect(error).toMatchObject({ code: 'render_failed' })
    }
  })
})

describe('the last section of a PDF', () => {
  test('gives single objects and nothing it does not know', async () => {
    const section = last(await sample(false))
    const root = section?.trailer.get(PDFName.of('Root'))
    expect(root).toBeInstanceOf(PDFRef)
    expect(section?.load(root as PDFRef)).toBeInstanceOf(PDFDict)
    expect(section?.load(PDFRef.of(0))).toBeUndefined()
    expect(section?.load(PDFRef.of(999))).toBeUndefined()
  })

  test('is not read where it is a stream', async () => {
    expect(last(await sample(true))).toBeUndefined()
  })
})
