/** How annotations are drawn that have no appearance (ISO 32000-2, 12.5.6), by their kinds. */
import type { PDFDict } from 'pdf-lib'
import { nameOf, textOf } from '../form-fields.ts'
import { type Box, numbersIn } from '../pages.ts'
import { itemsOf, nameKey as key, numberOf } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { figure, fontFor } from './field-fonts.ts'
import { line, paragraph, textStyle } from './field-text.ts'
import { formOf } from './widgets.ts'

type Point = readonly [x: number, y: number]

/** What is known of an annotation that is drawn. */
export interface Shape {
  whole: WholePdf
  dict: PDFDict
  rect: Box
  /** Width of its lines, in points; 0 for none. */
  width: number
  /** Operators that set its colours; undefined where it is transparent. */
  stroke: string | undefined
  fill: string | undefined
  /** Fonts that it may use; undefined where every font must be embedded (PDF/A). */
  fonts: PDFDict | undefined
}

/** Operators in the coordinates of the page, and the points between which they draw. */
interface Drawn {
  content: string
  points?: readonly Point[]
  /** It marks what is below it instead of covering it; this is drawn where nothing can be transparent. */
  opaque?: string
}

const PAINT = ['g', 'rg', 'k'] as const
const YELLOW = [1, 1, 0]
/** Where an annotation states no colour. */
export const BLACK: readonly number[] = [0, 0, 0]
const RED = [1, 0, 0]

/** A colour of an annotation (table 166): none where the array is empty. */
export function color(given: readonly number[] | undefined, other: readonly number[] | undefined) {
  const numbers = given ?? other ?? []
  const operator = { 1: PAINT[0], 3: PAINT[1], 4: PAINT[2] }[numbers.length]
  const values = numbers.map(figure).join(' ')
  return (
    operator && { fill: `${values} ${operator}`, stroke: `${values} ${operator.toUpperCase()}` }
  )
}

const at = ([x, y]: Point): string => `${figure(x)} ${figure(y)}`
const path = (points: readonly Point[]): string =>
  points.map((point, index) => `${at(point)} ${index === 0 ? 'm' : 'l'}`).join(' ')

/** The points of a list of coordinates. */
export const pairs = (numbers: readonly number[] = []): Point[] =>
  Array.from({ length: numbers.length >> 1 }, (_, index) => [
    numbers[2 * index] ?? 0,
    numbers[2 * index + 1] ?? 0,
  ])

/** Its lines of text, each as the corners of a box: top left, top right, bottom left, bottom right. */
function quads({ whole, dict, rect }: Shape): Box[] {
  const points = pairs(numbersIn(whole, dict.get(key('QuadPoints'))))
  const boxes = Array.from({ length: points.length >> 2 }, (_, index) =>
    extentOf(points.slice(4 * index, 4 * index + 4)),
  )
  return boxes.length > 0 ? boxes : [rect]
}

/** The smallest box around some points. */
export function extentOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
/** Two opposite corners of a box. */
export const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  [x, y],
  [x + width, y + height],
]
const rectangle = ({ x, y, width, height }: Box): string =>
  `${[x, y, width, height].map(figure).join(' ')} re`

function inset({ x, y, width, height }: Box, by: number): Box {
  const [across, up] = [Math.min(by, width / 2), Math.min(by, height / 2)]
  return { x: x + across, y: y + up, width: width - 2 * across, height: height - 2 * up }
}

/** A closed or an open path, painted in the colours of the annotation. */
function painted({ stroke, fill, width }: Shape, outline: string, closed = true): string {
  const lines = stroke !== undefined && width > 0
  const filled = closed && fill !== undefined
  if (!lines && !filled) return ''
  const operator = closed ? (lines ? (filled ? 'b' : 's') : 'f') : 'S'
  return `${filled ? `${fill} ` : ''}${lines ? `${stroke} ${figure(width)} w ` : ''}${outline} ${operator}`
}

