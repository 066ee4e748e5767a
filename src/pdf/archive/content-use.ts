/** What the content of a document uses (ISO 32000-2, 7.8): fonts with the codes shown in them, and ink without a profile. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'
import { shown } from '../compare/drawn-text.ts'
import { ContentError, type Operator, operandsOf, operatorsOf } from '../content-operators.ts'
import { nameOf } from '../form-fields.ts'
import { inheritedResources } from '../page-canvas.ts'
import type { PageFacts } from '../pages.ts'
import { dictOf, nameKey } from '../pdf-file.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'

/** A font that shows text. */
export interface FontUse {
  /** The first page, from 1. */
  page: number
  /** One byte each, or two of a composite font. */
  codes: Set<number>
  /** Whether any of it is painted: what text recognition finds in a picture is not. */
  isSeen: boolean
}

interface TextState {
  font: PDFDict | undefined
  isSeen: boolean
}

const SHOWS = new Set(['Tj', 'TJ', "'", '"'])
const INK = new Set(['k', 'K'])
const INK_SPACE = /\/(?:DeviceCMYK|CMYK)\b/
const INVISIBLE = 3
/** Where an image in the content says what it is. */
const HEAD_BYTES = 400

const nameIn = (operands: string): PDFName =>
  PDFName.of(/\/([^\s/[\]<>()]*)/.exec(operands)?.[1] ?? '')

/** Whether an operator, or an image in the content, is about ink without a profile. */
function isInk(bytes: Buffer, { name, start, end }: Operator): boolean {
  if (name !== 'cs' && name !== 'CS' && name !== 'BI') return INK.has(name)
  return INK_SPACE.test(bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES)))
}

/** Reads the content of one document. */
export class ContentUse {
  readonly fonts = new Map<PDFDict, FontUse>()
  /** The resources of all content. */
  readonly resources = new Set<PDFDict>()
  /** Whether operators paint with ink. */
  hasInk = false
  readonly #whole: WholePdf
  readonly #seen = new Set<PDFObject>()

  /** @throws UnreadablePdfError for content that cannot be read */
  constructor(whole: WholePdf, pages: readonly PageFacts[]) {
    this.#whole = whole
    for (const [index, page] of pages.entries()) this.#page(page, index + 1)
  }

  #page({ dict }: PageFacts, number: number): void {
    const contents = this.#whole.get(dict, 'Contents')
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
    const parts = streams.flatMap((each) => {
      const stream = this.#whole.resolve(each)
      return stream instanceof PDFRawStream ? [decodedStream(stream), Buffer.from('\n')] : []
    })
    const resources = dictOf(inheritedResources(this.#whole, dict)) ?? this.#whole.context.obj({})
    if (inheritedResources(this.#whole, dict) === undefined)
      dict.set(nameKey('Resources'), resources)
    this.#content(Buffer.concat(parts), resources, number)
    const annotations = this.#whole.get(dict, 'Annots')
    for (const each of annotations instanceof PDFArray ? annotations.asArray() : [])
      this.#stream(this.#whole.get(this.#whole.get(each, 'AP'), 'N'), resources, number)
  }

  /** A form, a pattern or a glyph; one without resources has those of where it is used. */
  #stream(object: PDFObject | undefined, around: PDFDict, page: number): void {
    if (!(object instanceof PDFRawStream) || this.#seen.has(object)) return
    this.#seen.add(object)
    const own = dictOf(this.#whole.get(object, 'Resources'))
    if (own === undefined) object.dict.set(nameKey('Resources'), around)
    this.#content(decodedStream(object), own ?? around, page)
  }

  #content(bytes: Buffer, resources: PDFDict, page: number): void {
    try {
      this.#text(bytes, resources, page)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      throw new UnreadablePdfError(`the content of page ${page}: ${error.message}`, {
        cause: error,
      })
    }
    this.#inner(resources, page)
  }

  #text(bytes: Buffer, resources: PDFDict, page: number): void {
    const fonts = this.#whole.get(resources, 'Font')
    let state: TextState = { font: undefined, isSeen: true }
    const saved: TextState[] = []
    for (const operator of operatorsOf(bytes)) {
      const { name } = operator
      if (SHOWS.has(name)) this.#show(state, shown(bytes, operator), page)
      else if (name === 'q') saved.push(state)
      else if (name === 'Q') state = saved.pop() ?? state
      else if (name === 'Tf')
        state = {
          ...state,
          font: dictOf(
            this.#whole.resolve(dictOf(fonts)?.get(nameIn(operandsOf(bytes, operator)))),
          ),
        }
      else if (name === 'Tr')
        state = { ...state, isSeen: Number(operandsOf(bytes, operator)) !== INVISIBLE }
      else if (isInk(bytes, operator)) this.hasInk = true
    }
  }

  #show({ font, isSeen }: TextState, text: string, page: number): void {
    if (font === undefined) return
    const use = this.fonts.get(font) ?? { page, codes: new Set(), isSeen: false }
    this.fonts.set(font, use)
    use.isSeen ||= isSeen
    const size = nameOf(this.#whole.get(font, 'Subtype')) === 'Type0' ? 2 : 1
    for (let at = 0; at + size <= text.length; at += size)
      use.codes.add(
        size === 1 ? text.charCodeAt(at) : 256 * text.charCodeAt(at) + text.charCodeAt(at + 1),
      )
  }

  #inner(resources: PDFDict, page: number): void {
    if (this.resources.has(resources)) return
    this.resources.add(resources)
    const values = (kind: string): (PDFObject | undefined)[] =>
      dictOf(this.#whole.get(resources, kind))
        ?.values()
        .map((each) => this.#whole.resolve(each)) ?? []
    for (const object of values('XObject'))
      if (nameOf(this.#whole.get(object, 'Subtype')) === 'Form')
        this.#stream(object, resources, page)
    for (const object of values('Pattern')) this.#stream(object, resources, page)
    for (const state of values('ExtGState'))
      this.#stream(this.#whole.get(this.#whole.get(state, 'SMask'), 'G'), resources, page)
    for (const font of values('Font')) {
      const glyphs = dictOf(this.#whole.get(font, 'CharProcs'))
      const own = dictOf(this.#whole.get(font, 'Resources')) ?? resources
      for (const glyph of glyphs?.values() ?? []) this.#glyph(this.#whole.resolve(glyph), own, page)
    }
  }

  /** A glyph's stream has the resources of its font. */
  #glyph(object: PDFObject | undefined, resources: PDFDict, page: number): void {
    if (!(object instanceof PDFRawStream) || this.#seen.has(object)) return
    this.#seen.add(object)
    this.#content(decodedStream(object), resources, page)
  }
}
