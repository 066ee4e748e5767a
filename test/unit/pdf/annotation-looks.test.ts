/** Annotations without an appearance get one before the first signature: no reader draws them in its own way. */
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFNumber, PDFRawStream } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { decodedStream } from '../../../src/pdf/stream-data.ts'
import { loadTypesetting } from '../../../src/pdf/typesetting/shaper.ts'
import { BARE_ANNOTATIONS, bareAnnotations } from '../../support/bare-annotations.ts'

const key = (name: string) => PDFName.of(name)
const KINDS = Object.keys(BARE_ANNOTATIONS)

beforeAll(() => loadTypesetting())

/** The content of the appearances, by kind, with the dictionaries of the annotations. */
async function laidOut(pdf: Uint8Array) {
  const opened = await openPdf(pdf)
  const document = await PDFDocument.load(
    layOut(opened, { reservedPages: [], fields: [], attachments: [] }),
  )
  const list = document.getPage(0).node.lookup(key('Annots'), PDFArray)
  const found = list.asArray().map((_, index) => {
    const dict = list.lookup(index, PDFDict)
    const look = dict.lookup(key('AP'), PDFDict).lookup(key('N'))
    if (!(look instanceof PDFRawStream)) throw new TypeError('the appearance is no stream')
    const content = decodedStream(look).toString('latin1')
    return [dict.lookup(key('Subtype'), PDFName).decodeText(), { dict, look, content }] as const
  })
  return new Map(found)
}

test('every kind gets an appearance that fills its rectangle', async () => {
  const looks = await laidOut(await bareAnnotations())
  expect([...looks.keys()]).toEqual(KINDS)
  for (const { dict, look } of looks.values())
    expect(String(look.dict.get(key('BBox')))).toBe(String(dict.get(key('Rect'))))
})

test.each([
  ['Highlight', /1 1 0 rg 20 340 140 14 re f/],
  ['Underline', /1 0 0 RG 1 w 20 301 m 160 301 l S/],
  ['StrikeOut', /20 227 m 160 227 l S/],
  ['Squiggly', /20 261 m 22 263 l 24 261 l/],
  ['Text', /re b .* S/],
  ['FreeText', /0 0 1 rg [^\n]* cm\nBT \/Helv 12 Tf/],
  ['Square', /0\.9 0\.9 0\.9 rg 0 0\.4 0\.8 RG 2 w 201 21 48 38 re b/],
  ['Circle', / c s/],
  ['Line', /2 w 200 80 m 250 120 l S/],
  ['Polygon', /265 80 m 315 80 l 290 120 l s/],
  ['PolyLine', /330 80 m 380 80 l 355 120 l S/],
  ['Ink', /200 140 m 225 180 l 250 140 l S/],
])('%s is drawn where and as it says', async (kind, drawing) => {
  const looks = await laidOut(await bareAnnotations([kind]))
  expect(looks.get(kind)?.content).toMatch(drawing)
})

test('a highlight multiplies with the text below it, and opacity is kept', async () => {
  const looks = await laidOut(await bareAnnotations())
  expect(String(looks.get('Highlight')?.look.dict)).toContain('/BM /Multiply')
  expect(String(looks.get('Square')?.look.dict)).not.toContain('ExtGState')
})

test('an annotation that is drawn beyond its rectangle gets one around all of it', async () => {
  const document = await PDFDocument.create()
  const line = { Type: 'Annot', Subtype: 'Line', Rect: [0, 0, 0, 0], L: [50, 60, 90, 100] }
  document.addPage().node.set(key('Annots'), document.context.obj([line as never]))
  const looks = await laidOut(await document.save())
  const rect = looks.get('Line')?.dict.lookup(key('Rect'), PDFArray)
  expect(rect?.asArray().map((each) => (each as PDFNumber).asNumber())).toEqual([0, 0, 90.5, 100.5])
})

test('what has an appearance keeps it', async () => {
  const document = await PDFDocument.create()
  const { context } = document
  const N = context.register(context.stream('1 0 0 rg 0 0 9 9 re f', { BBox: [0, 0, 9, 9] }))
  const own = { Type: 'Annot', Subtype: 'Square', Rect: [0, 0, 9, 9], F: 4, AP: { N } }
  document.addPage().node.set(key('Annots'), context.obj([own as never]))
  const looks = await laidOut(await document.save())
  expect(looks.get('Square')?.content).toBe('1 0 0 rg 0 0 9 9 re f')
})
