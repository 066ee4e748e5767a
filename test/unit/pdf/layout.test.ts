import { deflateSync, inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { type Layout, layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { type PageFacts, rectAsSeen, rectOnPage } from '../../../src/pdf/pages.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { StructureTree } from '../../../src/pdf/tagged/structure-tree.ts'
import { plainDocument, SAMPLES } from '../../support/pdf-samples.ts'
import { taggedPdf } from './tagged-pdf.ts'

const field = { name: 'Signer', page: 0, box: { x: 10, y: 20, width: 100, height: 40 } }
const layout: Layout = { reservedPages: [], fields: [field], attachments: [] }
const bytes = (document: PDFDocument) => document.save({ useObjectStreams: false })
const laidOut = async (pdf: Uint8Array) => layOut(await openPdf(pdf), layout)

async function changed(change: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await plainDocument(1)
  change(document)
  return bytes(document)
}

describe('an upload is refused when', () => {
  test.each<[string, (document: PDFDocument) => void, string]>([
    [
      'its pages are made by an XFA form while it is open',
      ({ catalog, context }) => {
        catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: [] }))
        catalog.set(PDFName.of('NeedsRendering'), context.obj(true))
      },
      'print it to a PDF',
    ],
    [
      'it is certified and forbids every change',
      ({ catalog, context }) =>
        catalog.set(
          PDFName.of('Perms'),
          context.obj({ DocMDP: { Type: 'Sig', Reference: [{ TransformParams: { P: 1 } }] } }),
        ),
      'forbids every change',
    ],
  ])('%s', async (_name, change, reason) => {
    const pdf = await changed(change)
    await expect(laidOut(pdf)).rejects.toMatchObject({
      code: 'pdf_not_signable',
      message: expect.stringContaining(reason),
    })
  })

  test('it opens only with a password that is not given, and not when it is', async () => {
    const document = await plainDocument(1)
    document.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
    const pdf = await document.save()
    await expect(openPdf(pdf)).rejects.toMatchObject({ code: 'pdf_encrypted' })
    expect((await openPdf(pdf, { password: 'secret' })).facts.pages).toHaveLength(1)
  })

  test.each([
    ['it is no PDF', Buffer.from('hello')],
    ['it is empty', Buffer.alloc(0)],
    ['it says where nothing is', Buffer.from('%PDF-1.7\nstartxref\n5\n%%EOF')],
    [
      'its sections lead in a circle',
      Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<< /Prev 9 /Size 1 >>\nstartxref\n9\n%%EOF'),
    ],
  ])('%s', async (_name, pdf) => {
    await expect(openPdf(pdf)).rejects.toMatchObject({ code: 'pdf_invalid' })
  })
})

