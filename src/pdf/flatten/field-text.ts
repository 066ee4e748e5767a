/** The text of a field: its size and colour, its lines, the boxes of a comb. */
import type { TextFont } from './field-fonts.ts'

/** Largest size of text where the form leaves the size to the reader, in points. */
export const SIZE_AUTOMATIC_MOST = 12
const SIZE_LEAST = 4

/** The properties that determine the look of a field. */
export interface Look {
  width: number
  height: number
  /** Of the border, in points. */
  border: number
  font: TextFont
  size: number
  /** Operators that set the colour of text. */
  color: string
  /** 0 left, 1 in the middle, 2 right. */
  quadding: number
}

/** Parses a default appearance; readers use Helvetica in black where it specifies nothing. */
export function textStyle(appearance: string): { font: string; size: number; color: string } {
  const named = /\/(\S+)\s+(-?[\d.]+)\s+Tf/.exec(appearance)
  const color = /((?:[\d.]+\s+){1,4}(?:g|rg|k))\b/.exec(appearance.replace(named?.[0] ?? '', ' '))
  return {
    font: (named?.[1] ?? 'Helv').replaceAll(/#([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    size: Number(named?.[2] ?? 0) || 0,
    color: color?.[1] ?? '0 g',
  }
}

/** Matrix of an appearance in a widget that is turned. */
export const matrixOf = (
  turn: number,
  { width, height }: { width: number; height: number },
): number[] =>
  ({
    90: [0, 1, -1, 0, width, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, height],
  })[turn] ?? [1, 0, 0, 1, 0, 0]

const startOf = (text: string, size: number, { font, width, border, quadding }: Look): number => {
  const free = width - font.widthOf(text) * size
  return quadding === 1 ? free / 2 : quadding === 2 ? free - border - 2 : border + 2
}

/** One line, as operators of a content stream. */
export function line(text: string, look: Look): string {
  const room = look.width - 2 * look.border - 4
  const fitting = Math.min(0.67 * look.height, room / Math.max(look.font.widthOf(text), 0.01))
  const size = look.size || Math.max(SIZE_LEAST, Math.min(fitting, 0.67 * look.height))
  const at = { x: startOf(text, size, look), y: 0.5 * look.height - 0.4 * size, size }
  return look.font.show(text, at)
}

/** One character in each cell. */
export function comb(text: string, look: Look, cells: number): string {
  const cell = look.width / cells
  const size = look.size || Math.max(SIZE_LEAST, Math.min(0.67 * look.height, cell))
  const y = 0.5 * look.height - 0.4 * size
  return [...text]
    .slice(0, cells)
    .map((sign, index) =>
      look.font.show(sign, {
        x: (index + 0.5) * cell - (look.font.widthOf(sign) * size) / 2,
        y,
        size,
      }),
    )
    .join('')
}

function wrapped(text: string, room: number, font: TextFont, size: number): string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((part) => {
    const lines: string[] = []
    let open = ''
    for (const word of part.split(' ')) {
      const longer = open === '' ? word : `${open} ${word}`
      if (open !== '' && font.widthOf(longer) * size > room) {
        lines.push(open)
        open = word
      } else open = longer
    }
    return [...lines, open]
  })
}

/** Several lines, broken at the width of the field. */
export function paragraph(text: string, look: Look): string {
  const room = look.width - 2 * look.border - 4
  const linesAt = (size: number): string[] => wrapped(text, room, look.font, size)
  let size = look.size || SIZE_AUTOMATIC_MOST
  while (look.size === 0 && size > SIZE_LEAST && linesAt(size).length * size > look.height - 6)
    size--
  return linesAt(size)
    .map((each, index) =>
      each === ''
        ? ''
        : look.font.show(each, {
            x: startOf(each, size, look),
            y: look.height - 3 - (index + 1) * size,
            size,
          }),
    )
    .join('')
}
