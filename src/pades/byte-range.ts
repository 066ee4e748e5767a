/**
 * Where a signature in a PDF is and what it covers (ISO 32000-2, 12.8.1). Everything is checked against the bytes of
 * the file: the published attacks move, empty or double exactly these values.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib'
import { omitUndefined } from '../kernel/type-guards.ts'
import { usageRightsOf } from '../pdf/facts.ts'
import { type FormField, formFields, isStamp, isText, nameOf, textOf } from '../pdf/form-fields.ts'
import { itemsOf, type PdfFile } from '../pdf/pdf-file.ts'
import { readBer } from './ber.ts'
import { type Problem, problem } from './problems.ts'
import { TRAIL_HEAD } from './signature-dictionary.ts'

/** A filled signature field. */
export interface FoundSignature {
  field: string
  kind: 'signature' | 'document-timestamp'
  subFilter: string
  reason?: string
  /** The entry of the signer's audit trail that it names, by its hash. */
  trailHead?: string
  /** Time claimed in the dictionary (`/M`), as written. */
  claimed?: string
  /** The CMS or time-stamp token, with padding. */
  contents: Buffer
  /** The covered bytes. */
  covered: readonly [Buffer, Buffer]
  /** End of the signed revision in the file; 0 when the byte range is broken. */
  end: number
  /** DocMDP level, if this signature certifies the document. */
  certifies?: number
  /** Fields it locks (FieldMDP, ISO 32000-2, 12.8.2.4). */
  locks?: FieldLock
  /** What it permits afterwards: the `/P` of its field's `/Lock` (ISO 32000-2, table 236), as a DocMDP level. */
  permits?: number
  problems: Problem[]
}

/** Which fields a signature locks. */
export interface FieldLock {
  action: 'All' | 'Include' | 'Exclude'
  fields: readonly string[]
}

const HEX_STRING = /^<[0-9A-Fa-f]*>$/
const PLAIN_RANGE = /^\/ByteRange\s*\[\s*\d+\s+\d+\s+\d+\s+\d+\s*\]/

function rangeOf(file: PdfFile, dict: PDFDict): number[] | undefined {
  const array = file.get(dict, 'ByteRange')
  if (!(array instanceof PDFArray) || array.size() !== 4) return undefined
  const numbers = array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1))
  return numbers.every((value) => Number.isSafeInteger(value) && value >= 0) ? numbers : undefined
}

/** Problems of a byte range; the gap must be exactly this dictionary's own `/Contents`. */
function rangeProblems(file: PdfFile, field: FormField, range: number[], contents: Buffer) {
  const [start = 0, length = 0, second = 0, rest = 0] = range
  const { bytes } = file
  if (start !== 0 || second <= length || second + rest > bytes.length)
    return [problem('byte_range_invalid')]
  const gap = bytes.toString('latin1', length, second)
  const isContents = HEX_STRING.test(gap) && Buffer.from(gap.slice(1, -1), 'hex').equals(contents)
  if (!isContents) return [problem('byte_range_gap')]
  const value = field.dict.get(PDFName.of('V'))
  const entry = value instanceof PDFRef ? file.entry(value.objectNumber) : undefined
  const at = entry ?? file.entry(field.ref.objectNumber)
  if (at?.kind !== 'at') return [problem('byte_range_misplaced')]
  const before = bytes.toString('latin1', at.offset, length)
  if (at.offset >= length || before.includes('endobj')) return [problem('byte_range_misplaced')]
  const close = bytes.indexOf('endobj', second)
  const after = bytes.toString('latin1', second, close < 0 ? second : close)
  return isPlain(before, after) ? [] : [problem('signature_odd')]
}

/**
 * Whether a signature dictionary's text, before and after its `/Contents`, has its range and its contents exactly
 * once, in plain digits: readers differ in which of two they use, and in how they handle comments and escapes.
 */
function isPlain(before: string, after: string): boolean {
  const both = `${before}<>${after}`
  const ranges = both.split('/ByteRange').length - 1
  const contents = (both.match(/\/Contents(?![A-Za-z])/g) ?? []).length
  const range = both.slice(both.indexOf('/ByteRange'))
  return ranges === 1 && contents === 1 && /\/Contents\s*$/.test(before) && PLAIN_RANGE.test(range)
}

/** Whether anything but zeros follows the CMS, where no signature covers it. */
function isPadded(contents: Buffer): boolean {
  try {
    return contents.subarray(readBer(contents).raw.length).some((byte) => byte !== 0)
  } catch {
    return false // reported as unreadable when it is parsed
  }
}

/** Some tools rewrite it as another kind of string. */
const bytesIn = (given: PDFObject | undefined): Buffer =>
  isText(given) ? Buffer.from(given.asBytes()) : Buffer.alloc(0)

