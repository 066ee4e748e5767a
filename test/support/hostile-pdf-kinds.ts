/** Kinds of PDFs that ask a reader for much; see hostile-pdf.ts. */
import { assembled, type Body, bytesOf, objectStream, packed, row, stream } from './raw-pdf.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>'

/** A page whose members are these. */
export const onePage = (
  page: string,
  others: readonly [number, Body][] = [],
  catalog = CATALOG,
): Buffer =>
  assembled({
    objects: new Map<number, Body>([
      [1, catalog],
      [2, PAGES],
      [3, `<< /Type /Page /Parent 2 0 R ${page} >>`],
      ...others,
    ]),
  })

/** A page that shows the content stream. */
export const content = (data: Body, dict = '/Filter /FlateDecode', resources = ''): Buffer =>
  onePage(`/Contents 4 0 R /Resources << ${resources} >>`, [[4, stream(dict, data)]])

export const FONT = '/Font << /F 5 0 R >>'
export const text = (words = 'Signature: ________') => `BT /F 12 Tf 50 700 Td (${words}) Tj ET\n`

/** A form whose fields lie in `count` object streams of `size` bytes each; all of them hold the same. */
export function hiddenFields(count: number, size: number, filters = 1): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => 100 + index)
  const fields = numbers.map((number) => `${number} 0 R`).join(' ')
  const inside = new Map<number, readonly [number, number]>()
  const objects = new Map<number, Body>([
    [1, `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] >> >>`],
    [2, PAGES],
    [3, `<< /Type /Page /Parent 2 0 R /Annots [${fields}] >>`],
  ])
  const widget = '<< /FT /Tx /T (f) /Subtype /Widget /Rect [0 0 9 9] >>'
  const container = objectStream([[100, widget]], { fill: size, filters })
  for (const number of numbers) {
    inside.set(number, [number + count, 0])
    objects.set(number + count, container)
  }
  return assembled({ objects, inside })
}

/** One object of this text in an object stream, named by the catalog. */
export function hidden(object: Body, key = 'Names'): Buffer {
  const head = Buffer.from('4 0 ')
  const data = packed(Buffer.concat([head, bytesOf(object)]))
  return assembled({
    objects: new Map<number, Body>([
      [1, `<< /Type /Catalog /Pages 2 0 R /${key} 4 0 R >>`],
      [2, PAGES],
      [3, '<< /Type /Page /Parent 2 0 R >>'],
      [5, stream(`/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode`, data)],
    ]),
    inside: new Map([[4, [5, 0]]]),
  })
}

export const withXref = (dict: string, data: Buffer, size?: number): Buffer =>
  assembled({
    objects: new Map<number, Body>([
      [1, CATALOG],
      [2, PAGES],
      [3, '<< /Type /Page /Parent 2 0 R >>'],
    ]),
    xref: { dict, data, filter: '/FlateDecode' },
    ...(size !== undefined && { size }),
  })

export function pageTree(depth: number): Buffer {
  const objects = new Map<number, Body>([[1, CATALOG]])
  for (let level = 2; level < depth; level++)
    objects.set(
      level,
      `<< /Type /Pages /Parent ${level - 1} 0 R /Kids [${level + 1} 0 R] /Count 1 >>`,
    )
  objects.set(depth, `<< /Type /Page /Parent ${depth - 1} 0 R >>`)
  return assembled({ objects })
}