/** A line through, or along, each line of text. */
const alongText =
  (draw: (box: Box, width: number) => string) =>
  (shape: Shape): Drawn => ({
    content: `${shape.stroke ?? '0 G'} 1 w ${quads(shape)
      .map((box) => `${draw(box, 1)} S`)
      .join('\n')}`,
    points: quads(shape).flatMap(cornersOf),
  })

const level = ({ x, width }: Box, y: number): string =>
  path([
    [x, y],
    [x + width, y],
  ])

const WAVE = 2
function wave({ x, y, width }: Box): string {
  const steps = Math.min(2000, Math.max(1, Math.ceil(width / WAVE)))
  const step = width / steps
  return path(
    Array.from({ length: steps + 1 }, (_, index) => [x + index * step, y + 1 + (index % 2) * WAVE]),
  )
}

const ROUND = 0.5523
function ellipse({ x, y, width, height }: Box): string {
  const [rx, ry, cx, cy] = [width / 2, height / 2, x + width / 2, y + height / 2]
  const arc = (...points: Point[]): string => `${points.map(at).join(' ')} c`
  return [
    `${at([cx - rx, cy])} m`,
    arc([cx - rx, cy + ROUND * ry], [cx - ROUND * rx, cy + ry], [cx, cy + ry]),
    arc([cx + ROUND * rx, cy + ry], [cx + rx, cy + ROUND * ry], [cx + rx, cy]),
    arc([cx + rx, cy - ROUND * ry], [cx + ROUND * rx, cy - ry], [cx, cy - ry]),
    arc([cx - ROUND * rx, cy - ry], [cx - rx, cy - ROUND * ry], [cx - rx, cy]),
  ].join(' ')
}

/** The rectangle in which a square or circle is drawn (RD, 12.5.6.8). */
function inner({ whole, dict, rect, width }: Shape): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(whole, dict.get(key('RD'))) ?? []
  const [across, up] = [rect.width - left - right, rect.height - bottom - top]
  const box = { x: rect.x + left, y: rect.y + bottom, width: across, height: up }
  return inset(across > 0 && up > 0 ? box : rect, width / 2)
}

const through =
  (name: string, closed: boolean) =>
  (shape: Shape): Drawn => {
    const points = pairs(numbersIn(shape.whole, shape.dict.get(key(name))))
    if (points.length === 0) return { content: '' }
    return { content: painted(shape, path(points), closed), points }
  }

function ink(shape: Shape): Drawn {
  const strokes = itemsOf(shape.whole.get(shape.dict, 'InkList'))
  const lines = strokes.map((each) => pairs(numbersIn(shape.whole, each)))
  const content = lines.map((points) =>
    points.length > 0 ? painted(shape, path(points), false) : '',
  )
  return { content: content.join('\n'), points: lines.flat() }
}

const NOTE = 20
/** A note with three lines, at the place and size of PDFium's. */
function note({ rect, fill }: Shape): Drawn {
  const page = inset({ ...rect, width: NOTE, height: NOTE }, 1)
  const lines = [5, 10, 15].map((y) => level({ ...page, x: page.x + 3, width: 12 }, rect.y + y))
  return {
    content: `${fill ?? '1 1 0 rg'} 0 G 1 w ${rectangle(page)} b ${lines.join(' ')} S`,
    points: cornersOf({ ...rect, width: NOTE, height: NOTE }),
  }
}

/** A paper clip in a square of 20 points. */
const CLIP =
  '6 6 m 6 15 l 6 19 14 19 14 15 c 14 5 l 14 1 8 1 8 5 c 8 14 l 8 16 12 16 12 14 c 12 7 l S'
function clip({ rect, stroke }: Shape): Drawn {
  const scale = Math.min(rect.width, rect.height) / NOTE
  const matrix = [scale, 0, 0, scale, rect.x, rect.y].map(figure).join(' ')
  return { content: `q ${matrix} cm ${stroke ?? '0 G'} 1.5 w ${CLIP} Q` }
}

function caret({ rect, fill }: Shape): Drawn {
  const { x, y, width, height } = rect
  const points: Point[] = [
    [x, y],
    [x + width / 2, y + height],
    [x + width, y],
  ]
  return { content: `${fill ?? '0 g'} ${path(points)} f` }
}

