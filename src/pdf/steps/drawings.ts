/** What steps draw on pages: outlines of letters, which need no font in the document, and pictures. */
import type { PDFRef } from 'pdf-lib'
import { readImage } from '../../images/read.ts'
import { say } from '../../translations/texts.ts'
import { appearanceOf, drawAppearance, type Size } from '../appearance.ts'
import { paintOn } from '../page-canvas.ts'
import { type PageFacts, rectOnPage, seenSize } from '../pages.ts'
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
  const seen = seenSize(page)
  const { margin = MARGIN, angle = 0 } = place
  const along = (share: number, room: number, size: number): number =>
    share === 0 ? margin : share === 1 ? (room - size) / 2 : room - size - margin
  const x = along(at % 3, seen.width, look.width)
  const y = along(Math.floor(at / 3), seen.height, look.height)
  const box = rectOnPage(page, { x, y, width: look.width, height: look.height })
  const turn = ((angle + page.rotation) * Math.PI) / 180
  const [sin, cos] = [Math.sin(turn) / page.unit, Math.cos(turn) / page.unit]
  // Turned about its middle.
  const left = box.x + (box.width - look.width * cos + look.height * sin) / 2
  const bottom = box.y + (box.height - look.width * sin - look.height * cos) / 2
  const matrix = [cos, sin, -sin, cos, left, bottom]
  paintOn(whole, page, [{ look: look.ref, matrix, mark: ARTIFACT }])
}

/** Draws a text or a picture on pages. @throws CodedError `image_invalid`, `validation_failed` */
export async function stamp(
  whole: WholePdf,
  pages: readonly PageFacts[],
  step: StepOf<'stamp'>,
  picture: StepFile | '' | undefined,
): Promise<void> {
  const { text = '', opacity = 1, size = STAMP_SIZE, color = DARK, position = 'center' } = step
  await loadTypesetting()
  const look = picture
    ? await pictureLook(whole, picture.bytes, { width: step.width, opacity })
    : textLook(whole, text, { size, color, opacity })
  for (const page of pages) paint(whole, page, look, step, PLACES.indexOf(position))
}

/** Numbers pages, as the last of them says how many there are. */
export async function numberPages(
  whole: WholePdf,
  pages: readonly PageFacts[],
  step: StepOf<'page_numbers'>,
): Promise<void> {
  const { text = '{page} / {pages}', start = 1, size = NUMBER_SIZE, color = DARK } = step
  const at = PLACES.indexOf(step.position ?? 'bottom_center')
  await loadTypesetting()
  const total = String(start + pages.length - 1)
  pages.forEach((page, index) => {
    const numbered = text.replaceAll('{page}', String(start + index)).replaceAll('{pages}', total)
    paint(whole, page, textLook(whole, numbered, { size, color, opacity: 1 }), step, at)
  })
}