test('an object stream that inflates beyond all measure is left out of a file that does without it', async () => {
  const document = await plainDocument(1)
  const bomb = deflateSync(Buffer.alloc(200_000_000))
  const dict = document.context.obj({
    Type: 'ObjStm',
    N: 1,
    First: 4,
    Filter: 'FlateDecode',
    Length: bomb.length,
  })
  const ref = document.context.register(PDFRawStream.of(dict, bomb))
  const pdf = Buffer.from(await document.save({ useObjectStreams: false }))
  // The catalog is said to lie in the bomb.
  const file = PdfFile.open(pdf)
  const entry = `${file.catalogRef.objectNumber}`
  const forged = `\n99 0 obj\n<< /Type /XRef /Size 100 /W [1 2 1] /Index [${entry} 1] /Root ${entry} 0 R /Prev ${file.sections[0]!.offset} /Length 4 >>\nstream\n`
  const row = Buffer.from([2, ref.objectNumber >> 8, ref.objectNumber & 255, 0])
  const at = pdf.length + 1
  const bombed = Buffer.concat([
    pdf,
    Buffer.from(forged),
    row,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF`),
  ])
  // Read without the table that leads there, nothing of it is left.
  const { file: opened, notices } = await openPdf(bombed)
  expect(notices).toEqual(['repaired'])
  expect(opened.bytes.length).toBeLessThan(pdf.length)
})

describe('revision 0', () => {
  test.each(Object.entries(SAMPLES))(
    'of %s has the field and the text of every page',
    async (_name, make) => {
      const pdf = await laidOut(await make())
      const { facts } = await openPdf(pdf)
      expect(facts.openSignatureFields).toEqual([{ name: 'Signer' }])
      expect((await PDFDocument.load(pdf)).getPageCount()).toBe(facts.pages.length)
      expect(pdf.subarray(-6).toString()).toBe('\n%%EOF')
    },
  )

  test('drops what no reader would show', async () => {
    const document = await plainDocument(1)
    document.context.register(PDFString.of('hidden in the file'))
    expect((await laidOut(await bytes(document))).includes('hidden in the file')).toBe(false)
  })

  test('of a file with junk before its header is whole', async () => {
    const pdf = Buffer.concat([Buffer.from('junk\n'), await SAMPLES['a classic file']!()])
    expect((await openPdf(await laidOut(pdf))).facts.pages).toHaveLength(2)
  })
})

test.each([8_388_608, 18_446_744_073_307_450_000])(
  'a reference to object %d, which no file can have, leads nowhere and spoils nothing',
  async (number) => {
    const given = await changed(({ catalog }) => catalog.set(PDFName.of('Lost'), PDFRef.of(number)))
    const { context } = PdfFile.open(await laidOut(given))
    expect(context.largestObjectNumber).toBeLessThan(100)
  },
)

describe('a rectangle from the top left of the page as seen', () => {
  const box = { x: 20, y: 30, width: 500, height: 700 }
  const seen = { x: 10, y: 40, width: 100, height: 50 }
  test.each([
    [0, { x: 30, y: 640, width: 100, height: 50 }],
    [90, { x: 60, y: 40, width: 50, height: 100 }],
    [180, { x: 410, y: 70, width: 100, height: 50 }],
    [270, { x: 430, y: 620, width: 50, height: 100 }],
  ] as const)('lies right on a page turned by %i degrees', (rotation, expected) => {
    const page = { box, rotation, unit: 1 } as PageFacts
    expect(rectOnPage(page, seen)).toEqual(expected)
    expect(rectAsSeen(page, expected)).toEqual(seen)
    const doubled = { x: 20, y: 80, width: 200, height: 100 }
    expect(rectOnPage({ ...page, unit: 2 }, doubled)).toEqual(expected)
    expect(rectAsSeen({ ...page, unit: 2 }, expected)).toEqual(doubled)
  })
})

describe('what a layout adds to pages', () => {
  test('a watermark is on every page as an artifact, around which the page is as it was', async () => {
    const before = await openPdf(await bytes(await plainDocument(2)))
    const pdf = layOut(before, { ...layout, watermark: 'TEST' })
    const document = await PDFDocument.load(pdf)
    for (const page of document.getPages()) {
      const contents = page.node.Contents() as PDFArray
      expect(contents.size()).toBe(3)
      const last = document.context.lookup(contents.get(2)) as PDFRawStream
      expect(inflateSync(last.contents).toString('latin1')).toMatch(
        /^\nQ\n\/Artifact <<\/Type \/Pagination \/Subtype \/Watermark>> BDC\nq\n.*S\nQ\nEMC\n$/s,
      )
    }
  })

  test('a field of a tagged document is the content of a Form element in the parent tree', async () => {
    const host = await PDFDocument.load(
      await taggedPdf({ content: '', tags: [{ role: 'Document' }] }),
    )
    host.catalog.set(PDFName.of('MarkInfo'), host.context.obj({ Marked: true }))
    const tagged = await bytes(host)
    const label = { text: 'Signature de Zoé', language: 'fr' }
    const fields = [{ ...field, label }]
    const { catalog, context } = await PDFDocument.load(
      layOut(await openPdf(tagged), { ...layout, fields }),
    )
    const { root, elements } = new StructureTree(catalog, context)
    const form = elements.find(
      (element) => element.dict.get(PDFName.of('S')) === PDFName.of('Form'),
    )
    const key = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
    expect(key.asArray().at(-1)).toEqual(form?.ref)
    expect(form?.dict.lookup(PDFName.of('Lang'), PDFString).decodeText()).toBe('fr')
    const widget = form?.dict.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('Obj'), PDFDict)
    expect(widget?.lookup(PDFName.of('TU'), PDFHexString).decodeText()).toBe(label.text)
    expect(widget?.lookup(PDFName.of('StructParent'))).toEqual(key.asArray().at(-2))
  })
})

test.each([
  ['as it says', '/Cour 9 Tf 0 g', '/Cour 9 Tf'],
  ['in Helvetica where it says nothing', undefined, '/Helv 10 Tf'],
])(
  'a comment without an appearance is set %s, whatever becomes of the form',
  async (_, DA, set) => {
    const pdf = await changed((document) => {
      const page = document.getPage(0)
      const comment = {
        Type: 'Annot',
        Subtype: 'FreeText',
        Rect: [50, 50, 150, 70],
        Contents: PDFString.of('agreed'),
        ...(DA && { DA: PDFString.of(DA) }),
      }
      page.node.set(PDFName.of('Annots'), document.context.obj([comment]))
      const { context } = document
      const font = {
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: 'Courier',
        Encoding: 'WinAnsiEncoding',
      }
      const form = { Fields: [], DR: { Font: { Cour: font } } }
      document.catalog.set(PDFName.of('AcroForm'), context.obj(form as never))
    })
    const document = await PDFDocument.load(await laidOut(pdf))
    const [comment] = document.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray).asArray()
    const holder = document.context.lookup(comment, PDFDict).lookup(PDFName.of('AP'), PDFDict)
    const look = holder.lookup(PDFName.of('N'))
    if (!(look instanceof PDFRawStream)) throw new TypeError('it has no appearance')
    expect(Buffer.from(look.contents).toString()).toContain(`${set} `)
    const fonts = look.dict.lookup(PDFName.of('Resources'), PDFDict)
    expect(String(fonts)).toContain('/Font')
  },
)
