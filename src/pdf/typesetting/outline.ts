/** Words as outlines: path operators that need no font in the document (ISO 32000-2, 8.5.2). */
import { type FontStyle, parsedFont, sourceOf } from '../fonts.ts'
import { isPlain, settingOf } from './setting.ts'

/** Writes operators and tracks the position of the pen: a quadratic curve of TrueType becomes a cubic one of PDF. */
class Pen {
  readonly operators: string[] = []
  #x = 0
  #y = 0

  draw(command: string, at: readonly number[]): void {
    if (command === 'closePath') this.operators.push('h\n')
    else if (command === 'moveTo') this.operators.push(`${at.join(' ')} m\n`)
    else if (command === 'lineTo') this.operators.push(`${at.join(' ')} l\n`)
    else if (command === 'bezierCurveTo') this.operators.push(`${at.join(' ')} c\n`)
    else this.#quadratic(at)
    this.#x = at.at(-2) ?? this.#x
    this.#y = at.at(-1) ?? this.#y
  }

  #quadratic([x = 0, y = 0, endX = 0, endY = 0]: readonly number[]): void {
    const third = (from: number, control: number): number => Math.round((from + 2 * control) / 3)
    const [one, other] = [
      [third(this.#x, x), third(this.#y, y)],
      [third(endX, x), third(endY, y)],
    ]
    this.operators.push(`${[...one, ...other, endX, endY].join(' ')} c\n`)
  }
}

/** A glyph and its position, in units of the outline. */
interface PlacedPath {
  commands: ReadonlyArray<{ command: string; args: readonly number[] }>
  scale: number
  x: number
  y: number
}

function drawPath(pen: Pen, { commands, scale, x, y }: PlacedPath): void {
  for (const { command, args } of commands)
    pen.draw(
      command,
      args.map((value, index) => Math.round(value * scale + (index % 2 === 0 ? x : y))),
    )
}

/** Draws glyph by glyph, each from the font that has it. */
function drawSet(pen: Pen, text: string, style: FontStyle, em: number): number {
  const { pieces, width } = settingOf(text, style)
  let origin = 0
  for (const { source, glyphs, width: advance } of pieces) {
    const font = parsedFont(source)
    for (const { id, x, y } of glyphs) {
      const commands = font.getGlyph(id)?.path.commands ?? []
      const scale = em / font.unitsPerEm
      drawPath(pen, { commands, scale, x: (origin + x) * em, y: y * em })
    }
    origin += advance
  }
  return width * em
}

/**
 * The outline of a line. {@link loadTypesetting} must have been awaited for a text that DejaVu lacks glyphs for, or
 * that needs shaping.
 */
export function outlineOf(text: string, style: FontStyle) {
  const font = parsedFont(sourceOf(style))
  const pen = new Pen()
  let width = 0
  if (!isPlain(text, (codePoint) => font.hasGlyphForCodePoint(codePoint)))
    width = drawSet(pen, text, style, font.unitsPerEm)
  else
    for (const { advanceWidth, path } of font.layout(text).glyphs) {
      drawPath(pen, { commands: path.commands, scale: 1, x: width, y: 0 })
      width += advanceWidth
    }
  return { path: pen.operators.join(''), width, height: font.capHeight }
}
