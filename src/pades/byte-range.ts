/**
 * Where a signature in a PDF stands and what it covers (ISO 32000-2, 12.8.1). Everything is checked against
 * the bytes of the file: the published attacks move, empty or double exactly these values.
 */
import { PDFArray, PDFDict, PDFHexString, PDFNumber } from 'pdf-lib'
import { type FormField, formFields, nameOf, textOf } from '../pdf/form-fields.ts'
import type { PdfFile } from '../pdf/pdf-file.ts'

/** A filled signature field. */
export interface FoundSignature {
  field: string
  kind: 'signature' | 'document-timestamp'
  subFilter: string
  reason?: string
  /** The CMS or token, with padding. */
  contents: Buffer
  /** The covered bytes. */
  covered: readonly [Buffer, Buffer]
  /** End of the signed revision in the file; 0 when the byte range is broken. */
  end: number
  /** DocMDP level, where this signature certifies the document. */
  certifies?: number
  problems: string[]
}

const HEX_STRING = /^<[0-9A-Fa-f\s]*>$/

function rangeOf(file: PdfFile, dict: PDFDict): number[] | undefined {
  const array = file.get(dict, 'ByteRange')
  if (!(array instanceof PDFArray) || array.size() !== 4) return undefined
  const numbers = array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1))
  return numbers.every((value) => Number.isSafeInteger(value) && value >= 0) ? numbers : undefined
}

/** What is wrong with a byte range; the gap must be this dictionary's own `/Contents` and nothing else. */
function rangeProblems(
  file: PdfFile,
  field: FormField,
  range: number[],
  contents: Buffer,
): string[] {
  const [start = 0, length = 0, second = 0, rest = 0] = range
  const { bytes } = file
  if (start !== 0 || second <= length || second + rest > bytes.length)
    return ['the byte range does not fit the file']
  const problems: string[] = []
  const gap = bytes.toString('latin1', length, second)
  const isContents =
    HEX_STRING.test(gap) && Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex').equals(contents)
  if (!isContents) problems.push('the byte range leaves out other bytes than the signature')
  const value = field.dict.entries().find(([key]) => key.decodeText() === 'V')?.[1]
  const number = value !== undefined && 'objectNumber' in value ? value.objectNumber : undefined
  const entry = typeof number === 'number' ? file.entry(number) : undefined
  if (entry?.kind === 'at') {
    const inside = entry.offset < length && !bytes.subarray(entry.offset, length).includes('endobj')
    if (!inside) problems.push('the byte range leaves out bytes of another place')
  }
  return problems
}

function certifies(file: PdfFile, dict: PDFDict): number | undefined {
  const references = file.get(dict, 'Reference')
  const first = references instanceof PDFArray ? references.get(0) : undefined
  if (nameOf(file.get(first, 'TransformMethod')) !== 'DocMDP') return undefined
  const level = file.get(file.get(first, 'TransformParams'), 'P')
  return level instanceof PDFNumber ? level.asNumber() : 2
}

function found(file: PdfFile, field: FormField, dict: PDFDict): FoundSignature {
  const given = file.get(dict, 'Contents')
  const contents = given instanceof PDFHexString ? Buffer.from(given.asBytes()) : Buffer.alloc(0)
  const range = rangeOf(file, dict)
  const problems: string[] = []
  if (contents.length === 0) problems.push('the signature is empty')
  if (range === undefined) problems.push('the byte range is missing')
  else problems.push(...rangeProblems(file, field, range, contents))
  const [, length = 0, second = 0, rest = 0] = range ?? []
  const whole = problems.length === 0
  const reason = textOf(file.get(dict, 'Reason'))
  const level = certifies(file, dict)
  return {
    field: field.name,
    kind: nameOf(file.get(dict, 'Type')) === 'DocTimeStamp' ? 'document-timestamp' : 'signature',
    subFilter: nameOf(file.get(dict, 'SubFilter')) ?? '',
    contents,
    covered: [file.bytes.subarray(0, length), file.bytes.subarray(second, second + rest)],
    end: whole ? second + rest : 0,
    problems,
    ...(reason !== undefined && { reason }),
    ...(level !== undefined && { certifies: level }),
  }
}

/** Every filled signature field, in the order in which the revisions were signed. */
export function findSignatures(file: PdfFile): FoundSignature[] {
  return formFields(file)
    .filter(({ type }) => type === 'Sig')
    .flatMap((field) => {
      const dict = file.get(field.dict, 'V')
      return dict instanceof PDFDict ? [found(file, field, dict)] : []
    })
    .sort((one, other) => one.end - other.end)
}
