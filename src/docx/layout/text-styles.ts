/** Faces and indents that styles give to text (ISO/IEC 29500-1, 17.7), as far as the width of words needs them. */
import type { Face } from './text-widths.ts'

/** What one style, or direct formatting, says. */
export interface Formatting {
  family?: string
  bold?: boolean
  italic?: boolean
  size?: number
  capitals?: boolean
  smallCapitals?: boolean
  hidden?: boolean
  /** Twentieths of a point, from the left and the right. */
  indents?: readonly [number | undefined, number | undefined]
}

/** Formatting with nothing left open. */
export interface ResolvedFormatting extends Face {
  capitals: boolean
  smallCapitals?: boolean
  hidden: boolean
  indents: readonly [number, number]
}

const PLAIN: ResolvedFormatting = {
  family: 'Times New Roman',
  bold: false,
  size: 20,
  capitals: false,
  hidden: false,
  indents: [0, 0],
}
const STYLE = /<w:style\s[^>]*?w:styleId="([^"]*)"[^>]*>([\s\S]*?)<\/w:style>/g

const STYLE_END = '</w:style>'

/** The value of an attribute in a tag. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** Whether a toggle such as `w:b` is on (17.17.4). */
export const isOn = (tag: string): boolean =>
  !/^(?:0|false|off|none)$/.test(attribute(tag, 'w:val') ?? 'true')

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)

/** What an element of `w:rPr` or `w:pPr` adds. @param themeFonts families by `minor` and `major` */
export function formattingOf(
  local: string,
  tag: string,
  themeFonts: ReadonlyMap<string, string>,
): Formatting {
  switch (local) {
    case 'rFonts': {
      const theme = attribute(tag, 'w:asciiTheme')
      const family = theme === undefined ? undefined : themeFonts.get(theme.slice(0, 5))
      const named = family ?? attribute(tag, 'w:ascii')
      return named === undefined ? {} : { family: named }
    }
    case 'sz': {
      const size = numberOf(attribute(tag, 'w:val'))
      return size === undefined ? {} : { size }
    }
    case 'b':
      return { bold: isOn(tag) }
    case 'i':
      return { italic: isOn(tag) }
    case 'caps':
      return { capitals: isOn(tag) }
    case 'smallCaps':
      return { smallCapitals: isOn(tag) }
    case 'vanish':
      return { hidden: isOn(tag) }
    case 'ind':
      return {
        indents: [
          numberOf(attribute(tag, 'w:left') ?? attribute(tag, 'w:start')),
          numberOf(attribute(tag, 'w:right') ?? attribute(tag, 'w:end')),
        ],
      }
    default:
      return {}
  }
}

/** Formatting with more formatting over it. */
export function over(base: ResolvedFormatting, more: Formatting): ResolvedFormatting {
  const [left, right] = more.indents ?? []
  return {
    ...base,
    ...more,
    indents: [left ?? base.indents[0], right ?? base.indents[1]],
  }
}

function formattingIn(xml: string, themeFonts: ReadonlyMap<string, string>): Formatting {
  const found: Formatting = {}
  for (const [tag, local = ''] of xml.matchAll(
    /<w:(rFonts|sz|b|i|caps|smallCaps|vanish|ind)(?=[\s/>])[^>]*>/g,
  ))
    Object.assign(found, formattingOf(local, tag, themeFonts))
  return found
}

/** The families of a theme, by `minor` and `major`. */
const themeFontsOf = (theme: string): Map<string, string> =>
  new Map(
    [...theme.matchAll(/<a:(minor|major)Font>\s*<a:latin\s[^>]*?typeface="([^"]*)"/g)].map(
      ([, kind = '', family = '']) => [kind, family],
    ),
  )

interface Style {
  basedOn: string | undefined
  xml: string
  /** What a table style says of its first row and the like. */
  conditions: string
}

/** Cells that a table style may format apart (17.18.89). */
export type TableCondition = 'firstRow' | 'firstCol'

/** The styles of a document. */
export class TextStyles {
  readonly themeFonts: ReadonlyMap<string, string>
  readonly #styles: ReadonlyMap<string, Style>
  readonly #base: ResolvedFormatting
  readonly #formatting = new Map<string, Formatting>()
  /** The style of paragraphs that name none. */
  readonly normal: string | undefined

  /** @param styles text of word/styles.xml @param theme text of the theme */
  constructor(styles: string, theme: string) {
    this.themeFonts = themeFontsOf(theme)
    const defaults = /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/.exec(styles)?.[0] ?? ''
    this.#base = over(PLAIN, formattingIn(defaults, this.themeFonts))
    this.#styles = new Map(
      // up to the last end of one, so that no search runs on to the end for each of many that are empty
      [...styles.slice(0, styles.lastIndexOf(STYLE_END) + STYLE_END.length).matchAll(STYLE)].map(
        ([, id = '', xml = '']) => {
          const own = xml.replace(/<w:tblStylePr[\s>][\s\S]*/, '')
          return [
            id,
            {
              basedOn: attribute(/<w:basedOn\s[^>]*>/.exec(xml)?.[0] ?? '', 'w:val'),
              xml: own,
              conditions: xml.slice(own.length),
            },
          ]
        },
      ),
    )
    this.normal =
      /<w:style\s(?=[^>]*w:type="paragraph")(?=[^>]*w:default="1")[^>]*?w:styleId="([^"]*)"/.exec(
        styles,
      )?.[1]
  }

  /** A style and those it is based on, the most general first; ends where they form a circle. */
  #chain(id: string | undefined): Style[] {
    const chain: Style[] = []
    for (let at = id; at !== undefined && chain.length < 32; ) {
      const style = this.#styles.get(at)
      if (style === undefined) break
      chain.unshift(style)
      at = style.basedOn
    }
    return chain
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
      .reverse()
      .map(({ xml }) => pattern.exec(xml)?.[0])
      .find((found) => found !== undefined)
  }
}
