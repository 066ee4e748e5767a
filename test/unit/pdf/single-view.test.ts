/** One view of each page: what differs between screen, paper and zoom is fixed before the first signature. */
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  StandardFonts,
} from 'pdf-lib'
import { expect, test } from 'vitest'
import { openPdf } from '../../../src/pdf/opening.ts'
import { pdfText } from '../../support/pdf-text.ts'

const key = (name: string) => PDFName.of(name)

/** A page whose content the test writes, with two layers: `Shown` and `Printed`. */
async function layered(content: string, config: Record<string, unknown> = {}) {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const { context } = document
  const font = await document.embedFont(StandardFonts.Helvetica)
  await font.embed()
  const group = (name: string, usage = {}) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name), Usage: usage }))
  const [shown, printed] = [
    group('Shown'),
    group('Printed', { View: { ViewState: 'OFF' }, Print: { PrintState: 'ON' } }),
  ]
  const given = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => (each === 'shown' ? shown : printed)) : value,
    ]),
  )
  document.catalog.set(
    key('OCProperties'),
    context.obj({ OCGs: [shown, printed], D: { Order: [shown, printed], ...given } } as never),
  )
  page.node.set(
    key('Resources'),
    context.obj({ Font: { F1: font.ref }, Properties: { MC0: shown, MC1: printed } }),
  )
  page.node.set(key('Contents'), context.register(context.stream(content)))
  return { document, page, context, shown, printed }
}
const text = (words: string, y: number) => `BT /F1 12 Tf 20 ${y} Td (${words}) Tj ET`
const layer = (name: string, content: string) => `/OC /${name} BDC ${content} EMC`

const opened = async (document: PDFDocument) => {
  const { file, notices } = await openPdf(await document.save({ useObjectStreams: false }))
  return { words: pdfText(file.bytes).join(' '), notices, pdf: await PDFDocument.load(file.bytes) }
}

test('a layer that only printers show goes; one that is shown is part of the page', async () => {
  const { document } = await layered(
    [
      text('always', 150),
      layer('MC0', text('100 EUR', 100)),
      layer('MC1', text('9000 EUR', 50)),
    ].join('\n'),
  )
  const { words, notices, pdf } = await opened(document)
  expect(words).toContain('always')
  expect(words).toContain('100 EUR')
  expect(words).not.toContain('9000')
  expect(notices).toEqual([{ code: 'layers_fixed', places: [{ page: 1, kind: 'Printed' }] }])
  expect(pdf.catalog.has(key('OCProperties'))).toBe(false)
})

test.each([
  ['OFF in the configuration', { OFF: ['shown'] }],
  ['not ON where all start OFF', { BaseState: 'OFF', ON: ['printed'] }],
])('a layer that is %s goes', async (_, config) => {
  const { document } = await layered(
    `${layer('MC0', text('hidden', 100))} ${text('kept', 50)}`,
    config,
  )
  const { words } = await opened(document)
  expect(words).not.toContain('hidden')
  expect(words).toContain('kept')
})

test('of a hidden path the clip stays, and of a hidden object nothing', async () => {
  const content = `q ${layer('MC1', '0 0 100 100 re W f /X1 Do')} 0 0 300 200 re f Q`
  const { document, page, context } = await layered(content)
  const image = context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] })
  const resources = page.node.Resources()
  resources?.set(key('XObject'), context.obj({ X1: context.register(image) }))
  const { pdf } = await opened(document)
  const stream = pdf.context.lookup(pdf.getPage(0).node.get(key('Contents'))) as unknown as {
    getContents(): Uint8Array
  }
  expect(inflateSync(stream.getContents()).toString().replace(/\s+/g, ' ').trim()).toBe(
    'q 0 0 100 100 re W n 0 0 300 200 re f Q',
  )
})

