/** The last check before anybody sees a document: a page is the same picture on a screen, on paper and at two zooms. */
import { PDFArray, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { assertSignable, layOut } from '../../../src/pdf/layout.ts'
import { assertOnePicture, drawing, spentMs } from '../../../src/pdf/one-picture.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { PageRaster, UndrawableError } from '../../../src/pdf/raster.ts'
import { addForeignSignature } from '../../support/odd-uploads.ts'

/** One page with an annotation of these flags over its text. */
async function annotated(F: number, signed = false): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context } = document
  const page = document.addPage([300, 200])
  page.drawText('100 EUR', { x: 20, y: 100 })
  const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 60] }
  const N = context.register(context.stream('1 0 0 rg 0 0 200 60 re f', look))
  const stamp = { Type: 'Annot', Subtype: 'Stamp', Rect: [20, 80, 220, 140], F, AP: { N } }
  if (signed) addForeignSignature(document, '00')
  const there = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
  page.node.set(PDFName.of('Annots'), context.obj([...there, context.register(context.obj(stamp))]))
  return await document.save({ useObjectStreams: false })
}

async function withContent(content: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 400])
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(content)))
  return await document.save()
}

test.each([
  ['only on paper', 4 | 32],
  ['only on a screen', 0],
])(
  'an annotation shown %s, in a document that others have signed, is refused by its page',
  async (_, flags) => {
    const opened = await openPdf(await annotated(flags, true))
    expect(opened.facts.signatures).toBe(1)
    expect(opened.compared).toEqual([1])
    await expect(assertOnePicture(opened)).rejects.toMatchObject({
      code: 'pdf_not_signable',
      message: expect.stringContaining('page 1 looks different on a screen and in print'),
    })
  },
)

/** A document that others have signed, with a layer of this usage and a link with this action. */
async function signedWith(usage: object, action: object): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context } = document
  const page = document.addPage([300, 200])
  const layer = context.register(
    context.obj({ Type: 'OCG', Name: PDFString.of('Plan B'), Usage: usage as never }),
  )
  document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: {} }))
  addForeignSignature(document, '00')
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], F: 4, A: action as never }
  const there = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
  page.node.set(PDFName.of('Annots'), context.obj([...there, context.register(context.obj(link))]))
  return await document.save({ useObjectStreams: false })
}

test('what stays active in a document that others have signed is named by its page and kind', async () => {
  const { notices, facts } = await openPdf(await signedWith({}, { S: 'GoToR', D: [0] }))
  expect(facts.unfit).toEqual([])
  expect(notices).toEqual([
    { code: 'active_content_kept', places: [{ kind: 'Plan B' }, { page: 1, kind: 'GoToR' }] },
  ])
})

test.each<[string, object, object, RegExp]>([
  ['a layer of some zooms', { Zoom: { min: 2 } }, { S: 'GoToR' }, /layers that a screen/],
  ['a layer of paper', { View: { ViewState: 'OFF' } }, { S: 'GoToR' }, /layers that a screen/],
  ['an action that switches layers', {}, { S: 'SetOCGState' }, /show or hide layers/],
])('%s in a document that others have signed is refused by that', async (_, usage, action, why) => {
  const opened = await openPdf(await signedWith(usage, action))
  expect(() => assertSignable(opened)).toThrow(why)
})

test('of the same document unsigned, the prepared file is one picture', async () => {
  for (const flags of [4 | 32, 0]) {
    const opened = await openPdf(await annotated(flags))
    const laidOut = layOut(opened, { reservedPages: [], fields: [], attachments: [] })
    await assertOnePicture({ ...(await openPdf(laidOut)), compared: [1] })
  }
})

test('a page that looks different at another zoom is refused', async () => {
  // Lines without a width are one pixel wide at every zoom: they fill the page at one and half of it at the other.
  const lines = Array.from({ length: 400 }, (_, y) => `0 ${y + 0.5} m 400 ${y + 0.5} l S`)
  const opened = await openPdf(await withContent(`0 w ${lines.join('\n')}`))
  await expect(assertOnePicture({ ...opened, compared: [1] })).rejects.toMatchObject({
    message: expect.stringContaining('page 1 looks different at another zoom'),
  })
})

test('what may differ and cannot be drawn is refused', async () => {
  const opened = await openPdf(await withContent(''))
  await expect(assertOnePicture({ ...opened, compared: [2] })).rejects.toMatchObject({
    code: 'pdf_not_signable',
    message: expect.stringContaining('page 2 cannot be opened for drawing'),
  })
})

test('a document with one view is not drawn', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  expect((await openPdf(await document.save())).compared ?? []).toEqual([])
  // Nothing goes: each annotation is printed from now on.
  expect((await openPdf(await annotated(0))).compared ?? []).toEqual([])
  expect((await openPdf(await annotated(4 | 32))).compared).toEqual([1])
})

test('of a document with layers only the pages are drawn that name one', async () => {
  const document = await PDFDocument.create()
  const { context } = document
  const layer = context.register(context.obj({ Type: 'OCG', Name: 'Plan' }))
  document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: {} }))
  const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], OC: layer }
  const names = [
    { Properties: { L: layer } },
    {},
    { XObject: { F: context.register(context.stream('0 0 9 9 re f', look)) } },
  ]
  for (const Resources of [...names, {}]) {
    const { node } = document.addPage([300, 200])
    node.set(PDFName.of('Resources'), context.obj(Resources))
    node.set(PDFName.of('Contents'), context.register(context.stream('0 0 9 9 re f')))
  }
  expect((await openPdf(await document.save())).compared).toEqual([1, 3])
})

test('more pages than can be compared in time are refused by that, and the count of those that were', async () => {
  const opened = await openPdf(await annotated(4 | 32))
  await assertOnePicture({ ...opened, compared: [1, 1] }, spentMs() + 60_000)
  await expect(assertOnePicture({ ...opened, compared: [1, 1] }, spentMs())).rejects.toMatchObject({
    code: 'pdf_not_signable',
    message: expect.stringContaining('of 2 were compared'),
  })
})

test('a page is drawn as wide as asked, and what is no PDF is not', async () => {
  const red = await withContent('1 0 0 rg 0 0 200 400 re f')
  const { width, height, pixels } = await drawing(red, (raster) => raster.draw(1, { width: 100 }))
  expect([width, height, pixels.length]).toEqual([100, 100, 40_000])
  const colorAt = (x: number) => [
    ...pixels.subarray((50 * width + x) * 4, (50 * width + x) * 4 + 3),
  ]
  expect([colorAt(20), colorAt(80)]).toEqual([
    [0, 0, 255],
    [255, 255, 255],
  ])
  await expect(PageRaster.open(Buffer.from('no PDF'))).rejects.toThrow(UndrawableError)
  // Callers get an answer with a code, whatever the picture is for.
  const opening = drawing(Buffer.from('no PDF'), () => undefined)
  await expect(opening).rejects.toMatchObject({ code: 'pdf_not_signable' })
})
