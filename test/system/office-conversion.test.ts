import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { landscape } from '../../scripts/bench/drawings.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { letter, textParagraph } from './office-documents.ts'
import { failure, openOffice, pause, pdfText } from './office-fixture.ts'

const IMAGES = ['photo', 'art'].map((name, index) => ({
  id: `rId${index + 1}`,
  type: 'image',
  target: `media/${name}.png`,
}))

/** A paragraph with a picture of 8 by 5 cm. */
const picture = (relation: string): string =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="2880000" cy="1800000"/><wp:docPr id="1" name="picture"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="picture"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2880000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

/** How each picture of a PDF is packed, leaving out masks. */
function pictureEncodings(pdf: Uint8Array): string[] {
  const list = execFileSync('pdfimages', ['-list', '-'], { input: pdf, encoding: 'utf8' })
  const rows = list.split('\n').slice(2).filter(Boolean)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , type]) => type === 'image')
    .map((cells) => cells[8] ?? '')
}

/** The first page as red, green and blue bytes. */
const pixelsOf = (pdf: Uint8Array): Buffer =>
  execFileSync('pdftoppm', ['-r', '48', '-f', '1', '-l', '1', '-'], { input: pdf })

function meanDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  return one.reduce((sum, byte, at) => sum + Math.abs(byte - (other[at] ?? 0)), 0) / one.length
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('a converted document', () => {
  test('is of the kind asked for and says so', async () => {
    const office = await openOffice()
    const docx = letter()
    const marks = {
      pdf: /^%PDF-1\.[67]/,
      'pdfa-2b': /pdfaid:part>2<[\s\S]*pdfaid:conformance>B</,
      'pdfa-3b': /pdfaid:part>3<[\s\S]*pdfaid:conformance>B</,
      pdfua: /pdfuaid:part>1</,
    } as const
    for (const [kind, mark] of Object.entries(marks)) {
      const { pdf } = await office.convert({ docx, kind: kind as keyof typeof marks })
      expect(latin1(pdf), kind).toMatch(mark)
      expect(latin1(pdf), `${kind} is tagged`).toMatch(/\/StructTreeRoot/)
      expect(pdfText(pdf)).toContain('Bonjour')
    }
  })

  test('may have comments: they are left out and LibreOffice does not crash on them', async () => {
    const office = await openOffice()
    const comment = '<w:p><w:r><w:t>seen by nobody</w:t></w:r></w:p>'
    const docx = makeDocx(
      `${textParagraph('before')}<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>remarkable</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
      [{ id: 'rId1', type: 'comments', target: 'comments.xml' }],
      {
        'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="A">${comment}</w:comment></w:comments>`,
      },
    )
    for (let n = 0; n < 2; n++) {
      const text = pdfText((await office.convert({ docx, kind: 'pdf' })).pdf)
      expect(text).toContain('remarkable')
      expect(text).not.toContain('nobody')
    }
    await pause(200)
    expect(office.status().counters).toMatchObject({ crashed: 0, lost: 0 })
  })

  test('has its photographs as JPEG and its artwork without loss, and looks the same', async () => {
    const office = await openOffice()
    const docx = makeDocx(picture('rId1') + picture('rId2'), IMAGES, {
      'word/media/photo.png': landscape(3),
      'word/media/art.png': readFileSync('scripts/templates/logo.png'),
    })
    const photographs = ['word/media/photo.png', 'word/media/of-no-such-name.png']
    for (const kind of ['pdf', 'pdfa-3b'] as const) {
      const exact = (await office.convert({ docx, kind })).pdf
      const { pdf } = await office.convert({ docx, kind, photographs: photographs.slice(0, 1) })
      expect(pictureEncodings(exact)).toEqual(['image', 'image'])
      expect(pictureEncodings(pdf)).toEqual(['jpeg', 'image'])
      expect(pdf.length).toBeLessThan(exact.length / 1.5)
      expect(meanDifference(pixelsOf(pdf), pixelsOf(exact))).toBeLessThan(0.5)
    }
    const named = await office.convert({ docx, kind: 'pdf', photographs })
    expect(pictureEncodings(named.pdf), 'a wrong name is no error').toEqual(['image', 'image'])
  })

  test('is made of a broken photograph too, as LibreOffice makes it', async () => {
    const office = await openOffice()
    const photograph = landscape(4)
    photograph.fill(0, photograph.length >> 1)
    const docx = makeDocx(textParagraph('before') + picture('rId1'), IMAGES.slice(0, 1), {
      'word/media/photo.png': photograph,
    })
    const { pdf } = await office.convert({
      docx,
      kind: 'pdf',
      photographs: ['word/media/photo.png'],
    })
    expect(pdfText(pdf)).toContain('before')
    expect(office.status().counters).toMatchObject({ crashed: 0, refused: 0 })
  })

  test('holds nothing of the document before it', async () => {
    const office = await openOffice()
    await office.convert({ docx: letter('first secret'), kind: 'pdf' })
    const { pdf } = await office.convert({ docx: letter('second'), kind: 'pdf' })
    expect(pdfText(pdf).trim()).toBe('second')
  })
})

describe('what is no Word document', () => {
  test.each([
    ['an empty file', new Uint8Array()],
    ['random bytes', Buffer.from('Ph\u0001\u0002 not a zip at all')],
    ['HTML', Buffer.from('<html><img src="http://127.0.0.1:9/a.png"></html>')],
    ['a cut-off file', letter().subarray(0, 600)],
    ['a zip without parts', Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`)],
    ['XML that ends early', makeDocx('<w:p><w:r>').slice()],
  ])('%s is refused and the next document is served', async (_, docx) => {
    const office = await openOffice()
    expect(await failure(office.convert({ docx, kind: 'pdf' }))).toMatchObject({
      code: 'render_failed',
    })
    expect(pdfText((await office.convert({ docx: letter(), kind: 'pdf' })).pdf)).toContain(
      'Bonjour',
    )
    expect(office.status().counters.lost).toBe(0)
  })
})
