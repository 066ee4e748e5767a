/**
 * The language of a document (`w:lang`, ISO/IEC 29500-1, 17.3.2.20): hyphenation, number fields and
 * the language that a PDF states all follow it.
 */
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

const STYLES = 'word/styles.xml'
const DEFAULTS = /<w:docDefaults(?:\s[^>]*)?(?:\/>|>[\s\S]*?<\/w:docDefaults>)/
const LANG = /<w:lang(?:\s[^>]*)?(?:\/>|>\s*<\/w:lang>)/
const ASIAN = /^(?:zh|ja|ko)\b/
const RIGHT_TO_LEFT = /^(?:ar|he|fa|ur|ps|yi|dv|ku|ug|syr|th|hi)\b/

/** The attribute of `w:lang` for the script of a language. */
const attributeOf = (tag: string): string =>
  ASIAN.test(tag) ? 'w:eastAsia' : RIGHT_TO_LEFT.test(tag) ? 'w:bidi' : 'w:val'

function withAttribute(lang: string, name: string, tag: string): string {
  const present = new RegExp(`(\\s${name}=)"[^"]*"`)
  return present.test(lang)
    ? lang.replace(present, `$1"${tag}"`)
    : lang.replace('<w:lang', `<w:lang ${name}="${tag}"`)
}

/** The value of the attribute in the first `w:lang` of some XML. */
const languageIn = (xml: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(LANG.exec(xml)?.[0] ?? '')?.[1]

/** Run properties end with `w:lang`, except for these (17.3.2). */
const AFTER_LANG = /<w:(?:eastAsianLayout|specVanish|oMath|rPrChange)[\s/>]|<\/w:rPr>/

function withDefault(styles: string, name: string, tag: string): string {
  const run = `<w:rPrDefault><w:rPr><w:lang ${name}="${tag}"/></w:rPr></w:rPrDefault>`
  const whole = `<w:docDefaults>${run}</w:docDefaults>`
  const defaults = DEFAULTS.exec(styles)?.[0]
  if (defaults === undefined) return styles.replace(/<w:styles(?:\s[^>]*[^/])?>/, `$&${whole}`)
  return styles.replace(defaults, () => {
    if (LANG.test(defaults)) return defaults.replace(LANG, (at) => withAttribute(at, name, tag))
    if (/<w:rPr(?:\s[^>]*[^/])?>/.test(defaults)) {
      return defaults.replace(AFTER_LANG, `<w:lang ${name}="${tag}"/>$&`)
    }
    const bare = defaults.replace(/<w:rPrDefault\s*(?:\/>|>[\s\S]*?<\/w:rPrDefault>)/, '')
    return /\/>$/.test(bare) ? whole : bare.replace(/<w:docDefaults(?:\s[^>]*)?>/, `$&${run}`)
  })
}

/** Language, script and region of a locale, without its number and calendar extensions. */
const tagOf = (locale: string): string => new Intl.Locale(locale).baseName

/**
 * Sets the language of a document. Passages that the template marks as being in another language keep theirs.
 * @param wanted the locale that the caller requested; without it the template's own language applies
 * @param fallback for a template that names none
 */
export function writeLanguage(draft: DocumentDraft, wanted: string | undefined, fallback: string) {
  const styles = partText(draft, STYLES)
  if (styles === undefined) return
  const tag = tagOf(wanted ?? fallback)
  const name = attributeOf(tag)
  const own = languageIn(DEFAULTS.exec(styles)?.[0] ?? '', name)
  if (own === tag || (wanted === undefined && own !== undefined)) return
  const written = withDefault(styles, name, tag)
  draft.file(
    STYLES,
    own === undefined
      ? written
      : written.replaceAll(`<w:lang ${name}="${own}"`, `<w:lang ${name}="${tag}"`),
  )
}
