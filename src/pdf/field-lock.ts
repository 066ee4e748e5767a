/**
 * What a signature fixes of a form (ISO 32000-2, 12.7.5.5 and 12.8.2.4): written into its field as `/Lock` when the
 * document is laid out, and into the signature itself, for everyone who checks it later.
 */
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFNumber,
  type PDFRef,
} from 'pdf-lib'
import { nameOf, textOf } from './form-fields.ts'
import type { PdfTarget } from './pdf-target.ts'

/** Fields that must not change once a field is signed. */
export interface FieldLock {
  /** Full names. */
  fields: readonly string[]
  /** 1: nothing but validation data and time-stamps may change (ISO 32000-2, table 257). */
  permissions?: 1
}

const members = ({ fields, permissions }: FieldLock) => ({
  Action: 'Include',
  Fields: fields.map((name) => PDFHexString.fromText(name)),
  ...(permissions !== undefined && { P: permissions }),
})

/** The `/Lock` of a field (table 236), which must be an object of its own. */
export const lockDictionary = (context: PDFContext, lock: FieldLock): PDFDict =>
  context.obj({ Type: 'SigFieldLock', ...members(lock) })

/** What the signature of a field fixes, from the `/Lock` that {@link lockDictionary} created. */
export function lockOf(target: PdfTarget, field: PDFDict): FieldLock | undefined {
  const lock = target.get(field, 'Lock')
  const names = target.get(lock, 'Fields')
  if (nameOf(target.get(lock, 'Action')) !== 'Include' || !(names instanceof PDFArray))
    return undefined
  const fields = names.asArray().flatMap((name) => textOf(target.resolve(name)) ?? [])
  const permissions = target.get(lock, 'P')
  const isLast = permissions instanceof PDFNumber && permissions.asNumber() === 1
  return { fields, ...(isLast && { permissions: 1 }) }
}

/**
 * The reference of a signature that fixes fields (tables 256 and 259). What may change besides fields is stated in
 * the field, where the standard requires it, and here, where other programs look for it.
 */
export const fieldReference = (context: PDFContext, lock: FieldLock, catalog: PDFRef): PDFDict =>
  context.obj({
    Type: 'SigRef',
    TransformMethod: 'FieldMDP',
    TransformParams: { Type: 'TransformParams', V: '1.2', ...members(lock) },
    Data: catalog,
  })

/** The reference of a signature that certifies (table 257): forms may be filled in and signed. */
export const certifyingReference = (context: PDFContext): PDFDict =>
  context.obj({
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', V: '1.2', P: 2 },
  })
