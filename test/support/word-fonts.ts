/** What is known of Word's fonts, and what a PDF draws with which font, as pdf.js reads it. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const EM = 2048
const STYLES = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const
/** A face of a family. */
export type Style = (typeof STYLES)[number]

/** A font that stands in for one of Word's. */
export interface StandIn {
  /** Its PostScript name. */
  font: string
  /** Word's family. */
  word: string
  style: Style
  /** The face of the table that it was made from, where it is known. */
  measured: string | null
  /** Of a line in Word, in thousandths of the size, where it is not the font's. */
  height: number | undefined
}

const heightOf = ([ascent, descent]: [number, number]): number => ((ascent - descent) * 1000) / EM

/** Every font that is built. */
export function standIns(): StandIn[] {
  const { families } = JSON.parse(
    readFileSync(resolve(ROOT, 'scripts/fonts/families.json'), 'utf8'),
  ) as {
    families: {
      name: string
      word: string[]
      /** Of lines, ascent and descent, where Word sets lines farther apart than the font says; in 1/2048 em. */
      heights?: [number, number]
      faces: Partial<Record<Style, [string, string | null]>>
    }[]
  }
  return families.flatMap(({ name, word: [word = ''], heights, faces }) =>
    STYLES.flatMap((style) => {
      const face = faces[style]
      const font = `${name}-${style}`.replaceAll(' ', '')
      return face === undefined
        ? []
        : [{ font, word, style, measured: face[1], height: heights && heightOf(heights) }]
    }),
  )
}

/** What is known of a face, in thousandths of the size. */
export interface Known {
  /** Of a line; only where the font was read with all its tables. */
  height: number | undefined
  /** By character. */
  widths: Map<string, number>
}

/** The widths of a cell of the table: `20:463,624*2 a0:463`. */
function widthsOf(cell: string): Map<string, number> {
  const widths = new Map<string, number>()
  for (const run of cell.split(' ')) {
    const [first = '', values = ''] = run.split(':')
    const each = values.split(',').flatMap((value) => {
      const [width = 0, times = 1] = value.split('*').map(Number)
      return Array<number>(times).fill((width * 1000) / EM)
    })
    const start = Number.parseInt(first, 16)
    for (const [index, width] of each.entries())
      widths.set(String.fromCodePoint(start + index), width)
  }
  return widths
}

/** What is known of Word's faces, by their names. */
export function knownFaces(): Map<string, Known> {
  const table = readFileSync(resolve(ROOT, 'src/office/fonts/widths.tsv'), 'utf8')
  const [, ...lines] = table.trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t')
      const [ascent = 0, descent = 0, gap = 0] = cells.slice(2, 5).map(Number)
      const height = cells[10] === '' ? undefined : ((ascent - descent + gap) * 1000) / EM
      return [cells[0] ?? '', { height, widths: widthsOf(cells.at(-1) ?? '') }]
    }),
  )
}

/** What a PDF draws with a font. */
export interface Drawn {
  /** Of each character, in thousandths of the size. */
  widths: Map<string, number>
  /** Distances of lines below each other, in points. */
  pitches: number[]
}

interface Glyph {
  unicode: string
  width: number
}

/** What is drawn with each font, by its name without the subset's tag. */
export async function drawnIn(pdf: Uint8Array): Promise<Map<string, Drawn>> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const fonts = new Map<string, Drawn>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    await collectWidths(page, fonts)
    await collectPitches(page, fonts)
  }
  return fonts
}

const nameIn = (page: PDFPageProxy, id: string): string =>
  String((page.commonObjs.get(id) as { name: string }).name).replace(/^[A-Z]{6}\+/, '')

async function collectWidths(page: PDFPageProxy, fonts: Map<string, Drawn>): Promise<void> {
  const { fnArray, argsArray } = await page.getOperatorList()
  let drawn: Drawn = { widths: new Map(), pitches: [] }
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[]
    if (operator === OPS.setFont) {
      const name = nameIn(page, String(args[0]))
      drawn = fonts.get(name) ?? { widths: new Map(), pitches: [] }
      fonts.set(name, drawn)
    }
    if (operator !== OPS.showText) continue
    for (const glyph of args[0] as (Glyph | number)[])
      if (typeof glyph !== 'number') drawn.widths.set(glyph.unicode, glyph.width)
  }
}

async function collectPitches(page: PDFPageProxy, fonts: Map<string, Drawn>): Promise<void> {
  const { items } = await page.getTextContent()
  const placed = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ font: nameIn(page, item.fontName), y: item.transform[5] as number }]
      : [],
  )
  for (const [index, { font, y }] of placed.entries()) {
    const before = placed[index - 1]
    if (before?.font === font && before.y > y) fonts.get(font)?.pitches.push(before.y - y)
  }
}
