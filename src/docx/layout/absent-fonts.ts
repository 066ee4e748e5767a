/**
 * Families that the machine lacks, drawn with what the document's font table says of them (ISO/IEC 29500-1, 17.8.3):
 * another name, PANOSE numbers, kind and pitch. LibreOffice reads none of these, and draws every one with one family.
 */
import { escapeAttribute, unescapeXml } from '../../xml/escape.ts'
import { FONT_TABLE } from '../embedded-fonts/font-parts.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

/** A family that is not there, and the one that is drawn instead. */
export type Substitute = readonly [family: string, other: string]

const FONT = /<w:font\s[^>]*w:name="([^"]*)"[^>]*>(.*?)<\/w:font>/gs
const PARTS =
  /^word\/(?:document|styles|(?:header|footer)\d*|footnotes|endnotes)\.xml$|^word\/theme\//
const NAMES = /(\s(?:w:(?:ascii|hAnsi|cs)|typeface)=")([^"]*)(?=")/g
/** Character sets of Chinese, Japanese and Korean (17.8.3.2): for these LibreOffice looks for glyphs itself. */
const EAST_ASIAN = /^(?:80|81|82|86|88)$/i
const [SANS, NARROW, SERIF, MONO] = ['Arial', 'Arial Narrow', 'Times New Roman', 'Courier New']

/**
 * One of the families of which all machines draw the widths, by PANOSE (family kind 2 is Latin text; the second number the
 * serifs, of which 11 to 15 are none; the fourth the proportion, of which 9 is monospaced), else by kind, pitch and name.
 */
function likeliest(name: string, said: ReadonlyMap<string, string>): string | undefined {
  const panose = (said.get('panose1') ?? '').match(/../g)?.map((pair) => Number.parseInt(pair, 16))
  const [kind = 0, serifs = 0, , proportion = 0] = panose ?? []
  const family = said.get('family')
  const isMono = proportion === 9 || family === 'modern' || /mono|code\b|typewriter/i.test(name)
  if (isMono && said.get('pitch') !== 'variable') return MONO
  const isSans = serifs > 1 && kind === 2 ? serifs > 10 : family === 'swiss' || /sans/i.test(name)
  if (isSans) return /cond|narrow|compr/i.test(name) ? NARROW : SANS
  const isSerif = serifs > 1 && kind === 2 ? true : family === 'roman' || /serif/i.test(name)
  return isSerif ? SERIF : undefined
}

/**
 * What is drawn instead of which of the families.
 * @param known see `InstalledFonts.families`
 */
export function substitutesFor(
  draft: DocumentDraft,
  families: readonly string[],
  known: string | undefined,
): Substitute[] {
  if (known === undefined) return []
  const isKnown = (family: string): boolean =>
    family.split(';').some((one) => known.includes(`\n${one.trim().toLowerCase()}\n`))
  const absent = new Set(families.filter((family) => !isKnown(family)))
  const table = absent.size === 0 ? undefined : partText(draft, FONT_TABLE)
  if (table === undefined) return []
  return [...table.matchAll(FONT)].flatMap(([, raw = '', body = '']): Substitute[] => {
    const family = unescapeXml(raw)
    if (!absent.has(family)) return []
    const said = new Map(
      [...body.matchAll(/<w:(\w+)\s[^>]*w:val="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescapeXml(value),
      ]),
    )
    const named = (said.get('altName') ?? '').split(',').find((one) => one !== '' && isKnown(one))
    const isEastAsian = EAST_ASIAN.test(said.get('charset') ?? '')
    const other = named ?? (isEastAsian ? undefined : likeliest(family, said))
    return other === undefined ? [] : [[family, other]]
  })
}

/**
 * Names the other families in the place of the absent ones, wherever text is drawn. Behind them they would not be drawn:
 * LibreOffice asks fontconfig for the first name of a list, and gets a family for any.
 */
export function nameSubstitutes(draft: DocumentDraft, substitutes: readonly Substitute[]): void {
  if (substitutes.length === 0) return
  const others = new Map(substitutes.map((pair) => pair.map(escapeAttribute) as [string, string]))
  for (const { name, asText } of draft.file(PARTS)) {
    const before = asText()
    const after = before.replaceAll(
      NAMES,
      (_, start: string, family: string) => start + (others.get(family) ?? family),
    )
    if (after !== before) draft.file(name, after)
  }
}
