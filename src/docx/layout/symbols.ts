/**
 * Letters typed in Wingdings, Webdings or Symbol: Word draws the symbol that the font has in the place of the letter,
 * LibreOffice the letter in another font. As `w:sym` (ISO/IEC 29500-1, 17.3.3.30) it draws the symbol.
 */
import { unescapeXml } from '../../xml/escape.ts'
import { StyleTexts } from '../package/style-texts.ts'

const FAMILY = '(Wingdings(?: [23])?|Webdings|Symbol)'
/** Takes microseconds, and is all that most documents take. */
const NAMED = /Wingdings|Webdings|"Symbol"/
const MAYBE = new RegExp(`w:(?:ascii|hAnsi)="${FAMILY}"`)
const FONTS = new RegExp(`<w:rFonts\\s[^>]*?w:(?:ascii|hAnsi)="${FAMILY}"`)
const RUN = /<w:r(?:\s[^>]*)?><w:rPr>((?:(?!<\/w:rPr>).)*)<\/w:rPr>((?:(?!<\/w:r>).)*)<\/w:r>/gs
const TEXT = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g

/** Characters of Windows' Latin alphabet from 0x80 on, in its order; those of Latin 1 stand for themselves. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The place of a character in the font, as `w:sym` names it; undefined for what no such font has. */
function placeOf(char: string): string | undefined {
  const typed = char.codePointAt(0) ?? 0
  const ofWindows = WINDOWS.indexOf(char)
  const latin = ofWindows < 0 ? typed : 0x80 + ofWindows
  const code = typed > 0xf020 && typed <= 0xf0ff ? typed - 0xf000 : latin
  return code > 0x20 && code <= 0xff ? (0xf000 + code).toString(16).toUpperCase() : undefined
}

function asSymbols(text: string, family: string): string {
  const pieces = [...unescapeXml(text)].map((char) => {
    const place = placeOf(char)
    if (place !== undefined) return `<w:sym w:font="${family}" w:char="${place}"/>`
    return `<w:t xml:space="preserve">${char}</w:t>`
  })
  return pieces.join('')
}

/** Symbol fonts of character styles. */
const ofStyles = (styles: string): ReadonlyMap<string, string> =>
  new Map(
    MAYBE.test(styles)
      ? [...new StyleTexts(styles).all.values()].flatMap(({ id, xml }) => {
          const family = FONTS.exec(xml)?.[1]
          return family === undefined ? [] : [[id, family] as const]
        })
      : [],
  )

/** The part with such letters as symbols. */
export function drawSymbols(xml: string, styles: string): string {
  if (!NAMED.test(xml) && !NAMED.test(styles)) return xml
  const styled = ofStyles(styles)
  if (styled.size === 0 && !MAYBE.test(xml)) return xml
  return xml.replace(RUN, (run, properties: string, content: string) => {
    const style = /<w:rStyle\s[^>]*w:val="([^"]*)"/.exec(properties)?.[1] ?? ''
    const family =
      FONTS.exec(properties)?.[1] ??
      (properties.includes('<w:rFonts') ? undefined : styled.get(style))
    if (family === undefined || !content.includes('<w:t')) return run
    const head = run.slice(0, run.length - content.length - '</w:r>'.length)
    return `${head}${content.replace(TEXT, (_all, text: string) => asSymbols(text, family))}</w:r>`
  })
}
