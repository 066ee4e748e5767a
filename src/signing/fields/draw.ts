/** How a field that is filled in looks on its page, with its value and without. */

import { LineCapStyle, type PDFDocument } from 'pdf-lib'
import { type InputType, traitsOf } from '../../kernel/field-types.ts'
import { type Draw, type Drawing, drawAppearance, type Size } from '../../pdf/appearance.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { Canvas, COLORS } from '../appearance/canvas.ts'
import { embedFaces } from '../appearance/faces.ts'
import { embedHandwriting } from '../appearance/mark.ts'
import { cut, fittingSize, printable, widthOf, wrapped } from '../appearance/text.ts'
import type { Strokes } from '../model/fields.ts'
import { partsOfFile } from '../model/uploads.ts'

/** What is drawn. */
export interface InputLook {
  type: Exclude<InputType, 'checkbox'>
  /** The sender's name of the field. */
  name: string
  size: Size
  /** As {@link shownValue} returns it. */
  value?: string
  /** Of a radio. */
  options?: readonly string[]
  /** Each character is in the middle of one of so many cells. */
  cells?: number
  /** Of initials that were drawn. */
  strokes?: Strokes
  /** Nothing of it is on the page before it is filled in. */
  isWhole?: true
}

const TEXT_SIZE = 11
/** Nobody reads smaller print. */
const TEXT_LEAST = 5
const LEADING = 1.25
const PAD = 2
/** Share of a line's height above the capitals of its text. */
const CAPITALS = 0.76

function noRoom(name: string): void {
  throw invalidAt(`/values/${name}`, 'value_no_room', 'inputs.noRoom')
}

/** As large as fits, in as many lines as there is height for. @throws AppError `validation_failed` if it does not fit */
function drawText(canvas: Canvas, { value = '', name, size }: InputLook): void {
  const width = Math.max(1, size.width - 2 * PAD)
  const face = canvas.faces.regular
  const linesAt = (text: number): number => Math.max(1, Math.floor(size.height / (text * LEADING)))
  let text = Math.min(TEXT_SIZE, size.height / LEADING)
  while (text > TEXT_LEAST && wrapped(value, face, text, width).length > linesAt(text)) text -= 0.5
  const lines = wrapped(value, face, text, width)
  const fits =
    lines.length <= linesAt(text) && lines.every((line) => widthOf(line, face, text) <= width)
  if (!fits) noRoom(name)
  const step = text * LEADING
  const top = (size.height - lines.length * step) / 2 + (step - text * CAPITALS) / 2
  lines.forEach((line, index) => {
    canvas.line(line, PAD, top + index * step, { size: text })
  })
}

/** Every character in its own cell, as in forms that are read by machines. @throws AppError `validation_failed` */
function drawComb(canvas: Canvas, { value = '', name, size, cells = 1 }: InputLook): void {
  const face = canvas.faces.regular
  const characters = [...value]
  const cell = size.width / cells
  const widest = Math.max(...characters.map((each) => widthOf(each, face, 1)), 0.1)
  const text = Math.min(TEXT_SIZE, size.height / LEADING, cell / widest)
  if (characters.length > cells || text < TEXT_LEAST) noRoom(name)
  characters.forEach((each, index) => {
    const x = index * cell + (cell - widthOf(each, face, text)) / 2
    canvas.line(each, x, (size.height - text * CAPITALS) / 2, { size: text })
  })
}

/** Range of every second number. */
function rangeOf(strokes: Strokes, from: 0 | 1): { least: number; length: number } {
  const all = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === from))
  const least = Math.min(...all)
  return { least, length: Math.max(...all) - least }
}

/** As large as fits, as lines: verifiers take a picture in a field for text for something that covers the page. */
function drawStrokes(canvas: Canvas, strokes: Strokes, size: Size): void {
  const [across, down] = [rangeOf(strokes, 0), rangeOf(strokes, 1)]
  const line = Math.min(1.4, Math.max(0.6, size.height * 0.04))
  const [width, height] = [size.width - 2 * PAD - line, size.height - 2 * PAD - line]
  const scale = Math.min(width / Math.max(across.length, 1), height / Math.max(down.length, 1))
  const left = (size.width - across.length * scale) / 2
  const top = (size.height - down.length * scale) / 2
  const path = strokes.map((stroke) => {
    const points = Array.from({ length: stroke.length / 2 }, (_, index) => {
      const x = left + ((stroke[2 * index] ?? 0) - across.least) * scale
      const y = top + ((stroke[2 * index + 1] ?? 0) - down.least) * scale
      return `${x.toFixed(2)} ${y.toFixed(2)}`
    })
    // A dot is a line to itself, with round ends.
    return `M ${[...points, points.at(-1)].join(' L ')}`
  })
  canvas.page.drawSvgPath(path.join(' '), {
    ...{ x: 0, y: size.height, borderColor: COLORS.ink, borderWidth: line },
    borderLineCap: LineCapStyle.Round,
  })
}

