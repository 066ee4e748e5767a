/**
 * Published attacks on signed PDFs, rebuilt from their descriptions (universal signature forgery, incremental saving,
 * signature wrapping, shadow and certification attacks) as changes to a really signed file.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { formFields } from '../../src/pdf/form-fields.ts'
import { pagesOf } from '../../src/pdf/pages.ts'
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import { PdfUpdate } from '../../src/pdf/pdf-update.ts'

/** The file under attack: laid out, signed by the first, by the second, sealed, stamped. */
export interface Target {
  steps: readonly Buffer[]
  signed: Buffer
}

/** One attack and the code of the problem that must be reported. */
export type Attack = readonly [
  name: string,
  attack: (target: Target) => Buffer,
  code: string | RegExp,
]

export const name = (text: string): PDFName => PDFName.of(text)

/** The file with a well-formed incremental update behind it. */
export function updated(pdf: Buffer, change: (update: PdfUpdate) => void): Buffer {
  const update = new PdfUpdate(PdfFile.open(pdf))
  change(update)
  return update.save()
}

export const stream = (update: PdfUpdate, text: string, extra = {}): PDFRawStream => {
  const data = Buffer.from(text, 'latin1')
  return PDFRawStream.of(update.context.obj({ Length: data.length, ...extra }), data)
}

export const dictOf = (update: PdfUpdate, ref: PDFObject | undefined): PDFDict => {
  const dict = update.resolve(ref)
  if (!(dict instanceof PDFDict)) throw new TypeError('a dictionary was expected')
  return dict
}

export const catalogOf = (update: PdfUpdate): PDFDict => dictOf(update, update.catalogRef)

export function contentsRef(update: PdfUpdate, page: number): PDFRef {
  const contents = pagesOf(update)[page]?.dict.get(name('Contents'))
  const first = contents instanceof PDFRef ? contents : undefined
  const array = update.resolve(contents)
  const found = first !== undefined && !(array instanceof PDFArray) ? first : undefined
  const item = array instanceof PDFArray ? array.get(0) : undefined
  const ref = found ?? item
  if (!(ref instanceof PDFRef)) throw new TypeError('the page has contents')
  return ref
}

export function addAnnotation(update: PdfUpdate, page: number, annotation: object): void {
  const facts = pagesOf(update)[page]
  if (facts === undefined) throw new RangeError('no such page')
  const given = update.get(facts.dict, 'Annots')
  const list = given instanceof PDFArray ? given.asArray() : []
  const ref = update.add(update.context.obj(annotation as never))
  facts.dict.set(name('Annots'), update.context.obj([...list, ref]))
  update.set(facts.ref, facts.dict)
}

export function addField(update: PdfUpdate, field: object, page = 0): PDFRef {
  const facts = pagesOf(update)[page]
  if (facts === undefined) throw new RangeError('no such page')
  const ref = update.add(update.context.obj({ P: facts.ref, ...field } as never))
  const annots = update.get(facts.dict, 'Annots')
  const list = annots instanceof PDFArray ? annots.asArray() : []
  facts.dict.set(name('Annots'), update.context.obj([...list, ref]))
  update.set(facts.ref, facts.dict)
  const form = catalogOf(update).get(name('AcroForm'))
  const dict = dictOf(update, form)
  const fields = update.get(dict, 'Fields')
  dict.set(
    name('Fields'),
    update.context.obj([...(fields instanceof PDFArray ? fields.asArray() : []), ref]),
  )
  if (form instanceof PDFRef) update.set(form, dict)
  return ref
}

/** Replaces text in place, padded with blanks so that nothing moves. */
export function inPlace(pdf: Buffer, pattern: RegExp, text: string): Buffer {
  const match = pattern.exec(pdf.toString('latin1'))
  if (match === null) throw new RangeError(`${pattern} is not in the file`)
  const forged = Buffer.from(pdf)
  forged.write(text.padEnd(match[0].length).slice(0, match[0].length), match.index, 'latin1')
  return forged
}

const RANGE = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/

function withRange(pdf: Buffer, forge: (length: number, second: number, rest: number) => string) {
  const [, length, second, rest] = RANGE.exec(pdf.toString('latin1'))?.map(Number) ?? []
  return inPlace(pdf, /\/ByteRange \[0 [\d ]+\] */, forge(length ?? 0, second ?? 0, rest ?? 0))
}

export const appended = (pdf: Buffer, text: string): Buffer =>
  Buffer.concat([pdf, Buffer.from(text, 'latin1')])

