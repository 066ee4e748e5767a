/**
 * Appearances for annotations that have none (ISO 32000-2, 12.5.5, 12.5.6). Each reader draws them in its own way or not at
 * all, and PDFBox, on which EU DSS is built, writes what it draws into the file: the document would seem to look different
 * since it was signed. Before the first signature each gets the look that PDFium and pdf.js agree on; of the kinds that only
 * some readers draw, a plain one that everybody sees.
 */
import { PDFArray, type PDFDict, PDFNumber, PDFRawStream, type PDFRef } from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { annotationsOf, type Box, numbersIn, type PageFacts } from '../pages.ts'
import { nameKey, numberOf } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'
import {
  BLACK,
  color,
  cornersOf,
  extentOf,
  KINDS,
  type Kind,
  pairs,
  type Shape,
} from './annotation-drawings.ts'
import { figure, formFonts } from './field-fonts.ts'
import { formOf } from './widgets.ts'

/** They are fields, or are never drawn on the page. */
const OTHERS = new Set(['Widget', 'Popup'])

/** The rectangle of an annotation, also one without an area; undefined where it has none at all. */
function rectOf(whole: WholePdf, annotation: PDFDict): Box | undefined {
  const numbers = numbersIn(whole, whole.get(annotation, 'Rect'))
  return numbers?.length === 4 ? extentOf(pairs(numbers)) : undefined
}

const bounds = ({ x, y, width, height }: Box): number[] => [x, y, x + width, y + height]

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Width and dashes of its lines (BS, 12.5.4; else Border). */
function lineOf(whole: WholePdf, dict: PDFDict): { width: number; dash: string } {
  const style = whole.get(dict, 'BS')
  const border = whole.get(dict, 'Border')
  const [width, dashes] =
    border instanceof PDFArray ? [border.lookup(2), border.lookup(3)] : [undefined, undefined]
  const given = whole.get(style, 'W') ?? width
  const isDashed = nameOf(whole.get(style, 'S')) === 'D' || dashes instanceof PDFArray
  const lengths = numbersIn(whole, whole.get(style, 'D') ?? dashes) ?? [3]
  const isUsable = lengths.every((each) => each >= 0) && lengths.some((each) => each > 0)
  return {
    width: Math.max(0, numberOf(given, 1)),
    dash: isDashed && isUsable ? `[${lengths.map(figure).join(' ')}] 0 d ` : '',
  }
}

/** Gives the annotations of one document appearances. */
class AnnotationLooks {
  readonly #whole: WholePdf
  readonly #archive: number | undefined
  #fonts: PDFDict | undefined
  /** The looks of all that draw nothing, such as links without a border, of which files have thousands. */
  #nothing: PDFRef | undefined

  constructor(whole: WholePdf, archive: number | undefined) {
    this.#whole = whole
    this.#archive = archive
  }

  give(dict: PDFDict): void {
    const name = nameOf(this.#whole.get(dict, 'Subtype')) ?? ''
    const rect = rectOf(this.#whole, dict)
    if (OTHERS.has(name) || rect === undefined) return
    if (this.#whole.get(this.#whole.get(dict, 'AP'), 'N') !== undefined) return
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
    const { width, dash } = lineOf(this.#whole, dict)
    const isBare = kind === undefined || (name === 'Link' && width === 0)
    const drawn = isBare ? undefined : kind.draw(this.#shape(dict, rect, width, kind))
    if (drawn === undefined || drawn.content === '') {
      this.#setNothing(dict, rect)
      return
    }
    const points = drawn.points ?? []
    const corners = points.length > 0 ? cornersOf(grown(extentOf(points), width / 2)) : []
    const box = extentOf([...cornersOf(rect), ...corners])
    const multiplies = drawn.opaque !== undefined
    const isOpaque = this.#archive === 1
    const content = `${dash}${(isOpaque ? drawn.opaque : undefined) ?? drawn.content}`
    this.#set(dict, { content, box, state: isOpaque ? undefined : this.#state(dict, multiplies) })
  }

  /** How it is blended with what is below it; PDF/A-1 has no transparency (ISO 19005-1, 6.4). */
  #state(dict: PDFDict, multiplies: boolean) {
    const given = this.#whole.get(dict, 'CA')
    const opacity = given instanceof PDFNumber ? Math.min(1, Math.max(0, given.asNumber())) : 1
    if (opacity === 1 && !multiplies) return undefined
    return { ca: opacity, CA: opacity, ...(multiplies && { BM: 'Multiply' }) }
  }

  #shape(dict: PDFDict, rect: Box, width: number, { color: other, fills }: Kind): Shape {
    const [own, interior] = ['C', 'IC'].map((name) =>
      numbersIn(this.#whole, dict.get(nameKey(name))),
    )
    const main = color(own, other ?? BLACK)
    return {
      ...{ whole: this.#whole, dict, rect, width, fonts: this.#textFonts() },
      stroke: main?.stroke,
      fill: fills === true ? main?.fill : color(interior, undefined)?.fill,
    }
  }

  #textFonts(): PDFDict | undefined {
    if (this.#archive !== undefined) return undefined
    this.#fonts ??= formFonts(this.#whole, formOf(this.#whole))
    return this.#fonts
  }

  #set(
    dict: PDFDict,
    { content, box, state }: { content: string; box: Box; state: object | undefined },
  ) {
    const { context } = this.#whole
    const corners = bounds(box)
    dict.set(nameKey('Rect'), context.obj(corners))
    dict.set(nameKey('AP'), context.obj({ N: this.#look({ content, corners, state }) }))
  }

  #setNothing(dict: PDFDict, rect: Box): void {
    const given = { content: '', corners: bounds(rect), state: undefined }
    this.#nothing ??= this.#whole.add(this.#whole.context.obj({ N: this.#look(given) }))
    dict.set(nameKey('AP'), this.#nothing)
  }

  #look(given: { content: string; corners: number[]; state: object | undefined }): PDFRef {
    const { context } = this.#whole
    const { content, corners, state } = given
    const data = Buffer.from(`q ${state === undefined ? '' : '/GS gs '}${content} Q`, 'latin1')
    const stream = context.obj({
      ...{ Type: 'XObject', Subtype: 'Form', BBox: corners, Length: data.length },
      Resources: {
        ...(state && { ExtGState: { GS: state } }),
        ...(this.#fonts && content.includes(' Tf ') && { Font: this.#fonts }),
      },
    })
    return this.#whole.add(PDFRawStream.of(stream, data))
  }
}

/**
 * Gives each annotation of an unsigned document that has no appearance one.
 * @param archive part of ISO 19005 that the document claims
 */
export function giveLooks(
  whole: WholePdf,
  pages: readonly PageFacts[],
  archive: number | undefined,
): void {
  const looks = new AnnotationLooks(whole, archive)
  for (const page of pages) for (const { dict } of annotationsOf(whole, page)) looks.give(dict)
}