/** Initials are written by hand, or as they were drawn. */
async function drawInitials(canvas: Canvas, look: InputLook): Promise<void> {
  const { value = '', name, size, strokes } = look
  if (strokes !== undefined) return drawStrokes(canvas, strokes, size)
  const face = await embedHandwriting(canvas.page.doc, canvas.faces.italic)
  const width = size.width - 2 * PAD
  const text = printable(value)
  const room = { size: size.height * 0.8, min: TEXT_LEAST, width, lines: 1 }
  const points = fittingSize(text, face, room)
  if (widthOf(text, face, points) > width) noRoom(name)
  const own = new Canvas(canvas.page, { ...canvas.faces, italic: face })
  own.line(text, PAD, (size.height - points * CAPITALS) / 2, { size: points, face: 'italic' })
}

/** A file is named so that its kind, size and hash are legible, so that it can be compared with the document. */
function drawFile(canvas: Canvas, { value = '', size }: InputLook): void {
  const { name, size: bytes, sha256 } = partsOfFile(value)
  const face = canvas.faces.regular
  const width = size.width - 2 * PAD
  const half = sha256.length / 2
  const hash = [`SHA-256 ${sha256.slice(0, half)}`, sha256.slice(half)]
  const widest = Math.max(...hash.map((line) => widthOf(line, face, 1)))
  const lines = hash.length + 1
  const text = Math.min(TEXT_SIZE, size.height / (lines * LEADING), width / widest)
  const room = width - widthOf(` · ${bytes}`, face, text)
  const title = `${cut(printable(name), face, text, room)} · ${bytes}`
  const step = text * LEADING
  const top = (size.height - lines * step) / 2 + (step - text * CAPITALS) / 2
  for (const [index, line] of [title, ...hash].entries())
    canvas.line(line, PAD, top + index * step, { size: text })
}

/** Every option with its circle. */
function drawRadio(canvas: Canvas, { value, options = [], size }: InputLook): void {
  const row = size.height / Math.max(1, options.length)
  const radius = Math.min(4, row * 0.34)
  const text = Math.min(9, row / LEADING)
  options.forEach((option, index) => {
    const middle = (index + 0.5) * row
    const center = { x: PAD + radius, y: size.height - middle }
    canvas.page.drawCircle({ ...center, size: radius, borderColor: COLORS.soft, borderWidth: 0.7 })
    if (option === value)
      canvas.page.drawCircle({ ...center, size: radius * 0.55, color: COLORS.ink })
    const x = 2 * PAD + 2 * radius + 2
    const style = { size: text, width: Math.max(1, size.width - x) }
    canvas.label(option, x, middle - (text * CAPITALS) / 2, style)
  })
}

const drawLine = (canvas: Canvas, look: InputLook): void =>
  look.cells === undefined ? drawText(canvas, look) : drawComb(canvas, look)

/** How each type is drawn. */
const LOOKS: Readonly<
  Record<InputLook['type'], (canvas: Canvas, look: InputLook) => void | Promise<void>>
> = {
  text: drawLine,
  number: drawLine,
  date: drawLine,
  radio: drawRadio,
  select: drawLine,
  initials: drawInitials,
  company: drawLine,
  file: drawFile,
}

/** The dot of the chosen option of a radio, without the options. */
export function drawChoice({ size, value, options = [] }: InputLook, shared?: PDFDocument) {
  const row = size.height / Math.max(1, options.length)
  const radius = Math.min(4, row * 0.34)
  const y = size.height - (options.indexOf(value ?? '') + 0.5) * row
  const dot = { x: PAD + radius, y, size: radius * 0.55, color: COLORS.ink }
  return drawAppearance(size, (page) => page.drawCircle(dot), shared)
}

/**
 * Draws a field that is not a box to tick.
 * @param shared as that of {@link drawAppearance}
 * @throws AppError `validation_failed` for a value that its place has no room for
 */
export function drawInput(look: InputLook, shared?: PDFDocument): Promise<Drawing> {
  const draw: Draw = async (page, document) => {
    if (traitsOf(look.type).hasRows !== true && look.value === undefined) return
    await LOOKS[look.type](new Canvas(page, await embedFaces(document, look)), look)
  }
  return drawAppearance(look.size, draw, shared)
}

/** A field of which nothing is to be seen. */
export const drawNothing = (size: Size): Promise<Drawing> => drawAppearance(size, () => undefined)

/** Draws a box to tick, or a circle to be filled: one option of a choice. */
export const drawTick = (size: Size, isOn: boolean, isRound = false): Promise<Drawing> =>
  drawAppearance(size, (page) => {
    const side = Math.min(size.width, size.height) - 1
    if (isRound) {
      const middle = { x: size.width / 2, y: size.height / 2 }
      page.drawCircle({ ...middle, size: side / 2, borderColor: COLORS.soft, borderWidth: 0.7 })
      if (isOn) page.drawCircle({ ...middle, size: side * 0.28, color: COLORS.ink })
      return
    }
    const [x, y] = [(size.width - side) / 2, (size.height - side) / 2]
    const square = { x, y, width: side, height: side }
    page.drawRectangle({ ...square, borderColor: COLORS.soft, borderWidth: 0.7 })
    if (!isOn) return
    const at = (right: number, up: number) => ({ x: x + right * side, y: y + up * side })
    const line = { thickness: Math.max(0.8, side * 0.11), color: COLORS.ink }
    page.drawLine({ start: at(0.2, 0.5), end: at(0.42, 0.25), ...line })
    page.drawLine({ start: at(0.42, 0.25), end: at(0.82, 0.78), ...line })
  })
