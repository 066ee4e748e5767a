/** What steps draw on pages: outlines of letters, which need no font in the document, and pictures. */
import type { PDFRef } from 'pdf-lib'
import { readImage } from '../../images/read.ts'
import { say } from '../../translations/texts.ts'
import { appearanceOf, drawAppearance, type Size, turnedSize, upright } from '../appearance.ts'
import { type Matrix, product } from '../content-operators.ts'
import { PageCanvas } from '../page-canvas.ts'
import type { PageFacts } from '../pages.ts'
import { outlineOf } from '../typesetting/outline.ts'
import { loadTypesetting } from '../typesetting/shaper.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { PLACES, type StepFile, type StepOf } from './model.ts'
import { stepFault } from './page-list.ts'

const MARGIN = 28
const STAMP_SIZE = 24
const NUMBER_SIZE = 9
const DARK = '#333333'
const ARTIFACT = '/Artifact <</Type /Pagination>> BDC'
/** Height of a capital letter by that of the letters, as of DejaVu. */
const CAPITAL = 0.73

/** A form XObject with its size in points. */
interface Look extends Size {
  ref: PDFRef
}

type Place = Pick<StepOf<'stamp'>, 'position' | 'margin' | 'angle'>

const shade = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ')

/** A line of text as outlines. */
function textLook(
  whole: WholePdf,
  text: string,
  { size, color, opacity }: { size: number; color: string; opacity: number },
): Look {
  const { path, width, height } = outlineOf(text, 'regular')
  const scale = (size * CAPITAL) / height
  const box = { width: width * scale, height: height * scale }
  const fade = opacity < 1 ? '/Fade gs ' : ''
  const content = `${fade}${shade(color)} rg ${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} 0 0 cm\n${path}f`
  const stream = whole.context.flateStream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    // Letters reach below the line and beyond their widths.
    BBox: [-size, -size, box.width + size, box.height + size],
    Resources: opacity < 1 ? { ExtGState: { Fade: { ca: opacity, CA: opacity } } } : {},
  })
  return { ref: whole.add(stream), ...box }
}

async function pictureLook(
  whole: WholePdf,
  bytes: Uint8Array,
  { width, opacity }: { width: number | undefined; opacity: number },
): Promise<Look> {
  const { format, ...picture } = readImage(bytes)
  if (format !== 'png' && format !== 'jpeg') throw stepFault('/steps', say('steps.picture'))
  const across = width ?? (picture.width / picture.dpiX) * 72
  const box = { width: across, height: (across * picture.height) / picture.width }
  const drawing = await drawAppearance(box, async (page, document) => {
    const image = await (format === 'png' ? document.embedPng(bytes) : document.embedJpg(bytes))
    page.drawImage(image, { x: 0, y: 0, ...box, ...(opacity < 1 && { opacity }) })
  })
  return { ref: whole.add(appearanceOf(whole, drawing, 0)), ...box }
}

/** Paints a look on a page as displayed, whatever its rotation, unit and crop box. */
function paint(whole: WholePdf, page: PageFacts, look: Look, place: Place, at: number): void {
  const { box, rotation, unit } = page
  const seen = turnedSize({ width: box.width * unit, height: box.height * unit }, rotation)
  const { margin = MARGIN, angle = 0 } = place
  const column = at % 3
  const row = Math.floor(at / 3)
  const along = (share: number, room: number, size: number): number =>
    share === 0 ? margin : share === 1 ? (room - size) / 2 : room - size - margin
  const x = along(column, seen.width, look.width)
  const y = along(2 - row, seen.height, look.height)
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const [midX, midY] = [look.width / 2, look.height / 2]
  const turn = upright(seen, rotation)
  const numbers = turn.split(' ').slice(0, 6).map(Number)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = turn === '' ? [] : numbers
  const chain: Matrix[] = [
    [1, 0, 0, 1, -midX, -midY],
    [cos, sin, -sin, cos, 0, 0],
    [1, 0, 0, 1, x + midX, y + midY],
    [a, b, c, d, e, f],
    [1 / unit, 0, 0, 1 / unit, box.x, box.y],
  ]
  const matrix = chain.reduce(product)
  const canvas = new PageCanvas(whole, page)
  canvas.paint({ look: look.ref, matrix, layer: undefined }, ARTIFACT)
  canvas.save()
}

/** Draws a text or a picture on pages. @throws CodedError `image_invalid`, `validation_failed` */
export async function stamp(
  whole: WholePdf,
  pages: readonly PageFacts[],
  step: StepOf<'stamp'>,
  picture: StepFile | undefined,
): Promise<void> {
  const { text, opacity = 1, size = STAMP_SIZE, color = DARK, position = 'center' } = step
  await loadTypesetting()
  const look =
    text === undefined
      ? picture && (await pictureLook(whole, picture.bytes, { width: step.width, opacity }))
      : textLook(whole, text, { size, color, opacity })
  if (look === undefined) return
  for (const page of pages) paint(whole, page, look, step, PLACES.indexOf(position))
}

/** Numbers pages, as the last of them says how many there are. */
export async function numberPages(
  whole: WholePdf,
  pages: readonly PageFacts[],
  step: StepOf<'page_numbers'>,
): Promise<void> {
  const { text = '{page} / {pages}', start = 1, size = NUMBER_SIZE, color = DARK } = step
  await loadTypesetting()
  const total = start + pages.length - 1
  pages.forEach((page, index) => {
    const said = text
      .replaceAll('{page}', String(start + index))
      .replaceAll('{pages}', String(total))
    const look = textLook(whole, said, { size, color, opacity: 1 })
    paint(whole, page, look, step, PLACES.indexOf(step.position ?? 'bottom_center'))
  })
}