export function chainOfSections(count: number): Buffer {
  const parts = [onePage('')]
  const first = parts[0]?.toString('latin1') ?? ''
  let previous = Number(/startxref\n(\d+)/.exec(first)?.[1] ?? 0)
  let at = first.length
  for (let number = 0; number < count; number++) {
    const section = `xref\n0 0\ntrailer\n<</Root 1 0 R/Prev ${previous}>>\n`
    parts.push(Buffer.from(section))
    previous = at
    at += section.length
  }
  parts.push(Buffer.from(`startxref\n${previous}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** Strings that contain the objects behind them: each is read to the end of the file. */
export function overlapping(count: number): Buffer {
  const head = '%PDF-1.7\n'
  const parts = [head]
  const rows: Buffer[] = [row(0, 0, 0)]
  const fixed = [CATALOG.replace('>>', '/Names 4 0 R >>'), PAGES, '<< /Type /Page /Parent 2 0 R >>']
  let at = head.length
  const add = (number: number, body: string): void => {
    const written = `${number} 0 obj ${body}`
    rows.push(row(1, at, 0))
    parts.push(written)
    at += written.length
  }
  for (const [index, body] of fixed.entries()) add(index + 1, `${body} endobj\n`)
  for (let number = 4; number < count; number++) add(number, '(')
  parts.push(')'.repeat(count))
  at += count
  const own = rows.length
  rows.push(row(1, at + 1, 0))
  const data = packed(Buffer.concat(rows))
  const section = stream(
    `/Type /XRef /Root 1 0 R /Size ${own + 1} /W [1 4 2] /Filter /FlateDecode`,
    data,
  )
  return Buffer.concat([
    Buffer.from(`${parts.join('')}\n${own} 0 obj\n`),
    section,
    Buffer.from(`\nendobj\nstartxref\n${at + 1}\n%%EOF\n`),
  ])
}

/** Tiny objects in object streams, `each` in one. */
export function tinyObjects(count: number, each: number): Buffer {
  const objects = new Map<number, Body>([
    [1, CATALOG],
    [2, PAGES],
    [3, '<< /Type /Page /Parent 2 0 R >>'],
  ])
  const inside = new Map<number, readonly [number, number]>()
  const containers = Math.ceil(count / each)
  for (let container = 0; container < containers; container++) {
    const own = Array.from({ length: each }, (_, index): [number, string] => [
      4 + containers + container * each + index,
      '[]',
    ])
    own.forEach(([number], index) => {
      inside.set(number, [4 + container, index])
    })
    objects.set(4 + container, objectStream(own))
  }
  return assembled({ objects, inside })
}

/** Fields below a parent with a long name: every full name contains it. */
export function longNames(fields: number, length: number): Buffer {
  const kids = Array.from({ length: fields }, (_, index) => `${10 + index} 0 R`)
  const others = kids.map((_, index): [number, Body] => [
    10 + index,
    `<< /FT /Tx /T (${index}) /Parent 4 0 R >>`,
  ])
  return onePage(
    '',
    [[4, `<< /T (${'n'.repeat(length)}) /Kids [${kids.join(' ')}] >>`], ...others],
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
  )
}

/** Forms that draw forms: `fan` calls on each of `depth` levels. */
export function nestedForms(depth: number, fan: number): Buffer {
  const forms = Array.from({ length: depth }, (_, level): [number, Body] => {
    const next = 11 + level
    const resources = `/Resources << /XObject << /X ${next} 0 R >> /Font << /F 5 0 R >> >>`
    const drawn = level === depth - 1 ? text() : '/X Do '.repeat(fan)
    return [10 + level, stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`, drawn)]
  })
  return onePage('/Contents 4 0 R /Resources << /XObject << /X 10 0 R >> /Font << /F 5 0 R >> >>', [
    [4, stream('', `${text()}/X Do`)],
    [5, HELVETICA],
    ...forms,
  ])
}

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** A font whose table of characters says this, with a line of text that uses it. */
export const withCharacters = (cmap: Body, dict = ''): Buffer =>
  onePage(`/Contents 4 0 R /Resources << ${FONT} >>`, [
    [4, stream('', text())],
    [
      5,
      `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>`,
    ],
    [6, stream(dict, cmap)],
    [
      7,
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 >>',
    ],
  ])

export const bfrange =
  '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n'

/** A signature field, `count` times, each with a value that covers nothing. */
export function manySignatures(count: number, contents: string): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => 10 + index)
  const fields = numbers.map((number) => `${number} 0 R`).join(' ')
  return onePage(
    '',
    numbers.map((number): [number, Body] => [
      number,
      `<< /FT /Sig /T (s${number}) /V << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 30] /Contents <${contents}> >> >>`,
    ]),
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields}] >> >>`,
  )
}

/** Run lengths of 128 bytes each, deflated: 64 times what deflate alone gives. */
export const runLengths = (count: number): Buffer =>
  packed(Buffer.alloc(count * 2, Buffer.from([129, 0x20])))

export const names = (count: number): Buffer => {
  const parts = ['[']
  for (let number = 0; number < count; number++) parts.push('/', number.toString(36))
  return Buffer.from(`${parts.join('')}]`)
}

export const elements = (): string =>
  `<< /Type /StructTreeRoot /K [${'<</S/P/K[<</S/P>>]>>'.repeat(500_000)}] >>`

export const pagesTimes = (count: number): Buffer =>
  assembled({
    objects: new Map<number, Body>([
      [1, CATALOG],
      [2, `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`],
      [3, '<< /Type /Page /Parent 2 0 R >>'],
    ]),
  })

export const filteredObjects = (filter: string, data: Buffer): Buffer =>
  assembled({
    objects: new Map<number, Body>([
      [1, '<< /Type /Catalog /Pages 2 0 R /Names 4 0 R >>'],
      [2, PAGES],
      [3, '<< /Type /Page /Parent 2 0 R >>'],
      [5, stream(`/Type /ObjStm /N 1 /First 4 /Filter ${filter}`, data)],
    ]),
    inside: new Map([[4, [5, 0]]]),
  })