test('text that continues a hidden one cannot be placed: the file is refused by that', async () => {
  const { document } = await layered(
    'BT /F1 12 Tf 20 50 Td /OC /MC1 BDC (secret ) Tj EMC (rest) Tj ET',
  )
  await expect(opened(document)).rejects.toMatchObject({ code: 'pdf_invalid' })
})

test('annotations of paper go, those of a screen are printed too, at any zoom', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const { context } = document
  const annotation = (F: number, more = {}) =>
    context.obj({ Type: 'Annot', Subtype: 'Square', Rect: [10, 10, 50, 50], F, ...more })
  page.node.set(
    key('Annots'),
    context.obj([
      annotation(4 | 32, { NM: PDFString.of('paper') }),
      annotation(8 | 16, { NM: PDFString.of('screen') }),
      annotation(4, { NM: PDFString.of('film'), Subtype: 'Movie' }),
    ]),
  )
  const { notices, pdf } = await opened(document)
  const left = pdf.getPage(0).node.lookup(key('Annots'), PDFArray)
  expect(left.size()).toBe(1)
  expect(String(left.lookup(0))).toContain('/F 4')
  expect(notices).toEqual([
    { code: 'hidden_annotations_removed', places: [{ page: 1, kind: 'Square' }] },
    { code: 'media_removed', places: [{ page: 1, kind: 'Movie' }] },
  ])
})

test('a border of a link is printed where a screen shows it, a field that only paper shows is hidden', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const kinds = [
    { Subtype: 'Link' },
    { Subtype: 'Link', Border: [0, 0, 0] },
    { Subtype: 'Widget', FT: 'Tx', F: 4 | 32 },
  ].map((kind) => ({ Type: 'Annot', Rect: [10, 10, 50, 50], ...kind }))
  page.node.set(key('Annots'), document.context.obj(kinds as never))
  const { pdf } = await opened(document)
  const left = pdf.getPage(0).node.lookup(key('Annots'), PDFArray)
  const flags = left.asArray().map((_, index) => left.lookup(index, PDFDict).get(key('F')))
  expect(flags.map(String)).toEqual(['4', 'undefined', '38'])
})

test('of media the picture stays that the page shows', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const { context } = document
  const picture = context.register(
    context.stream('1 0 0 rg 0 0 40 40 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 40, 40],
    }),
  )
  const film = {
    Type: 'Annot',
    Subtype: 'Movie',
    Rect: [10, 10, 50, 50],
    F: 4,
    Movie: {},
    AP: { N: picture },
  }
  page.node.set(key('Annots'), context.obj([film]))
  const { notices, pdf } = await opened(document)
  const [left] = pdf.getPage(0).node.lookup(key('Annots'), PDFArray).asArray()
  expect(String(pdf.context.lookup(left))).toMatch(/\/Subtype \/Stamp/)
  expect(String(pdf.context.lookup(left))).not.toMatch(/\/Movie/)
  expect(notices).toEqual([{ code: 'media_removed', places: [{ page: 1, kind: 'Movie' }] }])
})

test.each([
  ['javascript:alert(1)', 'URI javascript:'],
  ['file:///C:/secret.txt', 'URI file:'],
  ['\\\\\\\\server\\\\share', 'URI'],
  ['https://example.com', undefined],
  ['mailto:a@example.com', undefined],
])('a link to %s goes as: %s', async (address, kind) => {
  const document = await PDFDocument.create()
  const { context } = document
  const A = context.obj({ S: 'URI', URI: PDFString.of(address) })
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [10, 10, 50, 50], A })
  document.addPage([300, 200]).node.set(key('Annots'), context.obj([link]))
  const { notices, pdf } = await opened(document)
  const [left] = pdf.getPage(0).node.lookup(key('Annots'), PDFArray).asArray()
  expect(String(pdf.context.lookup(left)).includes('/URI')).toBe(kind === undefined)
  expect(notices).toEqual(kind ? [{ code: 'links_removed', places: [{ page: 1, kind }] }] : [])
})

