/** Faces and indents that styles give to text (ISO/IEC 29500-1, 17.7), as far as the width of words needs them. */
import { StyleTexts } from '../package/style-texts.ts'
import {
  type Formatting,
  formattingIn,
  isOn,
  over,
  PLAIN,
  type ResolvedFormatting,
  themeFontsOf,
} from './formatting.ts'

/** Cells that a table style may format apart (17.18.89). */
export type TableCondition = 'firstRow' | 'firstCol'

type Style = ReturnType<typeof splitStyle>

const CONDITIONS = /<w:tblStylePr[\s>]/
/** A style; what a table style says of its first row and the like is apart. */
function splitStyle({ xml }: { xml: string }) {
  const at = xml.search(CONDITIONS)
  return at < 0 ? { xml, conditions: '' } : { xml: xml.slice(0, at), conditions: xml.slice(at) }
}

/** The styles of a document. */
export class TextStyles {
  readonly themeFonts: ReadonlyMap<string, string>
  readonly #styles: StyleTexts
  readonly #chains = new Map<string | undefined, readonly Style[]>()
  readonly #base: ResolvedFormatting
  readonly #formatting = new Map<string, Formatting>()
  /** The style of paragraphs that name none. */
  readonly normal: string | undefined

  /** @param styles text of word/styles.xml @param theme text of the theme */
  constructor(styles: string, theme: string) {
    this.themeFonts = themeFontsOf(theme)
    const defaults = /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/.exec(styles)?.[0] ?? ''
    this.#base = over(PLAIN, formattingIn(defaults, this.themeFonts))
    this.#styles = new StyleTexts(styles)
    this.normal = this.#styles.normal
  }

  /** A style and those it is based on, the most general first. */
  #chain(id: string | undefined): readonly Style[] {
    const known = this.#chains.get(id) ?? this.#styles.chain(id).map(splitStyle).reverse()
    this.#chains.set(id, known)
    return known
  }

  #own({ xml }: Style): Formatting {
    let own = this.#formatting.get(xml)
    if (own === undefined) {
      own = formattingIn(xml, this.themeFonts)
      this.#formatting.set(xml, own)
    }
    return own
  }

  /** What a style changes in what is given. */
  with(base: ResolvedFormatting, id: string | undefined): ResolvedFormatting {
    return this.#chain(id).reduce((found, style) => over(found, this.#own(style)), base)
  }

  /**
   * Text of a paragraph without any formatting of its own.
   * @param table style of the table around it @param conditions those that its cell meets, the strongest last
   */
  paragraph(
    id: string | undefined,
    table: string | undefined,
    conditions: readonly TableCondition[] = [],
  ): ResolvedFormatting {
    const base = conditions.reduce(
      (found, condition) => over(found, this.#conditional(table, condition)),
      this.with(this.#base, table),
    )
    return this.with(base, id ?? this.normal)
  }

  #conditional(table: string | undefined, condition: TableCondition): Formatting {
    const key = `${condition} ${table}`
    const known = this.#formatting.get(key)
    if (known !== undefined) return known
    const start = `<w:tblStylePr w:type="${condition}">`
    const found: Formatting = {}
    for (const { conditions } of this.#chain(table)) {
      const at = conditions.indexOf(start)
      if (at === -1) continue
      const text = conditions.slice(at, conditions.indexOf('</w:tblStylePr>', at))
      Object.assign(found, formattingIn(text, this.themeFonts))
    }
    this.#formatting.set(key, found)
    return found
  }

  /** Whether a style says that text is bold. @param conditions of a table style, those that a cell meets */
  isBold(id: string | undefined, conditions: readonly TableCondition[] = []): boolean {
    const [condition] = conditions.map((one) => this.#conditional(id, one).bold).filter(Boolean)
    const tag = this.tagIn(id ?? this.normal, /<w:b(?=[\s/>])[^>]*>/)
    return condition ?? (tag !== undefined && isOn(tag))
  }

  /** Whether a table style, or a condition of it, has a fill. */
  fillsCells(id: string, fill: RegExp): boolean {
    return this.#chain(id).some(({ xml, conditions }) => fill.test(xml) || fill.test(conditions))
  }

  /** What matches in a style and those it is based on, the most general first. */
  allIn(id: string | undefined, pattern: RegExp): string[] {
    return this.#chain(id).flatMap(({ xml }) => pattern.exec(xml)?.[0] ?? [])
  }

  /** What matches first in a style or those it is based on; conditions of table styles are left out. */
  tagIn(id: string | undefined, pattern: RegExp): string | undefined {
    return this.#chain(id)
      .toReversed()
      .map(({ xml }) => pattern.exec(xml)?.[0])
      .find((found) => found !== undefined)
  }
}
