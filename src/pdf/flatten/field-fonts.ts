/**
 * Text in fields without an appearance: in the font that the form names, as every reader draws it; if the
 * form lacks that font or the font lacks a character, as outlines of our own.
 */
import {
  PDFArray,
  type PDFDict,
  PDFName,
  type PDFObject,
  StandardFontEmbedder,
  StandardFonts,
} from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf, numberOf } from '../pdf-file.ts'
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

/** A simple font of the form's resources. */
class NamedFont {
  readonly #name: string
  readonly #metrics: StandardFontEmbedder
  readonly #widths: readonly number[]
  readonly #firstChar: number
  readonly #isAscii: boolean
  readonly #isOwn: boolean

  constructor(target: PdfTarget, name: string, font: PDFDict) {
    const base = (nameOf(target.get(font, 'BaseFont')) ?? '').replaceAll(/[\s,]/g, '')
    const standard = STANDARD.find(([pattern]) => pattern.test(base))?.[1]
    const widths = target.get(font, 'Widths')
    this.#name = name
    this.#metrics = StandardFontEmbedder.for((standard ?? StandardFonts.Helvetica) as never)
    this.#widths =
      widths instanceof PDFArray
        ? widths.asArray().map((each) => numberOf(target.resolve(each)) / 1000)
        : []
    this.#firstChar = numberOf(target.get(font, 'FirstChar'))
    const encoding = target.get(font, 'Encoding')
    // Beyond ASCII, only an explicit encoding is reliable.
    this.#isAscii =
      standard !== StandardFonts.ZapfDingbats && nameOf(encoding) !== 'WinAnsiEncoding'
    this.#isOwn =
      !base.includes('+') &&
      nameOf(target.get(font, 'Subtype')) !== 'Type0' &&
      nameOf(target.get(font, 'Subtype')) !== 'Type3' &&
      (standard !== undefined || this.#widths.length > 0)
  }

  /** The codes of a text; undefined where it is not certain that this font can show it. */
  codes(text: string): string[] | undefined {
    if (!this.#isOwn) return undefined
    const codes: string[] = []
    for (const sign of text) {
      if (this.#isAscii && !/^[ -~]$/.test(sign)) return undefined
      const code = this.#codeOf(sign)
      if (code === undefined || (code === UNKNOWN && sign !== '?')) return undefined
      codes.push(code)
    }
    return codes
  }

  /** Symbol fonts lack even the question mark that replaces missing characters. */
  #codeOf(sign: string): string | undefined {
    try {
      return this.#metrics.encodeText(sign).asString().toUpperCase()
    } catch {
      // The font lacks the character.
      return undefined
    }
  }

  widthOf(text: string, codes: readonly string[]): number {
    let width = 0
    for (const [index, sign] of [...text].entries()) {
      const own = this.#widths[Number.parseInt(codes[index] ?? '', 16) - this.#firstChar]
      width += own ?? this.#metrics.widthOfTextAtSize(sign, 1)
    }
    return width
  }

  show(codes: readonly string[], size: number): string {
    return `${PDFName.of(this.#name)} ${figure(size)} Tf <${codes.join('')}> Tj`
  }
}

/** Outlines of our own font; they need no resource. */
const EM = 2048
const outlined: TextFont = {
  widthOf: (text) => (text === '' ? 0 : outlineOf(text, 'regular').width / EM),
  show(text, { x, y, size }) {
    const scale = String(size / EM)
    return `q ${scale} 0 0 ${scale} ${figure(x)} ${figure(y)} cm\n${outlineOf(text, 'regular').path}f Q\n`
  },
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
  if (dict === undefined) return outlined
  const named = new NamedFont(target, own, dict)
  return {
    widthOf(text) {
      const codes = named.codes(text)
      return codes === undefined ? outlined.widthOf(text) : named.widthOf(text, codes)
    },
    show(text, at) {
      const codes = named.codes(text)
      if (codes === undefined) return outlined.show(text, at)
      return `BT ${named.show(codes, at.size).replace(' Tf ', ` Tf ${figure(at.x)} ${figure(at.y)} Td `)} ET\n`
    },
  }
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
