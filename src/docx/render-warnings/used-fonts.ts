/** The font families that the text of a document asks for: the default one, those of its styles, those of its runs. */
import { xmlAttributes } from '../../xml/scan.ts'
import { StyleTexts } from '../package/style-texts.ts'

const FONTS = /<w:rFonts\s[^>]*>/g
const STYLE_USED = /<w:[pr]Style\s[^>]*w:val="([^"]*)"/g
const THEME_FONT = /<a:(major|minor)Font>\s*<a:latin\s[^>]*typeface="([^"]*)"/g
const LISTED_MAX = 50

/** Texts of the parts that say which font a text has. */
interface FontParts {
  /** The main part, headers, footers, notes. */
  texts: readonly string[]
  styles: string
  theme: string
}

/** East Asian and complex scripts have fonts of their own only when they occur. */
const LATIN = ['ascii', 'hAnsi'] as const
/** The scripts for which an `rFonts` may name a font. */
export const ALL_SCRIPTS = [...LATIN, 'eastAsia', 'cs'] as const
type Script = (typeof ALL_SCRIPTS)[number]

/** Fonts that an `rFonts` names. */
function named(element: string, theme: ReadonlyMap<string, string>, scripts: readonly Script[]) {
  const attributes = xmlAttributes(element)
  return scripts.flatMap((kind) => {
    const themed = attributes.get(`${kind}Theme`)
    const family = themed === undefined ? attributes.get(kind) : theme.get(themed.slice(0, 5))
    return family === undefined || family === '' ? [] : [family]
  })
}

/** The styles in use, with those that they are based on. */
function usedStyles({ texts, styles }: FontParts): string[] {
  const { all, normal } = new StyleTexts(styles)
  const ids = texts.flatMap((text) => [...text.matchAll(STYLE_USED)].map(([, id = '']) => id))
  const used = new Set([normal, ...ids])
  for (const id of used) used.add(all.get(id ?? '')?.basedOn)
  return [...used].flatMap((id) => all.get(id ?? '')?.xml ?? [])
}

/** Families in the order in which they are met, each once, at most 50. */
export function usedFonts(parts: FontParts, scripts: readonly Script[] = LATIN): string[] {
  const theme = new Map(
    [...parts.theme.matchAll(THEME_FONT)].map(([, kind = '', family = '']) => [kind, family]),
  )
  const defaults = /<w:docDefaults>.*?<\/w:docDefaults>/s.exec(parts.styles)?.[0] ?? ''
  const families = [defaults, ...usedStyles(parts), ...parts.texts].flatMap((xml) =>
    [...xml.matchAll(FONTS)].flatMap(([element]) => named(element, theme, scripts)),
  )
  return [...new Set(families)].slice(0, LISTED_MAX)
}
