/**
 * What an untrusted PDF contains, as far as it matters for signing: pages, signatures, and what makes a document
 * unfit because it could show different things to different people (active content, XFA) or must not change.
 */
import { PDFBool, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { activeContent, type Unfit } from './active-content.ts'
import { formFields, nameOf, textOf } from './form-fields.ts'
import { pagesOf, seenSize } from './pages.ts'
import { itemsOf, type PdfFile } from './pdf-file.ts'
import { signedPlacements } from './signed-placements.ts'
import { severalViews } from './single-view.ts'
import { decodedStream, readable } from './stream-data.ts'

const METADATA_MAX = 1_000_000

function certification(file: PdfFile): number | undefined {
  const signature = file.get(file.get(file.catalogRef, 'Perms'), 'DocMDP')
  if (signature === undefined) return undefined
  const [first] = itemsOf(file.get(signature, 'Reference'))
  const level = file.get(file.get(first, 'TransformParams'), 'P')
  return level instanceof PDFNumber ? level.asNumber() : 2
}

/**
 * Usage rights (ISO 32000-1, 12.8.2.3): signatures by which a program enabled readers to fill in the form. They are
 * in no field, and no person's.
 */
export function usageRightsOf(file: PdfFile): PDFDict[] {
  const permissions = file.get(file.catalogRef, 'Perms')
  return ['UR3', 'UR'].flatMap((key) => {
    const dict = file.get(permissions, key)
    const isUsage = itemsOf(file.get(dict, 'Reference')).some((each) =>
      /^UR3?$/.test(nameOf(file.get(each, 'TransformMethod')) ?? ''),
    )
    return dict instanceof PDFDict && isUsage ? [dict] : []
  })
}

/** Metadata packed in a way that PDF/A does not allow cannot claim PDF/A. */
export const plainText = (metadata: PDFRawStream): string =>
  readable(() => decodedStream(metadata).toString('utf8')) ?? ''

/** Whether a signature permits no later changes (ISO 32000-2, 12.7.5.5, table 236, and 12.8.2.4). */
function closes(file: PdfFile, field: PDFDict): boolean {
  const lock = file.get(field, 'Lock')
  const references = itemsOf(file.get(file.get(field, 'V'), 'Reference'))
  const parameters = references.map((each) => file.get(each, 'TransformParams'))
  return [lock, ...parameters].some((each) => {
    const level = file.get(each, 'P')
    const forbids = level instanceof PDFNumber && level.asNumber() === 1
    return forbids || nameOf(file.get(each, 'Action')) === 'All'
  })
}

function pdfaPart(file: PdfFile): number | undefined {
  const metadata = file.get(file.catalogRef, 'Metadata')
  if (!(metadata instanceof PDFRawStream) || metadata.contents.length > METADATA_MAX)
    return undefined
  const text = plainText(metadata)
  const part = /pdfaid:part(?:>|\s*=\s*["'])\s*(\d)/.exec(text)?.[1]
  return part === undefined ? undefined : Number(part)
}

/** Matches placeholder pages of XFA forms: only XFA programs draw the real ones. */
function unfitness(file: PdfFile, signatures: number): Unfit[] {
  if (signatures === 0) return hasNoPagesButXfa(file) ? ['xfaOnly'] : []
  return [
    ...activeContent(file),
    ...severalViews(file),
    ...(hasXfa(file) ? (['xfa'] as const) : []),
  ]
}

/** Whether its pages exist only while an XFA program has it open (ISO 32000-1, table 28). */
export const hasNoPagesButXfa = (file: PdfFile): boolean =>
  file.get(file.catalogRef, 'NeedsRendering') === PDFBool.True

/** Whether it has an XFA form, beside its fields or instead of them. */
export const hasXfa = (file: PdfFile): boolean =>
  file.get(file.get(file.catalogRef, 'AcroForm'), 'XFA') !== undefined

/**
 * Reads the facts.
 * @throws UnreadablePdfError when the file is damaged or hostile
 */
export function factsOf(file: PdfFile) {
  const pages = pagesOf(file)
  const all = formFields(file)
  const fields = all.filter(({ type }) => type === 'Sig')
  const signed = fields.filter(({ dict }) => file.get(dict, 'V') instanceof PDFDict)
  const certified = certification(file)
  const part = pdfaPart(file)
  const unfit = unfitness(file, signed.length)
  if (pages.length === 0) unfit.push('page')
  return {
    /** Pages in order; sizes in points as seen. */
    pages: pages.map(seenSize),
    /** Filled signature dictionaries, document time-stamps included. */
    signatures: signed.length,
    /** Where they are visible. */
    signedPlacements: signedPlacements(file, pages, signed),
    /** Whether a signature locks every field, or forbids every change from then on (FieldMDP All, Lock with P 1). */
    closed: signed.some(({ dict }) => closes(file, dict)),
    /** DocMDP level of a certified document (1 to 3). */
    ...(certified !== undefined && { certified }),
    /** Part of ISO 19005 that the metadata claims. */
    ...(part !== undefined && { pdfaPart: part }),
    /** Reasons for which signing is refused. */
    unfit,
    /** Signature fields that are not signed yet. */
    openSignatureFields: fields
      .filter((field) => !signed.includes(field))
      .map(({ name }) => ({ name })),
    /** Full names of all form fields. */
    fieldNames: new Set(all.map(({ name }) => name)),
  }
}

/** What was found. */
export type PdfFacts = ReturnType<typeof factsOf>

/** Title in the document information, if there is one. */
export const titleOf = (file: PdfFile): string | undefined =>
  textOf(file.get(file.trailer.get(PDFName.of('Info')), 'Title'))
