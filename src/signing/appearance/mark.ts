/** Draws a signature (typed, drawn or a picture) as large as its box allows, never distorted. */
import type { PDFDocument } from 'pdf-lib'
import { readPicture, scaledDown, trimmed } from '../../images/pixels.ts'
import { writePng } from '../../images/png-write.ts'
import { embedFontFile } from '../../pdf/fonts.ts'
import type { Box } from '../../pdf/pages.ts'
import type { Mark } from '../model/intent.ts'
import { type Canvas, COLORS } from './canvas.ts'
import { drawLine } from './runs.ts'
import {
  canWrite,
  cut,
  drawnWidth,
  type Face,
  faceOf,
  isLossy,
  printable,
  widthOf,
} from './text.ts'

// Handwriting font for typed names: Great Vibes (SIL Open Font License), which covers Latin, Vietnamese and
// Cyrillic.
const FILE = '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf'

/** Embeds the font, subset to the characters used. */
export const embedHandwriting = async (document: PDFDocument, instead: Face): Promise<Face> =>
  faceOf(await embedFontFile(document, FILE), instead.style, instead.others)

/** Pixels per point needed for print (300 dpi). */
const PIXELS_PER_POINT = 300 / 72
/** Maximum font size of a name, whatever the box. */
const SIZE_MAX = 44
const SIZE_LEAST = 5
/** Line height relative to the font size, including the flourishes of the handwriting font. */
const HAND_HEIGHT = 1.25
const HAND_ASCENT = 0.85
const PLAIN_HEIGHT = 1.2
const PLAIN_ASCENT = 0.92
/** With room for marks that other scripts stack above and below. */
const STACKED_HEIGHT = 1.6
const STACKED_ASCENT = 1.1

/** Line height and ascent, relative to the font size. */
function metricsOf(line: string, face: Face, written: boolean): { height: number; ascent: number } {
  if (written) return { height: HAND_HEIGHT, ascent: HAND_ASCENT }
  if (canWrite(line, face)) return { height: PLAIN_HEIGHT, ascent: PLAIN_ASCENT }
  return { height: STACKED_HEIGHT, ascent: STACKED_ASCENT }
}

async function drawTyped(canvas: Canvas, text: string, box: Box): Promise<void> {
  const line = printable(text)
  if (line === '') return
  const hand = await embedHandwriting(canvas.page.doc, canvas.faces.italic)
  const written = canWrite(line, hand)
  const face = written ? hand : canvas.faces.italic
  const { height: lineHeight, ascent } = metricsOf(line, face, written)
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
  if (isLossy(shown, face)) canvas.lossy = true
  drawLine(canvas.page, shown, face, {
    x: box.x + Math.max(0, (box.width - drawnWidth(shown, face, size)) / 2),
    y: canvas.height - top - size * ascent,
    size,
    color: COLORS.ink,
  })
}

async function drawPicture(canvas: Canvas, bytes: Uint8Array, box: Box): Promise<void> {
  const picture = trimmed(readPicture(bytes))
  if (picture === null) return
  const max = { width: box.width * PIXELS_PER_POINT, height: box.height * PIXELS_PER_POINT }
  const small = scaledDown(picture, max)
  const document: PDFDocument = canvas.page.doc
  const image = await document.embedPng(writePng(small))
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
 * Draws a signature centred in a box.
 * @throws AppError `image_invalid` for a picture that cannot be decoded
 */
export const drawMark = (canvas: Canvas, mark: Mark, box: Box): Promise<void> =>
  'text' in mark ? drawTyped(canvas, mark.text, box) : drawPicture(canvas, mark.picture, box)