const referencesOf = (file: PdfFile, dict: PDFDict): readonly PDFObject[] =>
  itemsOf(file.get(dict, 'Reference'))

function certifies(file: PdfFile, dict: PDFDict): number | undefined {
  const reference = referencesOf(file, dict).find(
    (each) => nameOf(file.get(each, 'TransformMethod')) === 'DocMDP',
  )
  if (reference === undefined) return undefined
  const level = file.get(file.get(reference, 'TransformParams'), 'P')
  return level instanceof PDFNumber ? level.asNumber() : 2
}

/** From the signature's own reference, and from the `/Lock` of its field, which is all that some tools write. */
function locksOf(file: PdfFile, dict: PDFDict, field: PDFDict): FieldLock | undefined {
  const reference = referencesOf(file, dict).find(
    (each) => nameOf(file.get(each, 'TransformMethod')) === 'FieldMDP',
  )
  const signed = lockIn(file, file.get(reference, 'TransformParams'))
  const fieldLock = lockIn(file, file.get(field, 'Lock'))
  if (signed?.action !== 'Include' || fieldLock?.action !== 'Include') return signed ?? fieldLock
  return { action: 'Include', fields: [...new Set([...signed.fields, ...fieldLock.fields])] }
}

function lockIn(file: PdfFile, parameters: PDFObject | undefined): FieldLock | undefined {
  const action = nameOf(file.get(parameters, 'Action'))
  if (action !== 'All' && action !== 'Include' && action !== 'Exclude') return undefined
  const fields = file.get(parameters, 'Fields')
  const names = fields instanceof PDFArray ? fields.asArray() : []
  return { action, fields: names.map((item) => textOf(file.resolve(item)) ?? '') }
}

function permitsOf(file: PdfFile, field: PDFDict): number | undefined {
  const level = file.get(file.get(field, 'Lock'), 'P')
  return level instanceof PDFNumber ? level.asNumber() : undefined
}

const WHOLE_PAIRS = /^(?:[0-9A-Fa-f]{2})*$/

/** A signature has some 40 kB of digits; pdf-lib decodes them one by one, which only irregular ones need. */
function bytesOf(given: PDFHexString): Buffer {
  const digits = given.asString()
  return WHOLE_PAIRS.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(given.asBytes())
}

function found(file: PdfFile, field: FormField, dict: PDFDict): FoundSignature {
  const given = file.get(dict, 'Contents')
  const contents = given instanceof PDFHexString ? bytesOf(given) : Buffer.alloc(0)
  const range = rangeOf(file, dict)
  const problems: Problem[] = []
  if (contents.length === 0) problems.push(problem('signature_empty'))
  if (range === undefined) problems.push(problem('byte_range_missing'))
  else problems.push(...rangeProblems(file, field, range, contents))
  const [, length = 0, second = 0, rest = 0] = range ?? []
  const whole = problems.length === 0
  if (isPadded(contents)) problems.push(problem('signature_padded'))
  return omitUndefined<FoundSignature>({
    field: field.name,
    kind: isStamp(file, dict) ? 'document-timestamp' : 'signature',
    subFilter: nameOf(file.get(dict, 'SubFilter')) ?? '',
    contents,
    covered: [file.bytes.subarray(0, length), file.bytes.subarray(second, second + rest)],
    end: whole ? second + rest : 0,
    problems,
    reason: textOf(file.get(dict, 'Reason')),
    trailHead: textOf(file.get(dict, TRAIL_HEAD)),
    claimed: textOf(file.get(dict, 'M')),
    certifies: certifies(file, dict),
    locks: locksOf(file, dict, field.dict),
    permits: permitsOf(file, field.dict),
  })
}

/** Every filled signature field, or those with a name, in the order in which the revisions were signed. */
export function findSignatures(file: PdfFile, named?: string): FoundSignature[] {
  return formFields(file)
    .filter(({ type, name }) => type === 'Sig' && (named === undefined || name === named))
    .flatMap((field) => {
      const dict = file.get(field.dict, 'V')
      return dict instanceof PDFDict ? [found(file, field, dict)] : []
    })
    .sort((one, other) => one.end - other.end)
}

/** Ends of the bytes that usage rights cover. */
export function usageRightsEnds(file: PdfFile): number[] {
  return usageRightsOf(file).flatMap((dict) => {
    const range = rangeOf(file, dict)
    // The range must leave out this dictionary's own contents: otherwise another signature could be explained away by
    // it.
    const [, length = 0, second = 0, rest = 0] = range ?? []
    const gap = file.bytes.toString('latin1', length, second)
    const isOwn =
      HEX_STRING.test(gap) &&
      bytesIn(file.get(dict, 'Contents')).equals(Buffer.from(gap.slice(1, -1), 'hex'))
    return isOwn ? [second + rest] : []
  })
}