test('actions that open other files go, wherever they are chained', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const { context } = document
  const share = { S: 'GoToR', F: PDFString.of('\\\\\\\\server\\\\share\\\\a.pdf'), D: [0] }
  const A = { S: 'GoTo', D: [page.ref, 'Fit'], Next: [share, { S: 'GoToE', D: [0] }] }
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [10, 10, 50, 50], A }
  page.node.set(key('Annots'), context.obj([link as never]))
  document.catalog.set(key('OpenAction'), context.obj(share))
  const { notices, pdf } = await opened(document)
  expect(pdf.catalog.has(key('OpenAction'))).toBe(false)
  const [left] = pdf.getPage(0).node.lookup(key('Annots'), PDFArray).asArray()
  expect(String(pdf.context.lookup(left))).toMatch(/\/GoTo\n/)
  expect(String(pdf.context.lookup(left))).not.toMatch(/GoTo[RE]/)
  const [{ code, places }] = notices as [{ code: string; places: unknown[] }]
  expect(code).toBe('links_removed')
  expect(places).toHaveLength(3)
  expect(places).toContainEqual({ kind: 'GoToR' })
  expect(places).toContainEqual({ page: 1, kind: 'GoToR' })
  expect(places).toContainEqual({ page: 1, kind: 'GoToE' })
})

test.each([
  ['by its name', 'invoice.pdf.exe', 'text'],
  ['by its first bytes', 'notes.txt', 'MZ\u0090'],
])('an attached program is known %s and goes; other files stay', async (_, name, content) => {
  const document = await PDFDocument.create()
  document.addPage([300, 200])
  await document.attach(Buffer.from(content, 'latin1'), name)
  await document.attach(Buffer.from('<xml/>'), 'factur-x.xml')
  const { notices, pdf } = await opened(document)
  expect(notices).toEqual([{ code: 'programs_removed', places: [{ kind: name }] }])
  const tree = pdf.catalog.lookup(key('Names'), PDFDict).lookup(key('EmbeddedFiles'), PDFDict)
  const names = tree.lookup(key('Names'), PDFArray)
  expect(names.size()).toBe(2)
  expect(names.lookup(0, PDFHexString).decodeText()).toBe('factur-x.xml')
})

test('a portfolio becomes an ordinary document, and a page turns without a transition', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  page.node.set(key('Trans'), document.context.obj({ S: 'Dissolve' }))
  document.catalog.set(key('Collection'), document.context.obj({ View: 'T' }))
  const { notices, pdf } = await opened(document)
  expect(pdf.catalog.has(key('Collection'))).toBe(false)
  expect(notices).toEqual([
    { code: 'presentation_removed', places: [{ page: 1, kind: 'Trans' }, { kind: 'Collection' }] },
  ])
})

test('other versions of an image and content of other files go, named by their page', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const { context } = document
  const form = (more: object) =>
    context.register(
      context.stream('', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 9, 9],
        ...more,
      } as never),
    )
  const elsewhere = form({
    Ref: { F: PDFString.of('a.pdf'), Page: 0 },
    F: PDFString.of('page.bin'),
  })
  const inner = form({ Resources: { XObject: { C: elsewhere } } })
  const XObject = { A: form({ Alternates: [], OPI: {} }), B: inner }
  page.node.set(key('Resources'), context.obj({ XObject }))
  const { notices } = await opened(document)
  const [{ code, places }] = notices as [{ code: string; places: unknown[] }]
  expect(code).toBe('other_versions_removed')
  for (const kind of ['Alternates', 'OPI', 'Ref', 'F'])
    expect(places).toContainEqual({ page: 1, kind })
  expect(places).toHaveLength(4)
})

test('a document with one view is not rewritten', async () => {
  const document = await PDFDocument.create()
  document.addPage([300, 200])
  const bytes = Buffer.from(await document.save())
  expect(Buffer.compare((await openPdf(bytes)).file.bytes, bytes)).toBe(0)
})
