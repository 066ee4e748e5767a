/**
 * A signature in two steps: first the file with everything except the signature's value, then the value is inserted.
 * Only a digest passes between them, so that the key can be anywhere and the file need not be moved.
 */
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { asBuffer } from '../kernel/bytes.ts'
import { invariant } from '../kernel/invariant.ts'
import { appearanceOf, type Drawing } from '../pdf/appearance.ts'
import { certifyingReference, fieldReference, lockOf } from '../pdf/field-lock.ts'
import { type FormField, formFields } from '../pdf/form-fields.ts'
import { type FilledInput, fillInputs } from '../pdf/input-fields.ts'
import { pagesOf, rotationOfPage } from '../pdf/pages.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { PdfUpdate } from '../pdf/pdf-update.ts'
import { addSignatureFields } from '../pdf/signature-fields.ts'
import type { CoveredDigests } from './covered-digests.ts'
import type { ValidationData } from './ports.ts'
import { addValidationData } from './security-store.ts'
import {
  CONTENTS_BYTES,
  RANGE_PLACEHOLDER,
  type SignatureFacts,
  signatureDictionary,
  timestampDictionary,
} from './signature-dictionary.ts'
import type { SigningDigest } from './signing-algorithm.ts'

/** The bytes between `<` and `>` of `/Contents`, both included. */
interface ContentsPlaceholder {
  start: number
  end: number
}

/** Appends data to a file. */
type Append<Pdf> = (pdf: Pdf, more: Uint8Array) => Pdf

/** How a file grows, and what has already been digested of it. */
interface Growth<Pdf> {
  append: Append<Pdf>
  digests: CoveredDigests
}

/** A file that is complete except for the value of its newest signature. */
export interface OpenSignature<Pdf> {
  pdf: Pdf
  placeholder: ContentsPlaceholder
  /** Digest of everything around the placeholder. */
  digest: Uint8Array
}

/** What to sign into which field. */
export interface FieldToSign {
  /** Name of a field that was laid out and is still empty. */
  field: string
  facts: SignatureFacts
  /** What is shown in the field; if undefined, its look does not change. */
  drawing?: Drawing
  /** Fields that this signer fills in; this signature covers their values. */
  filled?: readonly FilledInput[]
  /** Hash of the signer's algorithm; SHA-256 if absent. */
  digest?: SigningDigest
}

function emptyField(update: PdfUpdate, name: string) {
  const field = formFields(update).find((each) => each.name === name)
  invariant(field?.type === 'Sig', `the signature field ${name} was laid out`)
  invariant(update.get(field.dict, 'V') === undefined, `the field ${name} is still empty`)
  return field
}

function showDrawing(update: PdfUpdate, field: { dict: PDFDict }, drawing: Drawing): void {
  const appearance = update.get(field.dict, 'AP')
  const normal = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined
  invariant(normal instanceof PDFRef, 'the field was laid out with an appearance')
  const rotation = rotationOfPage(update, field.dict.get(PDFName.of('P')))
  update.set(normal, appearanceOf(update, drawing, rotation))
}

/** Names the certification signature in the catalog (ISO 32000-2, 12.8.6). */
function certifyBy(update: PdfUpdate, signature: PDFRef): void {
  const catalog = update.resolve(update.catalogRef)
  invariant(catalog instanceof PDFDict, 'the catalog was read before')
  catalog.set(PDFName.of('Perms'), update.context.obj({ DocMDP: signature }))
  update.set(update.catalogRef, catalog)
}

/** The library calls it for the signature, which is created later. */
class SignedLater extends Signer {
  override async sign(): Promise<Buffer> {
    return Buffer.alloc(0)
  }
}

const NEW_RANGE = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] */

/**
 * Writes the byte range and digests what it covers; the value is left empty. The library copies and searches its
 * input several times, so it only gets the appended part: its range then counts from there.
 */
async function opened<Pdf extends Uint8Array>(
  before: Pdf,
  update: PdfUpdate,
  { append, digests }: Growth<Pdf>,
  hash: SigningDigest = 'sha256',
): Promise<OpenSignature<Pdf>> {
  const appended = await new SignPdf().sign(update.appended(), new SignedLater())
  const at = appended.lastIndexOf('/ByteRange [0 ')
  const range = NEW_RANGE.exec(appended.toString('latin1', at, at + RANGE_PLACEHOLDER.length))
  invariant(at >= 0 && range !== null, 'a new signature has its byte range')
  const [start = 0, end = 0, rest = 0] = range.slice(1).map(Number)
  invariant(
    end - start === 2 * CONTENTS_BYTES + '<>'.length && end + rest === appended.length,
    'the byte range leaves out the value that is to come, and nothing else',
  )
  const placeholder = { start: before.length + start, end: before.length + end }
  const written = `/ByteRange [0 ${placeholder.start} ${placeholder.end} ${rest}]`.padEnd(
    range[0].length,
  )
  invariant(written.length === range[0].length, 'there is room for the byte range')
  appended.write(written, at, 'latin1')
  const pdf = append(before, appended)
  const digest = digests.of(hash, [
    pdf.subarray(0, placeholder.start),
    pdf.subarray(placeholder.end),
  ])
  return { pdf, placeholder, digest }
}

