/** The pages of a document in order, with what they inherit, and rectangles on them as a reader sees them. */
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { type PageRotation, turnedSize } from './appearance.ts'
import { itemsOf, numberOf } from './pdf-file.ts'
import { inheritedOf, type PdfTarget } from './pdf-target.ts'
import { UnreadablePdfError } from './stream-data.ts'

/** A page, with what a signature field needs to know about it. */
export interface PageFacts {
  ref: PDFRef
  dict: PDFDict
  /** The visible part in the page's own coordinates: lower left corner, width, height. */
  box: Box
  rotation: PageRotation
  /** Points in one unit of the page's own coordinates (`/UserUnit`); nearly always 1. */
  unit: number
}

/** A rectangle in points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const PAGES_MAX = 20_000
const DEPTH_MAX = 64
const INHERITED = ['MediaBox', 'CropBox', 'Rotate'] as const
/** US Letter: what readers assume for a page without a MediaBox. */
const FALLBACK_BOX: Box = { x: 0, y: 0, width: 612, height: 792 }

type Inherited = Partial<Record<(typeof INHERITED)[number], PDFObject>>

/** The numbers of an array; undefined if it is not an array or has other elements. */
export function numbersIn(source: Pick<PdfTarget, 'resolve'>, object: PDFObject | undefined) {
  const array = source.resolve(object)
  if (!(array instanceof PDFArray)) return undefined
  const numbers = array.asArray().map((item) => numberOf(source.resolve(item), Number.NaN))
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/** A rectangle (7.9.5), in whatever order its corners are given; undefined when it is none, or has no area. */
export function boxOf(
  source: Pick<PdfTarget, 'resolve'>,
  object: PDFObject | undefined,
): Box | undefined {
  const numbers = numbersIn(source, object) ?? []
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  if (numbers.length !== 4 || x1 === x2 || y1 === y2) return undefined
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height }
}

function intersection(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : one
}

function rotationOf(object: PDFObject | undefined): PageRotation {
  const degrees = object instanceof PDFNumber ? object.asNumber() : 0
  const turned = ((degrees % 360) + 360) % 360
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0
}

function unitOf(object: PDFObject | undefined): number {
  const unit = object instanceof PDFNumber ? object.asNumber() : 1
  return unit > 0 && Number.isFinite(unit) ? unit : 1
}

function pageFacts(
  target: Pick<PdfTarget, 'resolve'>,
  ref: PDFRef,
  dict: PDFDict,
  own: Inherited,
): PageFacts {
  const media = boxOf(target, own.MediaBox) ?? FALLBACK_BOX
  const crop = boxOf(target, own.CropBox)
  return {
    ref,
    dict,
    box: crop === undefined ? media : intersection(media, crop),
    rotation: rotationOf(target.resolve(own.Rotate)),
    unit: unitOf(target.resolve(dict.get(PDFName.of('UserUnit')))),
  }
}

type PageSource = Pick<PdfTarget, 'resolve' | 'get' | 'catalogRef'>

function inherited(dict: PDFDict, above: Inherited): Inherited {
  const own: Inherited = { ...above }
  for (const key of INHERITED) {
    const value = dict.get(PDFName.of(key))
    if (value !== undefined) own[key] = value
  }
  return own
}

/**
 * Every page in reading order.
 * @throws UnreadablePdfError for a page tree that is broken, circular or longer than 20,000 pages
 */
export function pagesOf(source: PageSource): PageFacts[] {
  const pages: PageFacts[] = []
  const seen = new Set<PDFRef>()
  const visit = (ref: PDFObject | undefined, above: Inherited, depth: number): void => {
    if (!(ref instanceof PDFRef))
      throw new UnreadablePdfError('its page tree contains something other than pages')
    if (seen.has(ref) || depth > DEPTH_MAX)
      throw new UnreadablePdfError('its page tree is circular')
    seen.add(ref)
    const dict = source.resolve(ref)
    if (!(dict instanceof PDFDict)) return
    const own = inherited(dict, above)
    const kids = source.get(dict, 'Kids')
    if (kids instanceof PDFArray) {
      for (const kid of kids.asArray()) visit(kid, own, depth + 1)
      return
    }
    if (pages.length >= PAGES_MAX)
      throw new UnreadablePdfError(`it has more than ${PAGES_MAX} pages`)
    pages.push(pageFacts(source, ref, dict, own))
  }
  const catalog = source.resolve(source.catalogRef)
  visit(catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined, {}, 0)
  return pages
}

/** An annotation on a page. */
export interface Annotation {
  page: PageFacts
  /** Undefined for one that is a direct object in the page's list. */
  ref: PDFRef | undefined
  dict: PDFDict
}

/** Every annotation of a page. */
export function annotationsOf(
  source: Pick<PdfTarget, 'resolve' | 'get'>,
  page: PageFacts,
): Annotation[] {
  return itemsOf(source.get(page.dict, 'Annots')).flatMap((item) => {
    const dict = source.resolve(item)
    return dict instanceof PDFDict
      ? [{ page, ref: item instanceof PDFRef ? item : undefined, dict }]
      : []
  })
}

/** Which page lists each annotation; `/P` is optional and may be wrong. */
export function placesOfAnnotations(source: Pick<PdfTarget, 'get'>, pages: readonly PageFacts[]) {
  const found = new Map<PDFObject, { index: number; page: PageFacts }>()
  for (const [index, page] of pages.entries())
    for (const item of itemsOf(source.get(page.dict, 'Annots')))
      if (!found.has(item)) found.set(item, { index, page })
  return found
}

/** Rotation of one page, found from the page upward, without reading the others. */
export const rotationOfPage = (source: PageSource, page: PDFObject | undefined): PageRotation =>
  rotationOf(inheritedOf(source, page, 'Rotate'))

/** Size of a page in points as displayed. */
export const seenSize = ({ box, rotation, unit }: PageFacts): { width: number; height: number } =>
  turnedSize(scaled(box, unit), rotation)

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

/**
 * Converts a rectangle measured from the top left corner of the displayed page to the page's own coordinates
 * (`/Rect`): undoes the page's rotation, its unit and the offset of its crop box.
 */
export function rectOnPage({ box, rotation, unit }: PageFacts, seen: Box): Box {
  const { x, y, width, height } = scaled(seen, 1 / unit)
  if (rotation === 90) return { x: box.x + y, y: box.y + x, width: height, height: width }
  if (rotation === 180) return { x: box.x + box.width - x - width, y: box.y + y, width, height }
  if (rotation === 270) {
    return {
      x: box.x + box.width - y - height,
      y: box.y + box.height - x - width,
      width: height,
      height: width,
    }
  }
  return { x: box.x + x, y: box.y + box.height - y - height, width, height }
}

/** The reverse: a rectangle in the page's own coordinates (`/Rect`) as displayed, in points. */
export function rectAsSeen({ box, rotation, unit }: PageFacts, rect: Box): Box {
  const [left, right] = [rect.x - box.x, box.x + box.width - rect.x - rect.width]
  const [bottom, top] = [rect.y - box.y, box.y + box.height - rect.y - rect.height]
  const { width, height } = turnedSize(rect, rotation)
  const corner = {
    0: { x: left, y: top },
    90: { x: bottom, y: left },
    180: { x: right, y: bottom },
    270: { x: top, y: right },
  }[rotation]
  return scaled({ ...corner, width, height }, unit)
}
