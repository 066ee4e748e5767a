/** The formatting that the properties of a style, a paragraph or a run state (ISO/IEC 29500-1, 17.3 and 17.7). */
import { attribute } from '../../xml/scan.ts'
import type { Face } from './text-widths.ts'

/** What one style, or direct formatting, says. */
export interface Formatting extends Partial<Omit<ResolvedFormatting, 'indents'>> {
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

/** The formatting of text of which nothing is stated. */
export const PLAIN: ResolvedFormatting = {
  family: 'Times New Roman',
  bold: false,
  size: 20,
  capitals: false,
  hidden: false,
  indents: [0, 0],
}

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

/** The formatting that the properties in a piece of XML state. */
export function formattingIn(xml: string, themeFonts: ReadonlyMap<string, string>): Formatting {
  const found: Formatting = {}
  for (const [tag, local = ''] of xml.matchAll(
    /<w:(rFonts|sz|b|i|caps|smallCaps|vanish|ind)(?=[\s/>])[^>]*>/g,
  ))
    Object.assign(found, formattingOf(local, tag, themeFonts))
  return found
}

/** The families of a theme, by `minor` and `major`. */
export const themeFontsOf = (theme: string): Map<string, string> =>
  new Map(
    [...theme.matchAll(/<a:(minor|major)Font>\s*<a:latin\s[^>]*?typeface="([^"]*)"/g)].map(
      ([, kind = '', family = '']) => [kind, family],
    ),
  )
