/**
 * Published attacks on signed PDFs, rebuilt from their descriptions (universal signature forgery, incremental saving,
 * signature wrapping, shadow and certification attacks) as changes to a really signed file.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
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

/** One attack and the code of the problem that must be told. */
export type Attack = readonly [
  name: string,
  attack: (target: Target) => Buffer,
  code: string | RegExp,
]

const name = (text: string): PDFName => PDFName.of(text)

/** The file with a well-formed incremental update behind it. */
export function updated(pdf: Buffer, change: (update: PdfUpdate) => void): Buffer {
  const update = new PdfUpdate(PdfFile.open(pdf))
  change(update)
  return update.save()
}

const stream = (update: PdfUpdate, text: string, extra = {}): PDFRawStream => {
  const data = Buffer.from(text, 'latin1')
  return PDFRawStream.of(update.context.obj({ Length: data.length, ...extra }), data)
}

const dictOf = (update: PdfUpdate, ref: PDFObject | undefined): PDFDict => {
  const dict = update.resolve(ref)
  if (!(dict instanceof PDFDict)) throw new TypeError('a dictionary was expected')
  return dict
}

const catalogOf = (update: PdfUpdate): PDFDict => dictOf(update, update.catalogRef)

function contentsRef(update: PdfUpdate, page: number): PDFRef {
  const contents = pagesOf(update)[page]?.dict.get(name('Contents'))
  const first = contents instanceof PDFRef ? contents : undefined
  const array = update.resolve(contents)
  const found = first !== undefined && !(array instanceof PDFArray) ? first : undefined
  const item = array instanceof PDFArray ? array.get(0) : undefined
  const ref = found ?? item
  if (!(ref instanceof PDFRef)) throw new TypeError('the page has contents')
  return ref
}

function addAnnotation(update: PdfUpdate, page: number, annotation: object): void {
  const facts = pagesOf(update)[page]
  if (facts === undefined) throw new RangeError('no such page')
  const given = update.get(facts.dict, 'Annots')
  const list = given instanceof PDFArray ? given.asArray() : []
  const ref = update.add(update.context.obj(annotation as never))
  facts.dict.set(name('Annots'), update.context.obj([...list, ref]))
  update.set(facts.ref, facts.dict)
}

