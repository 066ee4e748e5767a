/** Draws a signature - typed, drawn or a picture - as large as its box allows, never distorted. */
import type { PDFDocument } from 'pdf-lib'
import type { Box } from '../../pdf/pages.ts'
import { type Canvas, COLORS } from './canvas.ts'
import { embedHandwriting } from './handwriting.ts'
import { readPicture, scaledDown, toPng, trimmed } from './picture.ts'
import { canWrite, cut, drawRuns, printable, widthOf } from './text.ts'

/** What a signer put in the place of a signature. */
export type Mark =
  | { kind: 'typed'; text: string }
  /** Of what was typed, too, where the person chose how it looks. */
  | { kind: MarkKind; picture: Uint8Array }

/** How a signer made it. */
export type MarkKind = 'drawn' | 'typed' | 'image'

/** Pixels per point that a print needs (300 dpi). */
const PIXELS_PER_POINT = 300 / 72
/** A name is not written larger than this, whatever the box. */
const SIZE_MAX = 44
const SIZE_LEAST = 5
/** Height of a written line over its size, with the flourishes of the hand. */
const HAND_HEIGHT = 1.25
const HAND_ASCENT = 0.85
const PLAIN_HEIGHT = 1.2
const PLAIN_ASCENT = 0.92

async function drawTyped(canvas: Canvas, text: string, box: Box): Promise<void> {
  const hand = await embedHandwriting(canvas.page.doc)
  const written = canWrite(text, hand)
  const face = written ? hand : canvas.faces.italic
  const [lineHeight, ascent] = written ? [HAND_HEIGHT, HAND_ASCENT] : [PLAIN_HEIGHT, PLAIN_ASCENT]
  const line = printable(text, face)
  if (line === '') return
  const fitting = Math.min(
    SIZE_MAX,
    box.height / lineHeight,
    box.width / Math.max(widthOf(line, face, 1), 0.01),
  )
  const wanted = Math.max(fitting, Math.min(SIZE_LEAST, box.height / lineHeight))
  const shown = cut(line, face, wanted, box.width + 0.01)
  // In a box too narrow for one letter and "…" even these shrink.
  const size = wanted * Math.min(1, box.width / widthOf(shown, face, wanted))
  const top = box.y + (box.height - size * lineHeight) / 2
  drawRuns(canvas.page, shown, face, {
    x: box.x + Math.max(0, (box.width - widthOf(shown, face, size)) / 2),
    y: canvas.height - top - size * ascent,
    size,
    color: COLORS.ink,
  })
}

async function drawPicture(canvas: Canvas, bytes: Uint8Array, box: Box): Promise<void> {
  const picture = trimmed(readPicture(bytes))
  if (picture === null) return
  const most = { width: box.width * PIXELS_PER_POINT, height: box.height * PIXELS_PER_POINT }
  const small = scaledDown(picture, most)
  const document: PDFDocument = canvas.page.doc
  const image = await document.embedPng(toPng(small))
  const factor = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * factor, picture.height * factor]
  canvas.page.drawImage(image, {
    x: box.x + (box.width - width) / 2,
    y: canvas.height - box.y - (box.height + height) / 2,
    width,
    height,
  })
}

/**
 * Draws a signature in the middle of a box.
 * @throws AppError `image_invalid` for a picture that cannot be decoded
 */
export const drawMark = (canvas: Canvas, mark: Mark, box: Box): Promise<void> =>
  'text' in mark ? drawTyped(canvas, mark.text, box) : drawPicture(canvas, mark.picture, box)
