/**
 * Consecutive paragraphs with the same borders (ISO/IEC 29500-1, 17.3.1.7) share one frame: the upper border is the
 * first one's, the lower one the last one's. Where such a group goes on to the next page, LibreOffice closes the frame at
 * the end of the page and opens it again, each with its distance to the text, so that pages hold less than in Word. It
 * does not where the paragraphs inside have no such borders to begin with. Groups with space between their paragraphs
 * stay as they are: there LibreOffice draws the space as part of the frame only while all borders are equal.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import { isOn } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'

const TAGS = /<w:p(?:\s[^<>]*)?>|<\/w:p>/g
/** What may stand between two paragraphs without dividing them. */
const NOTHING =
  /^(?:<w:(?:bookmark(?:Start|End)|proofErr|comment\w+|perm(?:Start|End))(?:\s[^>]*)?\/>|\s)*$/
const STYLE = /<w:pStyle\s[^>]*w:val="([^"]*)"[^>]*\/>/
const BORDERS = /<w:pBdr>[\s\S]*?<\/w:pBdr>/
const INDENT = /<w:ind\s[^>]*>/
/** Properties that put a paragraph elsewhere, number it, or begin or end something: it is in no group. */
const APART = /<w:(?:framePr|numPr|pageBreakBefore|sectPr|pPrChange)[\s/>]/
/** Characters of a paragraph's properties; one that has more is in no group. */
const PROPERTIES_MAX = 8192
type Side = keyof typeof BORDER_AT
const BORDER_AT = { before: 'top', after: 'bottom' } as const

const isDrawn = (borders: string, side: string): boolean =>
  new RegExp(`<w:${side}\\s[^>]*w:val="(?!nil"|none")`).test(borders)

interface Paragraph {
  /** Where its properties begin, and their text; the text is empty when it has none. */
  at: number
  properties: string
  style: string | undefined
  previous: Paragraph | undefined
  next: Paragraph | undefined
}

function paragraphAt(xml: string, at: number, previous: Paragraph | undefined): Paragraph {
  const near = xml.startsWith('<w:pPr>', at) ? xml.slice(at, at + PROPERTIES_MAX) : ''
  const properties = near.slice(0, Math.max(0, near.indexOf('</w:pPr>')))
  const style = STYLE.exec(properties)?.[1]
  const found = { at, properties, style, previous, next: undefined }
  if (previous !== undefined) previous.next = found
  return found
}

/** Every paragraph, in its order, with the one right after it. Those in text boxes are paragraphs too. */
function paragraphsOf(xml: string): Paragraph[] {
  const found: Paragraph[] = []
  const open: Paragraph[] = []
  let ended: Paragraph | undefined
  let end = 0
  for (const { 0: tag, index } of xml.matchAll(TAGS)) {
    const after = index + tag.length
    if (tag === '</w:p>') ended = open.pop()
    else {
      const previous = NOTHING.test(xml.slice(end, index)) ? ended : undefined
      const paragraph = paragraphAt(xml, after, previous)
      found.push(paragraph)
      ended = undefined
      if (!tag.endsWith('/>')) open.push(paragraph)
    }
    end = after
  }
  return found
}

class Borders {
  readonly #styles: TextStyles
  readonly #defaults: string
  readonly #known = new Map<string, string>()

  constructor(styles: TextStyles, stylesText: string) {
    this.#styles = styles
    this.#defaults = /<w:pPrDefault>[\s\S]*?<\/w:pPrDefault>/.exec(stylesText)?.[0] ?? ''
  }

