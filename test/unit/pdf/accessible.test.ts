import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { makeAccessible } from '../../../src/pdf/tagged/accessible.ts'
import { readTagged, type TaggedSpec, taggedPdf } from './tagged-pdf.ts'

const key = PDFName.of
const repaired = async (spec: TaggedSpec, language = 'fr-FR') =>
  readTagged(await makeAccessible(await taggedPdf(spec), language))
const contentOf = (page: PDFDict): string =>
  inflateSync((page.lookup(key('Contents')) as PDFRawStream).contents).toString('latin1')

const text = (mcid: number, x = 10, y = 10): string =>
  `/P<</MCID ${mcid}>>BDC q BT ${x} ${y} Td (a)Tj ET Q EMC\n`
/** A picture as LibreOffice paints it: an artifact clipped to the frame. */
const picture = (x: number): string =>
  `/Artifact BMC Q q ${x} 50 40 40 re W* n q 40 0 0 40 ${x} 50 cm /Im1 Do Q EMC\n`
const frame = (x: number, alt?: string, height = 40) => ({
  A: { O: 'Layout', BBox: [x, 50, x + 40, 50 + height] },
  ...(alt !== undefined && { Alt: PDFString.of(alt) }),
})
const inDocument = (...kids: NonNullable<TaggedSpec['tags'][number]['kids']>) => [
  { role: 'Document', kids },
]

describe('pictures', () => {
  test('with a description hold what paints them', async () => {
    const { tree, page, root } = await repaired({
      content: `${text(0)}${picture(50)}${picture(100)}`,
      tags: inDocument(
        { role: 'P', kids: [0] },
        { role: 'Figure', more: frame(100, 'two') },
        { role: 'Figure', more: frame(50, 'one') },
      ),
    })
    expect(tree).toEqual([
      'Document',
      ' P',
      '  0',
      ' Figure Alt=two',
      '  1',
      ' Figure Alt=one',
      '  2',
    ])
    expect(contentOf(page)).toContain('/Figure<</MCID 2>>BDC Q q 50 50 40 40 re')
    expect(contentOf(page)).toContain('/Figure<</MCID 1>>BDC Q q 100 50 40 40 re')
    const numbers = root.lookup(key('ParentTree'), PDFDict).lookup(key('Nums'), PDFArray)
    expect(numbers.lookup(1, PDFArray).size()).toBe(3)
  })

  test.each([
    ['fr-CA', 'Image'],
    ['de', 'Bild'],
    ['ja-JP', 'Image'],
  ])('without a description are announced in %s as %s', async (language, word) => {
    const { tree } = await repaired({
      content: picture(50) + text(0),
      tags: inDocument({ role: 'P', kids: [0] }, { role: 'Figure', more: frame(50) }),
      language,
    })
    expect(tree).toContain(` Figure Alt=${word}`)
  })

  test('that are decorations, lines or nothing at all are passed over', async () => {
    const line = '/Figure<</MCID 1>>BDC 60 50 m 100 50 l S EMC\n'
    const { tree, page } = await repaired({
      content: `${text(0)}${picture(50)}${line}`,
      tags: inDocument(
        { role: 'P', kids: [0] },
        { role: 'Figure', more: frame(50, ' ') },
        { role: 'Figure', more: frame(60, undefined, 1), kids: [1] },
        { role: 'Figure', more: frame(140) },
      ),
    })
    expect(tree).toEqual(['Document', ' P', '  0'])
    expect(contentOf(page)).toContain('/Artifact BMC 60 50 m')
    expect(contentOf(page)).not.toContain('Figure')
  })
})

describe('roles', () => {
  test('a style called like a role of the standard no longer remaps it', async () => {
    const { tree, root } = await repaired({
      content: [0, 1, 2].map((mcid) => text(mcid)).join(''),
      tags: inDocument(
        { role: 'Note', kids: [0] },
        { role: 'Note', kids: [{ role: 'Body', kids: [1] }] },
        { role: 'Code', kids: [2] },
      ),
      roles: { Note: 'P', Body: 'P', Code: 'Body' },
    })
    const note = ' Note ID=note-000001'
    expect(tree).toEqual(['Document', ' P', '  0', note, '  Body', '   1', ' P', '  2'])
    expect(root.lookup(key('RoleMap'), PDFDict).keys()).toEqual([key('Body')])
    expect(root.lookup(key('IDTree'), PDFDict).lookup(key('Names'), PDFArray).size()).toBe(2)
  })

  test.each([
    ['H2 H4 H4 H3 H1', 'H1 H2 H2 H2 H1'],
    ['H1 H3 H2', 'H1 H2 H2'],
    ['H H1 H3', 'H1 H1 H2'],
    ['H1 H2 H3 H2', 'H1 H2 H3 H2'],
  ])('headings %s become %s', async (before, after) => {
    const roles = before.split(' ')
    const { tree } = await repaired({
      content: roles.map((_role, mcid) => text(mcid)).join(''),
      tags: inDocument(...roles.map((role, mcid) => ({ role, kids: [mcid] }))),
    })
    expect(tree.filter((line) => line.startsWith(' H')).join('')).toBe(` ${after}`)
  })
})

describe('links', () => {
  test('of a picture, of a text and of nothing tagged get an element each', async () => {
    const { tree, links, page, root } = await repaired({
      content: `${text(0, 10, 10)}${text(1, 30, 10)}${picture(50)}`,
      tags: inDocument(
        { role: 'P', kids: [0, 1] },
        { role: 'P', kids: [{ role: 'Figure', more: frame(50, 'shop') }] },
      ),
      links: [
        [29.9, 8, 60, 20],
        [50, 50, 90, 90],
        [150, 150, 190, 160],
      ],
    })
    expect(tree).toEqual([
      'Document',
      ...[' P', '  0', '  Link', '   1', '   link'],
      ...[' P', '  Link', '   Figure Alt=shop', '    2', '   link'],
      ...[' P', '  Link', '   link'],
    ])
    expect(links.map((link) => link.lookup(key('StructParent'), PDFNumber).asNumber())).toEqual([
      1, 2, 3,
    ])
    const texts = links.map((link) => (link.lookup(key('Contents')) as PDFString).decodeText())
    expect(texts).toEqual(['https://example.org/', 'shop', 'https://example.org/'])
    expect(page.get(key('Tabs'))).toBe(key('S'))
    expect(root.lookup(key('ParentTreeNextKey'), PDFNumber).asNumber()).toBe(4)
  })
})

describe('the document', () => {
  test('states the language it has, or the one given', async () => {
    const spec = { content: text(0), tags: inDocument({ role: 'P', kids: [0] }) }
    const language = async (more: object): Promise<unknown> =>
      (await repaired({ ...spec, ...more }, 'nl-BE')).document.catalog.lookup(key('Lang'))
    expect(String(await language({ language: 'it-IT' }))).toBe('(it-IT)')
    expect(String(await language({}))).toBe('(nl-BE)')
  })

  test('without tags, or with content that cannot be read, is refused', async () => {
    const plain = await PDFDocument.create()
    plain.addPage()
    const failed = { code: 'render_failed' }
    await expect(makeAccessible(await plain.save(), 'fr')).rejects.toMatchObject(failed)
    const broken = await taggedPdf({ content: '(never closed', tags: [] })
    await expect(makeAccessible(broken, 'fr')).rejects.toMatchObject(failed)
  })
})
