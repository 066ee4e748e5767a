/** Words as outlines: path operators that need no font in the document (ISO 32000-2, 8.5.2). */
import { type FontStyle, parsedFont } from './fonts.ts'

/** A word in units of its font; its box begins at the origin and is as high as a capital. */
export interface Outline {
  path: string
  width: number
  height: number
}

/** What is read of a parsed font. */
interface OutlineFont {
  capHeight: number
  layout(text: string): {
    glyphs: Array<{
      advanceWidth: number
      path: { commands: Array<{ command: string; args: number[] }> }
    }>
  }
}

/** Writes operators and remembers where the pen is: a quadratic curve of TrueType becomes a cubic one of PDF. */
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

/** The outline of a word. */
export function outlineOf(text: string, style: FontStyle): Outline {
  const font = parsedFont(style) as OutlineFont
  const pen = new Pen()
  let width = 0
  for (const { advanceWidth, path } of font.layout(text).glyphs) {
    for (const { command, args } of path.commands)
      pen.draw(
        command,
        args.map((value, index) => Math.round(index % 2 === 0 ? value + width : value)),
      )
    width += advanceWidth
  }
  return { path: pen.operators.join(''), width, height: font.capHeight }
}