function addField(update: PdfUpdate, field: object, page = 0): PDFRef {
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

const appended = (pdf: Buffer, text: string): Buffer =>
  Buffer.concat([pdf, Buffer.from(text, 'latin1')])

/** A classic update made by hand, so that its section can be anything. */
function rawUpdate(
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

const table = ({ rows, trailer, prev }: { rows: string; trailer: string; prev: number }) =>
  `xref\n${rows}trailer\n<< ${trailer} /Prev ${prev} >>`

const contentNumber = (pdf: Buffer): number =>
  contentsRef(new PdfUpdate(PdfFile.open(pdf)), 0).objectNumber
const EVIL = '<< /Length 5 >>\nstream\nBT ET\nendstream'

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

/** Changes behind the last signature. */
export const INCREMENTS: readonly Attack[] = [
  [
    'a page’s contents exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[0]
        if (page === undefined) return
        page.dict.set(name('Contents'), update.add(stream(update, 'BT ET')))
        update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'a content stream overwritten (shadow: replace)',
    ({ signed }) =>
      updated(signed, (update) => update.set(contentsRef(update, 1), stream(update, 'BT ET'))),
    'page_changed',
  ],
  [
    'a font overwritten (shadow: replace)',
    ({ signed }) =>
      updated(signed, (update) =>
        update.set(
          fontOf(update),
          update.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }),
        ),
      ),
    'page_changed',
  ],
  ['a page added', ({ signed }) => updated(signed, addPage), 'pages_changed'],
  [
    'a page removed',
    ({ signed }) => updated(signed, (update) => editPages(update, (kids) => kids.slice(1))),
    'pages_changed',
  ],
  [
    'pages in another order',
    ({ signed }) => updated(signed, (update) => editPages(update, (kids) => [...kids].reverse())),
    'pages_changed',
  ],
  [
    'a page turned',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[0]
        page?.dict.set(name('Rotate'), PDFNumber.of(180))
        if (page !== undefined) update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'a page cropped',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[1]
        page?.dict.set(name('CropBox'), update.context.obj([0, 400, 595, 842]))
        if (page !== undefined) update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'an annotation over the text (evil annotation)',
    ({ signed }) =>
      updated(signed, (update) =>
        addAnnotation(update, 1, {
          Type: 'Annot',
          Subtype: 'FreeText',
          Rect: [0, 0, 500, 500],
          Contents: PDFHexString.fromText('1 000 000 €'),
        }),
      ),
    'annotation_added',
  ],
  [
    'a stamp over the text',
    ({ signed }) =>
      updated(signed, (update) =>
        addAnnotation(update, 0, { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 500, 500] }),
      ),
    'annotation_added',
  ],
  [
    'an annotation that calls itself a signature field',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'FreeText',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
        }),
      ),
    'annotation_added',
  ],
  [
    'a signature field with an action',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 0, 0],
          AA: {},
        }),
      ),
    'annotation_added',
  ],
  [
    'a picture of a signature over the text (sneaky signature)',
    ({ signed }) =>
      updated(signed, (update) => {
        const picture = update.add(
          stream(update, 'q Q', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }),
        )
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
          AP: { N: picture },
        })
      }),
    'false_signature_added',
  ],
  [
    'a text field over the text',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Tx',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
        }),
      ),
    'annotation_added',
  ],
  [
    'a signature’s picture exchanged',
    ({ signed }) =>
      updated(signed, (update) =>
        update.set(appearanceOf(update, 'Signer1'), stream(update, 'q Q')),
      ),
    'page_changed',
  ],
  [
    'a signature taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        const field = formFields(update).find((each) => each.name === 'Signer1')
        field?.dict.delete(name('V'))
        if (field !== undefined) update.set(field.ref, field.dict)
      }),
    'signature_hidden',
  ],
  [
    'the whole form taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        catalogOf(update).delete(name('AcroForm'))
        update.set(update.catalogRef, catalogOf(update))
      }),
    'signature_hidden',
  ],
  [
    'a signature moved on the page',
    ({ signed }) =>
      updated(signed, (update) => {
        const field = formFields(update).find((each) => each.name === 'Signer2')
        field?.dict.set(name('Rect'), update.context.obj([0, 0, 300, 300]))
        if (field !== undefined) update.set(field.ref, field.dict)
      }),
    'signature_changed',
  ],
  [
    'the signer’s reason exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const value = formFields(update)
          .find((each) => each.name === 'Signer1')
          ?.dict.get(name('V'))
        const dict = dictOf(update, value)
        dict.set(name('Reason'), PDFHexString.fromText('Autre'))
        update.set(value as PDFRef, dict)
      }),
    /object_changed|page_changed/,
  ],
  [
    'a script that runs on opening',
    ({ signed }) =>
      updated(signed, (update) => {
        const action = update.add(
          update.context.obj({ S: 'JavaScript', JS: PDFHexString.fromText('x') }),
        )
        catalogOf(update).set(name('OpenAction'), action)
        update.set(update.catalogRef, catalogOf(update))
      }),
    'catalog_changed',
  ],
  [
    'layers that hide content',
    ({ signed }) =>
      updated(signed, (update) => {
        catalogOf(update).set(name('OCProperties'), update.context.obj({ OCGs: [], D: {} }))
        update.set(update.catalogRef, catalogOf(update))
      }),
    'catalog_changed',
  ],
  [
    'validation data taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        const store = catalogOf(update).get(name('DSS'))
        const dict = dictOf(update, store)
        dict.set(name('CRLs'), update.context.obj([]))
        update.set(store as PDFRef, dict)
      }),
    'validation_data_removed',
  ],
  [
    'a revocation list exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const lists = update.get(catalogOf(update).get(name('DSS')), 'CRLs')
        const first = lists instanceof PDFArray ? lists.get(0) : undefined
        update.set(first as PDFRef, stream(update, 'other'))
      }),
    /object_changed/,
  ],
  [
    'another catalog (shadow: hide and replace)',
    ({ signed }) => {
      const { largestObjectNumber } = PdfFile.open(signed).context
      const text = PdfFile.open(signed).catalog.toString()
      return rawUpdate(signed, [[largestObjectNumber + 1, text]], ({ rows, trailer, prev }) =>
        table({
          rows,
          trailer: trailer.replace(/\/Root \d+/, `/Root ${largestObjectNumber + 1}`),
          prev,
        }),
      )
    },
    'catalog_changed',
  ],
]

