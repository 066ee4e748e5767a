/**
 * Text in fields without an appearance: in the font that the form names, as every reader draws it; if the
 * form lacks that font or the font lacks a character, as outlines of our own.
 */
import { type PDFDict, PDFName, type PDFObject, StandardFontEmbedder, StandardFonts } from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf, itemsOf, numberOf } from '../pdf-file.ts'
import type { PdfTarget } from '../pdf-target.ts'
import { outlineOf } from '../typesetting/outline.ts'

/** A font for text. */
export interface TextFont {
  /** Of a text at size 1. */
  widthOf(text: string): number
  /** Operators that show one line from a point, without `BT` and colour. */
  show(text: string, at: { x: number; y: number; size: number }): string
}

/** A number as written in content streams: at most three decimals, no exponent. */
export const figure = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Fonts that every reader has, by the beginnings of their names without blanks and commas. */
const STANDARD: ReadonlyArray<readonly [RegExp, StandardFonts]> = [
  [/^(helvetica|arial).*bold/i, StandardFonts.HelveticaBold],
  [/^(helvetica|arial)/i, StandardFonts.Helvetica],
  [/^times.*bold/i, StandardFonts.TimesRomanBold],
  [/^times/i, StandardFonts.TimesRoman],
  [/^courier.*bold/i, StandardFonts.CourierBold],
  [/^courier/i, StandardFonts.Courier],
  [/^zapfdingbats/i, StandardFonts.ZapfDingbats],
]
const UNKNOWN = '3F'

/** Outlines of our own font; they need no resource. */
const EM = 2048
const outlined: TextFont = {
  widthOf: (text) => (text === '' ? 0 : outlineOf(text, 'regular').width / EM),
  show(text, { x, y, size }) {
    const scale = String(size / EM)
    return `q ${scale} 0 0 ${scale} ${figure(x)} ${figure(y)} cm\n${outlineOf(text, 'regular').path}f Q\n`
  },
}

/** A simple font of the form's resources; a text that it may not be able to show is drawn as outlines. */
function namedFont(target: PdfTarget, name: string, font: PDFDict): TextFont {
  const base = (nameOf(target.get(font, 'BaseFont')) ?? '').replaceAll(/[\s,]/g, '')
  const standard = STANDARD.find(([pattern]) => pattern.test(base))?.[1]
  const metrics = StandardFontEmbedder.for((standard ?? StandardFonts.Helvetica) as never)
  const widths = itemsOf(target.get(font, 'Widths')).map(
    (each) => numberOf(target.resolve(each)) / 1000,
  )
  const firstChar = numberOf(target.get(font, 'FirstChar'))
  const kind = nameOf(target.get(font, 'Subtype')) ?? ''
  const isOwn =
    !base.includes('+') &&
    !['Type0', 'Type3'].includes(kind) &&
    (standard !== undefined || widths.length > 0)
  // Beyond ASCII, only an explicit encoding is reliable.
  const isAscii =
    standard !== StandardFonts.ZapfDingbats &&
    nameOf(target.get(font, 'Encoding')) !== 'WinAnsiEncoding'
  const codeOf = (sign: string): string | undefined => {
    if (isAscii && !/^[ -~]$/.test(sign)) return undefined
    try {
      const code = metrics.encodeText(sign).asString().toUpperCase()
      return code === UNKNOWN && sign !== '?' ? undefined : code
    } catch {
      // Symbol fonts lack even the question mark that replaces missing characters.
      return undefined
    }
  }
  /** Undefined where it is not certain that this font can show it. */
  const codesOf = (text: string): string[] | undefined => {
    const codes = isOwn ? [...text].map(codeOf) : [undefined]
    return codes.every((code) => code !== undefined) ? codes : undefined
  }
  return {
    widthOf(text) {
      const signs = [...text]
      const own = codesOf(text)?.map((code) => widths[Number.parseInt(code, 16) - firstChar])
      if (own === undefined) return outlined.widthOf(text)
      return signs.reduce(
        (sum, sign, index) => sum + (own[index] ?? metrics.widthOfTextAtSize(sign, 1)),
        0,
      )
    },
    show(text, at) {
      const codes = codesOf(text)
      if (codes === undefined) return outlined.show(text, at)
      const place = `${figure(at.x)} ${figure(at.y)} Td`
      return `BT ${PDFName.of(name)} ${figure(at.size)} Tf ${place} <${codes.join('')}> Tj ET\n`
    },
  }
}

/**
 * The font for a field.
 * @param name as in the field's default appearance
 * @param fonts of the form's resources; undefined where every font must be embedded (PDF/A)
 */
export function fontFor(target: PdfTarget, name: string, fonts: PDFDict | undefined): TextFont {
  const fontIn = (key: string) => dictOf(target.resolve(fonts?.get(PDFName.of(key))))
  if (fonts !== undefined && fontIn(name) === undefined && EVERYWHERE.has(name))
    fonts.set(PDFName.of(name), target.add(standardFont(target, name)))
  // Readers use Helvetica for any other font that the form lacks.
  const own = fontIn(name) === undefined ? PLAIN : name
  const dict = fontIn(own)
  return dict === undefined ? outlined : namedFont(target, own, dict)
}

/** Fonts that a field may use by name even if the form lacks them. */
const EVERYWHERE: ReadonlySet<string> = new Set(Object.values(StandardFonts))

const SYMBOLS: ReadonlySet<string> = new Set([StandardFonts.ZapfDingbats, StandardFonts.Symbol])

/** A font that every reader has; text fonts in WinAnsi, symbol fonts in their own encoding. */
const standardFont = (target: PdfTarget, base: string): PDFDict =>
  target.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: base,
    ...(!SYMBOLS.has(base) && { Encoding: 'WinAnsiEncoding' }),
  })

const PLAIN = 'Helv'
const ZAPF = 'ZaDb'
const WIDTHS: Readonly<Record<string, StandardFonts>> = {
  [PLAIN]: StandardFonts.Helvetica,
  [ZAPF]: StandardFonts.ZapfDingbats,
}

/** The fonts of the form, plus those that may be used without being in it. */
export function formFonts(target: PdfTarget, form: PDFObject | undefined): PDFDict {
  const own = dictOf(target.get(target.get(form, 'DR'), 'Font'))
  const fonts = target.context.obj({})
  for (const [key, value] of own?.entries() ?? []) fonts.set(key, value)
  for (const [name, base] of Object.entries(WIDTHS)) {
    const key = PDFName.of(name)
    if (dictOf(target.resolve(fonts.get(key))) !== undefined) continue
    fonts.set(key, target.add(standardFont(target, base)))
  }
  return fonts
}
