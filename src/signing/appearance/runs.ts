/** Draws lines: plain ones as pdf-lib does, others glyph by glyph, with their text as /ActualText. */
import {
  beginText,
  type Color,
  endMarkedContent,
  endText,
  type PDFFont,
  PDFHexString,
  type PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setLineWidth,
  setStrokingColor,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from 'pdf-lib'
import { codesOf } from '../../pdf/fonts.ts'
import { isPlain, type Piece, settingOf } from '../../pdf/typesetting/setting.ts'
import type { PlacedGlyph } from '../../pdf/typesetting/shaper.ts'
import type { Face } from './text.ts'

/** Start of a line on its baseline, and its style. */
export interface LineStyle {
  x: number
  y: number
  size: number
  color: Color
}

/** Stroke width around each glyph, in em, that makes a regular font look bold. */
const FATTENING = 0.03

/** Name of a font in the page's resources. */
function keyOf(page: PDFPage, font: PDFFont): PDFName {
  const { Font } = page.node.normalizedEntries()
  const known = Font.entries().find(([, ref]) => ref === font.ref)
  return known?.[0] ?? page.node.newFontDictionary(font.name, font.ref)
}

/** Readers use this text for copying and searching instead of the glyphs (ISO 32000-2, 14.9.4). */
const saying = (text: string): PDFOperator =>
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
    '/Span',
    `<</ActualText ${PDFHexString.fromText(text)}>>`,
  ])

/** Invisible below this distance, in em. */
const NEAR = 1e-6

/** Groups glyphs that follow each other without adjustment. */
function strings(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const found: PlacedGlyph[][] = []
  for (const glyph of glyphs) {
    const last = found.at(-1)?.at(-1)
    const follows = last?.y === glyph.y && Math.abs(last.end - glyph.x) < NEAR
    if (follows) found.at(-1)?.push(glyph)
    else found.push([glyph])
  }
  return found
}

function operatorsOf(piece: Piece, font: PDFFont, key: PDFName, { x, y, size, color }: LineStyle) {
  const fat = piece.fattened
    ? [
        setTextRenderingMode(TextRenderingMode.FillAndOutline),
        setStrokingColor(color),
        setLineWidth(FATTENING * size),
      ]
    : []
  const glyphs = strings(piece.glyphs).flatMap((string) => {
    const [first] = string
    const [left, up] = [(first?.x ?? 0) * size, (first?.y ?? 0) * size]
    return [setTextMatrix(1, 0, 0, 1, x + left, y + up), showText(codesOf(font, string))]
  })
  const quiet = saysItself(piece)
  return [
    pushGraphicsState(),
    setFillingColor(color),
    ...fat,
    beginText(),
    setFontAndSize(key, size),
    // Set inside the span: poppler takes the text's font and size from the state at the end of the span.
    ...(quiet ? glyphs : [saying(piece.text), ...glyphs, endMarkedContent()]),
    endText(),
    popGraphicsState(),
  ]
}

/**
 * Whether readers get the text from the glyphs. For right-to-left text they do: they reverse it themselves,
 * and poppler would reverse /ActualText as well.
 */
const saysItself = ({ text, replaced, rightToLeft }: Piece): boolean =>
  text === ' ' || (rightToLeft && !replaced)

/** Draws a printable text from a point on its baseline. */
export function drawLine(page: PDFPage, text: string, face: Face, style: LineStyle): void {
  if (isPlain(text, face.has)) {
    page.drawText(text, { ...style, font: face.font })
    return
  }
  let { x } = style
  for (const piece of settingOf(text, face.style).pieces) {
    const font = face.others.get(piece.source.path)
    if (font === undefined) throw new TypeError(`no font was embedded for "${piece.text}"`)
    page.pushOperators(...operatorsOf(piece, font, keyOf(page, font), { ...style, x }))
    x += piece.width * style.size
  }
}