/** Tricks with cross-references, which programs resolve differently. */
export const XREF_TRICKS: readonly Attack[] = [
  [
    'an object without a section',
    ({ signed }) => appended(signed, `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\n`),
    'stray_bytes',
  ],
  [
    'an object and a bare trailer',
    ({ signed }) =>
      appended(
        signed,
        `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\ntrailer\n<< /Root ${PdfFile.open(signed).catalogRef.toString()} >>\n`,
      ),
    'stray_bytes',
  ],
  [
    'an object, and the old startxref again',
    ({ signed }) =>
      appended(
        signed,
        `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj\nstartxref\n${PdfFile.open(signed).sections[0]?.offset}\n%%EOF`,
      ),
    'stray_bytes',
  ],
  [
    'an object in a comment',
    ({ signed }) =>
      appended(signed, `\n%${contentNumber(signed)} 0 obj ${EVIL.replaceAll('\n', ' ')} endobj\n`),
    'stray_bytes',
  ],
  [
    'an object that the section does not name',
    ({ signed }) => {
      const extra = `\n${contentNumber(signed)} 0 obj\n${EVIL}\nendobj`
      return rawUpdate(appended(signed, extra), [[900, '<< /Nothing true >>']], table)
    },
    'stray_bytes',
  ],
  [
    'the same number twice in a section',
    ({ signed }) => {
      const number = contentNumber(signed)
      const old = PdfFile.open(signed).entry(number)
      const row = `${number} 1\n${String(old?.kind === 'at' ? old.offset : 0).padStart(10, '0')} 00000 n \n`
      return rawUpdate(signed, [[number, EVIL]], ({ rows, ...rest }) =>
        table({ ...rest, rows: row + rows }),
      )
    },
    'update_ambiguous',
  ],
  [
    'a hybrid section with another view',
    ({ signed }) =>
      rawUpdate(signed, [[900, '<< /Nothing true >>']], ({ rows, trailer, prev }) =>
        table({ rows, trailer: `${trailer} /XRefStm ${prev}`, prev }),
      ),
    /update_ambiguous|pdf_invalid/,
  ],
  [
    'a section that leads past the signed state',
    ({ signed, steps }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer }) =>
          `xref\n0 0\ntrailer\n<< ${trailer} /Prev ${PdfFile.open(steps[0] ?? signed).sections[0]?.offset} >>`,
      ),
    /history_rewritten|signature_hidden/,
  ],
  [
    'a chain that leads in a circle',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer }) => `xref\n0 0\ntrailer\n<< ${trailer} /Prev ${signed.length + 1} >>`,
      ),
    'pdf_invalid',
  ],
  [
    'a negative offset of the section before',
    ({ signed }) =>
      rawUpdate(signed, [], ({ trailer }) => `xref\n0 0\ntrailer\n<< ${trailer} /Prev -5 >>`),
    'pdf_invalid',
  ],
  [
    'a row with a negative offset',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n-000000005 00000 n \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      ),
    'pdf_invalid',
  ],
  [
    'an object freed',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n0000000000 65535 f \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      ),
    'page_changed',
  ],
  [
    'an entry that leads to another signed object',
    ({ signed }) => {
      const font = PdfFile.open(signed).catalogRef.objectNumber
      const entry = PdfFile.open(signed).entry(font)
      const offset = String(entry?.kind === 'at' ? entry.offset : 0).padStart(10, '0')
      return rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n${contentNumber(signed)} 1\n${offset} 00000 n \ntrailer\n<< ${trailer} /Prev ${prev} >>`,
      )
    },
    /pdf_invalid|page_changed/,
  ],
  [
    'an object of another generation',
    ({ signed }) => {
      const at = signed.length + 1
      const number = contentNumber(signed)
      const body = `\n${number} 1 obj\n${EVIL}\nendobj\n`
      const whole = appended(signed, body)
      const prev = PdfFile.open(signed).sections[0]?.offset
      return appended(
        whole,
        `xref\n${number} 1\n${String(at).padStart(10, '0')} 00001 n \ntrailer\n<< /Size 9000 /Root ${PdfFile.open(signed).catalogRef.toString()} /Prev ${prev} >>\nstartxref\n${whole.length}\n%%EOF`,
      )
    },
    /page_changed/,
  ],
  [
    'encryption declared afterwards',
    ({ signed }) =>
      rawUpdate(
        signed,
        [],
        ({ trailer, prev }) =>
          `xref\n0 0\ntrailer\n<< ${trailer} /Encrypt << /Filter /Standard /V 1 >> /Prev ${prev} >>`,
      ),
    'pdf_invalid',
  ],
  ['garbage behind the end', ({ signed }) => appended(signed, '\nHello'), 'stray_bytes'],
]

function fontOf(update: PdfUpdate): PDFRef {
  const page = pagesOf(update)[1]
  const fonts = update.get(update.get(page?.dict, 'Resources'), 'Font')
  const font = fonts instanceof PDFDict ? fonts.values()[0] : undefined
  if (!(font instanceof PDFRef)) throw new TypeError('the page has a font')
  return font
}

function appearanceOf(update: PdfUpdate, field: string): PDFRef {
  const found = formFields(update).find((each) => each.name === field)
  const normal = (update.get(found?.dict, 'AP') as PDFDict | undefined)?.get(name('N'))
  if (!(normal instanceof PDFRef)) throw new TypeError('the field has an appearance')
  return normal
}

function editPages(update: PdfUpdate, edit: (kids: PDFObject[]) => PDFObject[]): void {
  const ref = catalogOf(update).get(name('Pages'))
  const tree = dictOf(update, ref)
  const kids = update.get(tree, 'Kids')
  const next = edit(kids instanceof PDFArray ? kids.asArray() : [])
  tree.set(name('Kids'), update.context.obj(next))
  tree.set(name('Count'), PDFNumber.of(next.length))
  update.set(ref as PDFRef, tree)
}

function addPage(update: PdfUpdate): void {
  const parent = catalogOf(update).get(name('Pages'))
  const page = update.add(
    update.context.obj({ Type: 'Page', Parent: parent, MediaBox: [0, 0, 9, 9] } as never),
  )
  editPages(update, (kids) => [...kids, page])
}