/**
 * Fields with an appearance stream that no one signs in. pyHanko takes a stream that is older than the signature for
 * one that was changed after it, and then rejects every signature that names such a field.
 */
function drawnFields(update: PdfUpdate): Set<string> {
  const drawn = formFields(update).filter(({ dict, type }) => {
    const look = update.get(update.get(dict, 'AP'), 'N')
    return type !== 'Sig' && look instanceof PDFRawStream
  })
  return new Set(drawn.map(({ name }) => name))
}

/**
 * What a signature fixes: the document, if it certifies it, and the fields listed in its own field. Those that would
 * be misread are only in the field's own `/Lock`, which EU DSS and this service check too.
 */
function referencesOf(
  update: PdfUpdate,
  field: { dict: PDFDict },
  { facts, filled = [] }: FieldToSign,
): PDFDict[] {
  const said = lockOf(update, field.dict)
  const drawn = drawnFields(update)
  for (const { name } of filled) drawn.delete(name)
  const lock = said && { ...said, fields: said.fields.filter((name) => !drawn.has(name)) }
  return [
    ...(facts.certify === true ? [certifyingReference(update.context)] : []),
    ...(lock === undefined ? [] : [fieldReference(update.context, lock, update.catalogRef)]),
  ]
}

/** Starts a person's or the service's signature. */
export async function openSignature<Pdf extends Uint8Array>(
  pdf: Pdf,
  what: FieldToSign,
  growth: Growth<Pdf>,
): Promise<OpenSignature<Pdf>> {
  const update = new PdfUpdate(PdfFile.open(pdf))
  const field = emptyField(update, what.field)
  fillInputs(update, what.filled ?? [])
  const signature = update.add(signatureDictionary(what.facts, referencesOf(update, field, what)))
  field.dict.set(PDFName.of('V'), signature)
  update.set(field.ref, field.dict)
  if (what.drawing !== undefined) showDrawing(update, field, what.drawing)
  if (what.facts.certify === true) certifyBy(update, signature)
  return await opened(pdf, update, growth, what.digest)
}

/** The appearance of an invisible field, such as that of an earlier time-stamp. */
function emptyAppearanceIn(update: PdfUpdate, fields: readonly FormField[]): PDFRef | undefined {
  for (const { dict, type } of fields) {
    const rect = update.get(dict, 'Rect')
    const isUnseen = rect instanceof PDFArray && String(rect) === '[ 0 0 0 0 ]'
    const looks = update.get(dict, 'AP')
    const look = looks instanceof PDFDict ? looks.get(PDFName.of('N')) : undefined
    if (type === 'Sig' && isUnseen && look instanceof PDFRef) return look
  }
  return undefined
}

/**
 * Starts a document time-stamp.
 * @param laidOut name of the field reserved for it; if there is none, one is added
 */
export async function openTimestamp<Pdf extends Uint8Array>(
  pdf: Pdf,
  laidOut: string | undefined,
  growth: Growth<Pdf>,
): Promise<OpenSignature<Pdf>> {
  const update = new PdfUpdate(PdfFile.open(pdf))
  const signature = update.add(timestampDictionary())
  const fields = formFields(update)
  const kept = fields.some((each) => each.name === laidOut)
  const name = kept && laidOut !== undefined ? laidOut : `Timestamp${fields.length + 1}`
  if (!kept) {
    const appearance = emptyAppearanceIn(update, fields)
    const place = { name, page: 0, ...(appearance !== undefined && { appearance }) }
    addSignatureFields(update, pagesOf(update), [place])
  }
  const field = emptyField(update, name)
  field.dict.set(PDFName.of('V'), signature)
  update.set(field.ref, field.dict)
  return await opened(pdf, update, growth)
}

/** Inserts the value of a signature, in place. */
export function fillContents(pdf: Uint8Array, placeholder: ContentsPlaceholder, value: Uint8Array) {
  invariant(value.length <= CONTENTS_BYTES, 'a signature fits into the room that was kept for it')
  asBuffer(pdf).write(Buffer.from(value).toString('hex'), placeholder.start + 1, 'latin1')
}

/** The padded `/Contents` of a closed signature. */
export const contentsIn = (pdf: Uint8Array, { start, end }: ContentsPlaceholder): Buffer =>
  Buffer.from(asBuffer(pdf).toString('latin1', start + 1, end - 1), 'hex')

/** Appends validation data for signatures, named by their padded `/Contents`: level B-LT. */
export function withValidationData<Pdf extends Uint8Array>(
  pdf: Pdf,
  { data, contents }: { data: ValidationData; contents: readonly Uint8Array[] },
  append: Append<Pdf>,
): Pdf {
  const update = new PdfUpdate(PdfFile.open(pdf))
  addValidationData(update, data, contents)
  return append(pdf, update.appended())
}