  /** What a style says, the text of the tag; empty when it says nothing. */
  #ofStyle(style: string | undefined, pattern: RegExp): string {
    const key = `${style} ${pattern.source}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const found = this.#styles.tagIn(style ?? this.#styles.normal, pattern) ?? ''
    this.#known.set(key, found)
    return found
  }

  #of({ properties, style }: Paragraph, pattern: RegExp): string {
    return pattern.exec(properties)?.[0] ?? this.#ofStyle(style, pattern)
  }

  /** The borders of a paragraph that may be in a group; empty for any other. */
  of(paragraph: Paragraph): string {
    const borders = this.#of(paragraph, BORDERS)
    if (borders === '' || paragraph.properties === '' || APART.test(paragraph.properties)) return ''
    const drawn = isDrawn(borders, 'top') || isDrawn(borders, 'bottom')
    return drawn && !isDrawn(borders, 'between') ? borders : ''
  }

  #space(paragraph: Paragraph, side: Side): boolean {
    const pattern = new RegExp(`<w:spacing\\s[^>]*w:${side}(?:Autospacing)?="[^"]*"[^>]*>`)
    const tag = this.#of(paragraph, pattern) || (pattern.exec(this.#defaults)?.[0] ?? '')
    const isAutomatic = attribute(tag, `w:${side}Autospacing`)
    return (
      (isAutomatic !== undefined && isOn(` w:val="${isAutomatic}"`)) ||
      Number(attribute(tag, `w:${side}`) ?? 0) !== 0
    )
  }

  /** Whether two paragraphs, one right after the other, are of one group and have no space between them. */
  join(one: Paragraph, other: Paragraph): boolean {
    const borders = this.of(one)
    return (
      borders !== '' &&
      one.style === other.style &&
      borders === this.of(other) &&
      this.#of(one, INDENT) === this.#of(other, INDENT) &&
      (this.#isContextual(one) || !(this.#space(one, 'after') || this.#space(other, 'before')))
    )
  }

  #isContextual(paragraph: Paragraph): boolean {
    const tag = this.#of(paragraph, /<w:contextualSpacing[\s/>][^>]*/)
    return tag !== '' && isOn(tag)
  }
}

/** The paragraph without its border on the sides where others of its group stand. */
function opened({ at, properties }: Paragraph, sides: readonly Side[]): Edit {
  const none = sides.map((side) => `<w:${BORDER_AT[side]} w:val="nil"/>`).join('')
  const own = BORDERS.exec(properties)
  if (own !== null) {
    const start = at + own.index
    const text = sides.reduce(
      (kept, side) => kept.replace(new RegExp(`<w:${BORDER_AT[side]}\\s[^>]*/>`), ''),
      own[0],
    )
    return { start, end: start + own[0].length, text: text.replace('<w:pBdr>', `<w:pBdr>${none}`) }
  }
  const style = STYLE.exec(properties)
  const first = style === null ? '<w:pPr>'.length : style.index + style[0].length
  return { start: at + first, end: at + first, text: `<w:pBdr>${none}</w:pBdr>` }
}

/** The part without borders inside groups. @param stylesText of the document */
export function openBorders(xml: string, stylesText: string, styles: () => TextStyles): string {
  if (!xml.includes('<w:pBdr>') && !stylesText.includes('<w:pBdr>')) return xml
  const borders = new Borders(styles(), stylesText)
  const edits = paragraphsOf(xml).flatMap((paragraph): Edit[] => {
    const { previous, next } = paragraph
    const sides: Side[] = []
    if (previous !== undefined && borders.join(previous, paragraph)) sides.push('before')
    if (next !== undefined && borders.join(paragraph, next)) sides.push('after')
    return sides.length === 0 ? [] : [opened(paragraph, sides)]
  })
  return edited(xml, edits)
}

/**
 * Borders of cells (ISO/IEC 29500-1, 17.4.66) with a single line of size 0, as Pandoc's tables have below their headings:
 * Word draws one dot of the printer (0.12 pt of 600 dpi), and the row below stands no lower for it. LibreOffice draws
 * 0.75 pt and moves the row down by as much. A size of 1, an eighth of a point, is Word's line.
 */
const CELL_BORDERS = /<w:(tcBorders|tblBorders)>[\s\S]*?<\/w:\1>/g
const BORDER = /<w:\w+\s(?=[^<>]*w:val="single")[^<>]*>/g
const NO_SIZE = 'w:sz="0"'

const thin = (borders: string): string =>
  borders.replaceAll(BORDER, (border) => border.replace(NO_SIZE, 'w:sz="1"'))

/** The part with such borders as thin as Word's. */
export const thinBorders = (xml: string): string =>
  xml.includes(NO_SIZE) ? xml.replaceAll(CELL_BORDERS, thin) : xml
