/** What the content of a document uses (ISO 32000-2, 7.8): fonts with the codes shown in them, and ink without a profile. */
import { type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'
import { SHOWS_TEXT, shown } from '../compare/drawn-text.ts'
import { ContentError, type Operator, operandsOf, operatorsOf } from '../content-operators.ts'
import { nameOf } from '../form-fields.ts'
import { pageContent } from '../page-canvas.ts'
import { annotationsOf, type PageFacts } from '../pages.ts'
import { dictOf, nameKey } from '../pdf-file.ts'
import { inheritedOf } from '../pdf-target.ts'
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

  #page(page: PageFacts, number: number): void {
    const given = dictOf(inheritedOf(this.#whole, page.dict, 'Resources'))
    const resources = given ?? this.#whole.context.obj({})
    if (given === undefined) page.dict.set(nameKey('Resources'), resources)
    this.#content(pageContent(this.#whole, page), resources, number)
    for (const { dict } of annotationsOf(this.#whole, page))
      this.#stream(this.#whole.get(this.#whole.get(dict, 'AP'), 'N'), resources, number)
  }

  /** A form, a pattern or a glyph; one without resources has those of where it is used. */
  #stream(object: PDFObject | undefined, around: PDFDict, page: number, isGlyph = false): void {
    if (!(object instanceof PDFRawStream) || this.#seen.has(object)) return
    this.#seen.add(object)
    const own = isGlyph ? around : dictOf(this.#whole.get(object, 'Resources'))
    if (own === undefined) object.dict.set(nameKey('Resources'), around)
    this.#content(decodedStream(object), own ?? around, page)
  }

  #content(bytes: Buffer, resources: PDFDict, page: number): void {
    try {
      this.#text(bytes, resources, page)
    } catch (cause) {
      if (!(cause instanceof ContentError)) throw cause
      throw new UnreadablePdfError(`the content of page ${page}: ${cause.message}`, { cause })
    }
    this.#inner(resources, page)
  }

  #text(bytes: Buffer, resources: PDFDict, page: number): void {
    const fonts = dictOf(this.#whole.get(resources, 'Font'))
    let state: TextState = { font: undefined, isSeen: true }
    const saved: TextState[] = []
    for (const operator of operatorsOf(bytes)) {
      const { name } = operator
      const operands = (): string => operandsOf(bytes, operator)
      if (SHOWS_TEXT.has(name)) this.#show(state, shown(bytes, operator), page)
      else if (name === 'q') saved.push(state)
      else if (name === 'Q') state = saved.pop() ?? state
      else if (name === 'Tf')
        state = { ...state, font: dictOf(this.#whole.resolve(fonts?.get(nameIn(operands())))) }
      else if (name === 'Tr') state = { ...state, isSeen: Number(operands()) !== INVISIBLE }
      else if (isInk(bytes, operator)) this.hasInk = true
    }
  }

  #show({ font, isSeen }: TextState, text: string, page: number): void {
    if (font === undefined) return
    const use = this.fonts.get(font) ?? { page, codes: new Set(), isSeen: false }
    this.fonts.set(font, use)
    use.isSeen ||= isSeen
    const bytes = Buffer.from(text, 'latin1')
    const size = nameOf(this.#whole.get(font, 'Subtype')) === 'Type0' ? 2 : 1
    for (let at = 0; at + size <= bytes.length; at += size)
      use.codes.add(bytes.readUIntBE(at, size))
  }

  #inner(resources: PDFDict, page: number): void {
    if (this.resources.has(resources)) return
    this.resources.add(resources)
    const values = (holder: PDFObject | undefined, key: string): (PDFObject | undefined)[] =>
      dictOf(this.#whole.get(holder, key))
        ?.values()
        .map((each) => this.#whole.resolve(each)) ?? []
    for (const object of values(resources, 'XObject'))
      if (nameOf(this.#whole.get(object, 'Subtype')) === 'Form')
        this.#stream(object, resources, page)
    for (const object of values(resources, 'Pattern')) this.#stream(object, resources, page)
    for (const state of values(resources, 'ExtGState'))
      this.#stream(this.#whole.get(this.#whole.get(state, 'SMask'), 'G'), resources, page)
    for (const font of values(resources, 'Font')) {
      const own = dictOf(this.#whole.get(font, 'Resources')) ?? resources
      for (const glyph of values(font, 'CharProcs')) this.#stream(glyph, own, page, true)
    }
  }
}
