/**
 * The marks that a merge leaves at the places for signers: links that cover them, which LibreOffice writes with
 * their exact rectangles. They are read and removed before anyone sees the document.
 */

import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { FieldTagError, parseFieldTag, type TaggedMembers } from '../kernel/field-tags.ts'
import { unlessThrown } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { nameOf, textOf } from './form-fields.ts'
import { type Box, type PageFacts, pagesOf, rectAsSeen } from './pages.ts'
import { PdfError } from './pdf-error.ts'
import { itemsOf, numberOf, PdfFile } from './pdf-file.ts'
import { UnreadablePdfError } from './stream-data.ts'
import { WholePdf } from './whole-pdf.ts'

/** A place for a signature, or for what else a signer fills in, in a finished document. */
export interface SignaturePlacement {
  /** Name in the template's tag. */
  signer: string
  /** From 1. */
  page: number
  /** From the top left corner of the page as displayed, in points. */
  box: Box
  /** Of a field that is filled in. */
  field?: TaggedMembers
  /** The field's tag says nothing but whose it is and its name. */
  isRepeat?: boolean
}

/** A document without marks, and their places, in reading order. */
export interface MarkedDocument {
  pdf: Uint8Array
  placements: readonly SignaturePlacement[]
}

/** Starts of the address in a mark; `docx/rich/signature.ts` writes them. */
const SIGNATURE = 'urn:paraph:signature:'
const FIELD = 'urn:paraph:field:'
const ANNOTS = PDFName.of('Annots')
const KIDS = PDFName.of('K')
const ROLE = PDFName.of('S')
/** Marks whose tops differ by less are on one line. */
const LINE_TOLERANCE = 4

type Mark = Omit<SignaturePlacement, 'page' | 'box'>

/** What a mark is for; undefined for any other annotation. */
function markOf(whole: WholePdf, annotation: PDFObject): Mark | undefined {
  if (nameOf(whole.get(annotation, 'Subtype')) !== 'Link') return undefined
  const address = textOf(whole.get(whole.get(annotation, 'A'), 'URI'))
  return unlessThrown([FieldTagError, URIError], () => {
    if (address?.startsWith(SIGNATURE) === true)
      return { signer: decodeURIComponent(address.slice(SIGNATURE.length)) }
    if (address?.startsWith(FIELD) !== true) return undefined
    const { signer, members, isRepeat } = parseFieldTag(
      decodeURIComponent(address.slice(FIELD.length)),
    )
    return { signer, field: members, isRepeat }
  })
}

function boxOf(whole: WholePdf, annotation: PDFObject, page: PageFacts): Box | undefined {
  const sides = itemsOf(whole.get(annotation, 'Rect'))
  const [a, b, c, d] = sides.map((side) => numberOf(side, Number.NaN))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  const size = { width: Math.abs(c - a), height: Math.abs(d - b) }
  return rectAsSeen(page, { x: Math.min(a, c), y: Math.min(b, d), ...size })
}

/** Removes references to deleted annotations from the structure tree; newer LibreOffice tags them. */
function forget(whole: WholePdf, removed: ReadonlySet<PDFObject>): void {
  if (removed.size === 0) return
  const leads = (kid: PDFObject): boolean => {
    const held = whole.resolve(kid)
    const target = held instanceof PDFDict ? held.get(PDFName.of('Obj')) : undefined
    return target !== undefined && removed.has(target)
  }
  for (const [, element] of whole.context.enumerateIndirectObjects()) {
    if (!(element instanceof PDFDict) || !element.has(ROLE)) continue
    const kids = itemsOf(whole.get(element, 'K'))
    const rest = kids.filter((kid) => !leads(kid))
    if (rest.length === kids.length) continue
    element.set(KIDS, whole.context.obj(rest))
    // An element Link must contain a link (ISO 32000-2, 14.8.4.7.2).
    if (nameOf(element.get(ROLE)) === 'Link') element.set(ROLE, PDFName.of('Span'))
  }
}

const inReadingOrder = (one: SignaturePlacement, other: SignaturePlacement): number =>
  Math.abs(one.box.y - other.box.y) > LINE_TOLERANCE
    ? one.box.y - other.box.y
    : one.box.x - other.box.x

function takeMarks(whole: WholePdf): { placements: SignaturePlacement[]; removed: Set<PDFObject> } {
  const removed = new Set<PDFObject>()
  const placements = pagesOf(whole).flatMap((page, index) => {
    const found: SignaturePlacement[] = []
    const rest = itemsOf(whole.get(page.dict, 'Annots')).filter((annotation) => {
      const mark = markOf(whole, annotation)
      if (mark === undefined) return true
      const box = boxOf(whole, annotation, page)
      if (box !== undefined) found.push({ ...mark, page: index + 1, box })
      if (annotation instanceof PDFRef) removed.add(annotation)
      return false
    })
    if (found.length > 0) {
      if (rest.length > 0) page.dict.set(ANNOTS, whole.context.obj(rest))
      else page.dict.delete(ANNOTS)
    }
    return found.sort(inReadingOrder)
  })
  return { placements, removed }
}

/**
 * Reads the marks of a document that was merged with `signatures: 'mark'` and converted, and removes them. The look
 * of the pages, their text and PDF/A conformance do not change.
 * @throws PdfError render_failed when the PDF cannot be read
 */
export function takeSignatureMarks(pdf: Uint8Array): MarkedDocument {
  try {
    const whole = new WholePdf(PdfFile.open(pdf))
    const { placements, removed } = takeMarks(whole)
    if (placements.length === 0) return { pdf, placements }
    forget(whole, removed)
    return { pdf: whole.save({ classic: false }), placements }
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    throw new PdfError('render_failed', say('pdf.marks'), { cause: error })
  }
}
