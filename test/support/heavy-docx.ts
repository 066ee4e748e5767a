/** Word documents with so many of one thing that LibreOffice takes long for them: the hostile ones, and large honest ones. */
import { makeDocx, type Relationship } from '../../src/office/sample.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const WPS_URI = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'
const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore. '

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const para = (text: string, properties = ''): string =>
  `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const spread = (text: string, count: number, paragraphs: number): Uint8Array =>
  makeDocx(times(paragraphs, () => para(text.repeat(Math.ceil(count / paragraphs)))))

const shape = (index: number, content = ''): string =>
  `<w:p><w:r><mc:AlternateContent ${MC} xmlns:wps="${WPS_URI}"><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${index + 1}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="100000" cy="100000"/><wp:wrapNone/><wp:docPr id="${index + 1}" name="s"/><a:graphic><a:graphicData uri="${WPS_URI}"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="100000" cy="100000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>${content}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:r><w:t>older programs</w:t></w:r></mc:Fallback></mc:AlternateContent></w:r></w:p>`

const frame = (index: number): string =>
  para(
    `f${index}`,
    `<w:pPr><w:framePr w:w="${1000 + index}" w:h="300" w:hRule="exact" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="0" w:y="${index * 7}"/></w:pPr>`,
  )
const section = (index: number, columns: number): string =>
  para(
    `s${index}`,
    `<w:pPr><w:sectPr><w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/><w:cols w:num="${columns}"/></w:sectPr></w:pPr>`,
  )

function footnotes(count: number): Uint8Array {
  const body = times(
    count,
    (n) => `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="${n + 2}"/></w:r></w:p>`,
  )
  const notes = times(
    count,
    (n) =>
      `<w:footnote w:id="${n + 2}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>n</w:t></w:r></w:p></w:footnote>`,
  )
  return makeDocx(body, [{ id: 'rIdF', type: 'footnotes', target: 'footnotes.xml' }], {
    'word/footnotes.xml': `<w:footnotes ${W}>${notes}</w:footnotes>`,
  })
}

/** A PNG of one colour, as far as its size is read: header and end. */
function claimedPng(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function pictures(count: number): Uint8Array {
  const parts: Record<string, Uint8Array> = {}
  const rels: Relationship[] = []
  for (let n = 0; n < count; n++) {
    parts[`word/media/i${n}.png`] = claimedPng(5_000, 5_000)
    rels.push({ id: `rIm${n}`, type: 'image', target: `media/i${n}.png` })
  }
  return makeDocx(
    times(count, (n) => `<w:p><w:r><w:drawing><a:blip r:embed="rIm${n}"/></w:drawing></w:r></w:p>`),
    rels,
    parts,
  )
}

const cellsOf = (row: number, columns: number): string =>
  times(columns, (cell) => `<w:tc>${para(`${row}.${cell}`)}</w:tc>`)
/** A table. */
export const tableOf = (rows: number, columns = 6): Uint8Array =>
  makeDocx(
    `<w:tbl>${times(rows, (row) => `<w:tr>${cellsOf(row, columns)}</w:tr>`)}</w:tbl>${para('')}`,
  )

/** What no machine converts in a minute, by what there is too much of. */
export const HOPELESS_DOCX: Readonly<Record<string, { what: RegExp; make(): Uint8Array }>> = {
  '45,000 pages': {
    what: /pages/,
    make: () => makeDocx(times(45_000, () => '<w:p><w:r><w:br w:type="page"/></w:r></w:p>')),
  },
  '45,000 paragraphs that begin a page': {
    what: /pages/,
    make: () => makeDocx(times(45_000, () => para('x', '<w:pPr><w:pageBreakBefore/></w:pPr>'))),
  },
  '5,000 sections with columns': {
    what: /sections with columns/,
    make: () => makeDocx(times(5_000, (n) => section(n, 2 + (n % 2)))),
  },
  '5,000 sections': {
    what: /sections|pages/,
    make: () => makeDocx(times(5_000, (n) => section(n, 1).replace('continuous', 'nextPage'))),
  },
  '9,000 footnotes': { what: /9,000 footnotes/, make: () => footnotes(9_000) },
  '2,000 frames': { what: /2,000 frames/, make: () => makeDocx(times(2_000, frame) + para('t')) },
  '4,000 shapes': { what: /4,000 shapes/, make: () => makeDocx(times(4_000, (n) => shape(n))) },
  '4,000 text boxes': {
    what: /4,000 shapes, text boxes/,
    make: () =>
      makeDocx(
        times(4_000, (n) =>
          shape(n, `<wps:txbx><w:txbxContent>${para('b')}</w:txbxContent></wps:txbx>`),
        ),
      ),
  },
  'a paragraph that changes its direction 60,000 times': {
    what: /direction in one paragraph/,
    make: () => spread('אa', 30_000, 1),
  },
  'the same in character references': {
    what: /Chinese|direction/,
    make: () => spread('&#x5d0;a', 400_000, 400),
  },
  '500,000 emoji': { what: /emoji/, make: () => spread('😀', 500_000, 1_000) },
  'a paragraph of 90,000 emoji': {
    what: /emoji in one paragraph/,
    make: () => spread('😀', 90_000, 1),
  },
  '100 pictures of 25 million pixels': {
    what: /2,500 million pixels/,
    make: () => pictures(100),
  },
  '90,000 formats': {
    what: /different formats/,
    make: () =>
      makeDocx(
        times(
          45_000,
          (n) =>
            `<w:p><w:r><w:rPr><w:sz w:val="${n}"/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:color w:val="${n}"/></w:rPr><w:t>b</w:t></w:r></w:p>`,
        ),
      ),
  },
  'a table of 12,000 rows': { what: /rows in one table/, make: () => tableOf(12_000, 3) },
  '20,000 tracked changes': {
    what: /tracked changes/,
    make: () =>
      makeDocx(
        times(
          20_000,
          (n) => `<w:p><w:ins w:id="${n}" w:author="a"><w:r><w:t>x</w:t></w:r></w:ins></w:p>`,
        ),
      ),
  },
}

/** Large documents that people have, which pass. */
export const LARGE_DOCX: Readonly<Record<string, () => Uint8Array>> = {
  'a table of 2,000 rows': () => tableOf(2_000),
  '500 pages of text': () => makeDocx(times(2_500, () => para(LOREM.repeat(5)))),
  '500 pages with a break after each': () =>
    makeDocx(
      times(
        500,
        (n) =>
          `${para(LOREM.repeat(20))}<w:p><w:r><w:t>${n}</w:t><w:br w:type="page"/></w:r></w:p>`,
      ),
    ),
  '1,000 footnotes': () => footnotes(1_000),
  '300 shapes': () => makeDocx(times(300, (n) => shape(n))),
  '40 sections with columns': () => makeDocx(times(40, (n) => section(n, 2)) + para(LOREM)),
  'a book in Chinese of 100,000 characters': () => spread('漢字', 50_000, 500),
  'a contract in Hebrew with Latin names': () => spread('שלום Paraph ', 2_000, 200),
}