/** Text in a box: one line in the middle, or several. */
function text({ whole, dict, rect, fonts, width }: Shape, words: string, style: string): string {
  const { font, size, color: paint } = textStyle(style)
  const look = {
    ...{ width: rect.width, height: rect.height, border: width, color: paint },
    ...{ font: fontFor(whole, font, fonts), size: Math.max(0, size) },
    quadding: numberOf(whole.get(dict, 'Q')),
  }
  const set = size === 0 ? line(words, { ...look, quadding: 1 }) : paragraph(words, look)
  return `q ${rectangle(rect)} W n ${paint} 1 0 0 1 ${at([rect.x, rect.y])} cm\n${set}Q`
}

const COMMENT_SIZE = 10

function freeText(shape: Shape): Drawn {
  const { whole, dict, rect, width } = shape
  const words = textOf(whole.get(dict, 'Contents')) ?? ''
  const given = textOf(whole.get(dict, 'DA')) ?? textOf(whole.get(formOf(whole), 'DA')) ?? ''
  const { size, color: paint, font } = textStyle(given)
  const frame = { ...shape, stroke: paint.toUpperCase() }
  const style = `/${font} ${size > 0 ? size : COMMENT_SIZE} Tf ${paint}`
  return {
    content: `${painted(frame, rectangle(inset(rect, width / 2)))}\n${text(shape, words, style)}`,
  }
}

/** The name of a stamp in a frame: readers that know it draw it in ways of their own. */
function stamp(shape: Shape): Drawn {
  const { whole, dict, rect, stroke = '0 G' } = shape
  const name = nameOf(whole.get(dict, 'Name')) ?? 'Draft'
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase()
  const frame = painted({ ...shape, stroke, fill: undefined, width: 1 }, rectangle(inset(rect, 1)))
  return { content: `${frame}\n${text(shape, words, stroke.toLowerCase())}` }
}

/** How an annotation is drawn, and its colours where it states none. */
export interface Kind {
  draw: (shape: Shape) => Drawn
  /** Of its lines, by default. */
  color?: readonly number[]
  /** Its colour (C) is that of its area, and there is no inner one (IC). */
  fills?: boolean
}

/** By the names of the subtypes; nothing is drawn of others. */
export const KINDS: Readonly<Record<string, Kind>> = {
  Text: { draw: note, color: YELLOW, fills: true },
  FreeText: { draw: freeText, color: [], fills: true },
  Line: { draw: through('L', false) },
  PolyLine: { draw: through('Vertices', false) },
  Polygon: { draw: through('Vertices', true) },
  Ink: { draw: ink },
  Square: { draw: (shape) => ({ content: painted(shape, rectangle(inner(shape))) }) },
  Circle: { draw: (shape) => ({ content: painted(shape, ellipse(inner(shape))) }) },
  Highlight: {
    draw: (shape) => ({
      content: `${shape.fill ?? ''} ${quads(shape).map(rectangle).join(' ')} f`,
      opaque: `${shape.stroke ?? ''} 1 w ${quads(shape).map(rectangle).join(' ')} S`,
      points: quads(shape).flatMap(cornersOf),
    }),
    color: YELLOW,
    fills: true,
  },
  Underline: { draw: alongText((box, width) => level(box, box.y + width)) },
  StrikeOut: { draw: alongText((box) => level(box, box.y + box.height / 2)) },
  Squiggly: { draw: alongText(wave) },
  Redact: {
    draw: (shape) => ({
      content: painted({ ...shape, fill: undefined }, quads(shape).map(rectangle).join(' ')),
      points: quads(shape).flatMap(cornersOf),
    }),
    color: RED,
  },
  Caret: { draw: caret, fills: true, color: BLACK },
  FileAttachment: { draw: clip },
  Stamp: { draw: stamp, color: RED },
  Link: {
    draw: (shape) => ({ content: painted(shape, rectangle(inset(shape.rect, shape.width / 2))) }),
  },
}