/** A classic update made by hand, so that its section can be anything. */
export function rawUpdate(
  pdf: Buffer,
  objects: readonly [number: number, body: string][],
  section: (parts: { rows: string; trailer: string; prev: number; size: number }) => string,
): Buffer {
  const file = PdfFile.open(pdf)
  let at = pdf.length + 1
  let body = '\n'
  let rows = ''
  for (const [number, text] of objects) {
    rows += `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const whole = `${number} 0 obj\n${text}\nendobj\n`
    body += whole
    at += whole.length
  }
  const prev = file.sections[0]?.offset ?? 0
  const size = file.context.largestObjectNumber + 2
  const trailer = `/Size ${size} /Root ${file.catalogRef.toString()}`
  return appended(pdf, `${body}${section({ rows, trailer, prev, size })}\nstartxref\n${at}\n%%EOF`)
}

export const table = ({ rows, trailer, prev }: { rows: string; trailer: string; prev: number }) =>
  `xref\n${rows}trailer\n<< ${trailer} /Prev ${prev} >>`

export const contentNumber = (pdf: Buffer): number =>
  contentsRef(new PdfUpdate(PdfFile.open(pdf)), 0).objectNumber
export const EVIL = '<< /Length 5 >>\nstream\nBT ET\nendstream'

/** Forgeries of the signature itself: its dictionary, its range, its contents. */
export const FORGERIES: readonly Attack[] = [
  [
    'no byte range',
    ({ signed }) => inPlace(signed, /\/ByteRange /, '/BiteRange '),
    'byte_range_missing',
  ],
  [
    'a byte range of null',
    ({ signed }) => withRange(signed, () => '/ByteRange null'),
    'byte_range_missing',
  ],
  [
    'an empty byte range',
    ({ signed }) => withRange(signed, () => '/ByteRange []'),
    'byte_range_missing',
  ],
  [
    'a byte range of one number',
    ({ signed }) => withRange(signed, () => '/ByteRange [0]'),
    'byte_range_missing',
  ],
  [
    'a byte range of three numbers',
    ({ signed }) => withRange(signed, (a, b) => `/ByteRange [0 ${a} ${b}]`),
    'byte_range_missing',
  ],
  [
    'a byte range with a negative number',
    ({ signed }) => withRange(signed, (a, b) => `/ByteRange [0 ${a} ${b} -1]`),
    'byte_range_missing',
  ],
  [
    'a byte range with a fraction',
    ({ signed }) => withRange(signed, (a, b) => `/ByteRange [0 ${a} ${b} .5]`),
    'byte_range_missing',
  ],
  [
    'a byte range of zeros',
    ({ signed }) => withRange(signed, () => '/ByteRange [0 0 0 0]'),
    'byte_range_invalid',
  ],
  [
    'a byte range beyond the end',
    ({ signed }) => withRange(signed, (a, b) => `/ByteRange [0 ${a} ${b} 9999999]`),
    'byte_range_invalid',
  ],
  [
    'a byte range that does not begin at 0',
    ({ signed }) => withRange(signed, (a, b, c) => `/ByteRange [9 ${a} ${b} ${c}]`),
    'byte_range_invalid',
  ],
  [
    'a byte range that overlaps itself',
    ({ signed }) => withRange(signed, (a, b, c) => `/ByteRange [0 ${b} ${a} ${c}]`),
    'byte_range_invalid',
  ],
  [
    'a comment in the byte range',
    ({ signed }) => withRange(signed, (a, b, c) => `/ByteRange [0 ${a} ${b}%\n${c}]`),
    /signature_odd|document_altered|byte_range/,
  ],
  [
    'a name with an escape for the byte range',
    ({ signed }) => inPlace(signed, /\/ByteRange \[0 \d/, '/Byte#52ange['),
    /signature_odd|byte_range/,
  ],
  [
    'no contents',
    ({ signed }) => inPlace(signed, /\/Contents </, '/Kontents <'),
    'signature_empty',
  ],
  ['contents of null', ({ signed }) => nullContents(signed, 'null'), 'signature_empty'],
  ['contents of nothing', ({ signed }) => nullContents(signed, '<>'), 'signature_empty'],
  [
    'contents of a single zero byte',
    ({ signed }) => nullContents(signed, '<00>'),
    /byte_range_gap|unreadable/,
  ],
  ['contents of zeros', ({ signed }) => filledContents(signed, '0'), 'signature_unreadable'],
  [
    'contents that are no CMS',
    ({ signed }) => filledContents(signed, '41'),
    'signature_unreadable',
  ],
  ['bytes hidden in the padding', ({ signed }) => padded(signed), 'signature_padded'],
  ['blanks inside the contents', ({ signed }) => blanksInContents(signed), 'byte_range_gap'],
  [
    'a range moved behind other bytes (wrapping)',
    ({ signed }) => withRange(signed, (a, b, c) => `/ByteRange [0 ${a} ${b + 10} ${c - 10}]`),
    'byte_range_gap',
  ],
  [
    'a range that begins earlier (wrapping)',
    ({ signed }) => withRange(signed, (a, b, c) => `/ByteRange [0 ${a - 10} ${b} ${c}]`),
    'byte_range_gap',
  ],
  [
    'the signed tail moved away to make room (wrapping)',
    ({ signed }) => wrapped(signed),
    /byte_range_(gap|misplaced)/,
  ],
  [
    'a second field with the same signature',
    ({ signed }) => updated(signed, doubleSignature),
    /revision_shared|revision_foreign/,
  ],
  [
    'another sub-filter',
    ({ signed }) => inPlace(signed, /ETSI\.CAdES\.detached/, 'adbe.x509.rsa_sha1  '),
    'format_unknown',
  ],
]

function contentsAt(pdf: Buffer): { start: number; end: number } {
  const start = pdf.indexOf('/Contents <') + '/Contents '.length
  return { start, end: pdf.indexOf('>', start) + 1 }
}

function nullContents(pdf: Buffer, text: string): Buffer {
  const { start, end } = contentsAt(pdf)
  const forged = Buffer.from(pdf)
  forged.fill(' ', start, end)
  forged.write(text, start)
  return forged
}

function filledContents(pdf: Buffer, hex: string): Buffer {
  const { start, end } = contentsAt(pdf)
  const forged = Buffer.from(pdf)
  forged.fill(hex, start + 1, end - 1, 'latin1')
  return forged
}

function padded(pdf: Buffer): Buffer {
  const { end } = contentsAt(pdf)
  const forged = Buffer.from(pdf)
  forged.write('4556494c', end - 9)
  return forged
}

function blanksInContents(pdf: Buffer): Buffer {
  const { end } = contentsAt(pdf)
  const forged = Buffer.from(pdf)
  forged.fill(' ', end - 101, end - 1)
  return forged
}

/**
 * Signature wrapping: what follows the first signature's contents is moved to the end, where a copied signature
 * dictionary covers it; the room gets another cross-reference section, at the offset the moved end still names.
 */
function wrapped(pdf: Buffer): Buffer {
  const [, length = 0, second = 0, rest = 0] = RANGE.exec(pdf.toString('latin1'))?.map(Number) ?? []
  const file = PdfFile.open(pdf.subarray(0, second + rest))
  const [section] = file.sections
  const value = formFields(file)
    .find((each) => each.name === 'Signer1')
    ?.dict.get(name('V'))
  if (section === undefined || !(value instanceof PDFRef)) throw new TypeError('it is signed')
  const contents = pdf.toString('latin1', length, second)
  const dictionary = (moved: string): string =>
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${length} ${moved} ${rest}] /Contents ${contents} >>`
  const bodies = new Map([
    [value.objectNumber, dictionary('0000000')],
    [contentNumber(pdf), EVIL],
  ])
  const build = (moved: string): string => {
    bodies.set(value.objectNumber, dictionary(moved))
    const numbers = new Set([...section.entries.keys(), ...bodies.keys()])
    const table = (offsets: ReadonlyMap<number, number>): string => {
      const rows = [...numbers].flatMap((number) => {
        const entry = section.entries.get(number)
        const at = offsets.get(number) ?? (entry?.kind === 'at' ? entry.offset : undefined)
        return at === undefined ? [] : [`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`]
      })
      const prev = file.sections[1]?.offset ?? 0
      return `xref\n${rows.join('')}trailer\n<< /Size ${numbers.size + 500} /Root ${file.catalogRef.toString()} /Prev ${prev} >>\n`
    }
    const zero = new Map([...bodies.keys()].map((number) => [number, 0] as const))
    let at = section.offset + table(zero).length
    const offsets = new Map<number, number>()
    let objects = ''
    for (const [number, body] of bodies) {
      offsets.set(number, at)
      const text = `${number} 0 obj\n${body}\nendobj\n`
      objects += text
      at += text.length
    }
    return ' '.repeat(section.offset - second) + table(offsets) + objects
  }
  const room = build('0000000')
  const moved = String(second + room.length).padStart(7, '0')
  const head = pdf.subarray(0, second)
  return Buffer.concat([
    head,
    Buffer.from(build(moved), 'latin1'),
    pdf.subarray(second, second + rest),
  ])
}

function doubleSignature(update: PdfUpdate): void {
  const signature = formFields(update)
    .find((each) => each.name === 'Signer1')
    ?.dict.get(name('V'))
  addField(update, {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFHexString.fromText('Twin'),
    Rect: [0, 0, 0, 0],
    V: signature,
  })
}
