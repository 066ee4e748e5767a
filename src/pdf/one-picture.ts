/**
 * The last check before anybody sees a document: its pages are drawn for a screen, for a printer and at another zoom, and
 * must be the same picture. Only pages that could differ are drawn: those of which something was removed, and those that
 * must stay as they are because others have signed them. What cannot be drawn is refused like what differs.
 */
import { say } from '../translations/texts.ts'
import { notSignable, type OpenedPdf } from './opening.ts'
import { PageRaster, type Picture, UndrawableError } from './raster.ts'

/** Of the pictures, in pixels: small letters can be read. */
const WIDTH = 400
const ZOOM = 2
/** Side of the squares whose mean colours are compared at two zooms, in pixels of the smaller picture. */
const SQUARE = 8
/** Levels of 255 by which a pixel on paper may differ from one on the screen. */
const PIXEL_MOST = 40
/** The same of a square at two zooms: thin lines are a pixel wide at each. */
const SQUARE_MOST = 110
const CHANNELS = 3
const BYTES = 4

/** Whether two pictures of one size differ in any pixel. */
function pixelsDiffer({ pixels: one }: Picture, { pixels: other }: Picture): boolean {
  if (one.equals(other)) return false
  return one.some(
    (level, at) => at % BYTES < CHANNELS && Math.abs(level - (other[at] ?? 0)) > PIXEL_MOST,
  )
}

/** The mean of each channel of each whole square. */
function squaresOf({ width, height, pixels }: Picture, side: number): Float64Array {
  const [across, down] = [Math.floor(width / side), Math.floor(height / side)]
  const sums = new Float64Array(across * down * CHANNELS)
  for (let y = 0; y < down * side; y++)
    for (let x = 0; x < across * side; x++) {
      const to = (Math.floor(y / side) * across + Math.floor(x / side)) * CHANNELS
      const from = (y * width + x) * BYTES
      for (let channel = 0; channel < CHANNELS; channel++)
        sums[to + channel] = (sums[to + channel] ?? 0) + (pixels[from + channel] ?? 0)
    }
  return sums.map((sum) => sum / (side * side))
}

function zoomsDiffer(small: Picture, large: Picture): boolean {
  const [one, other] = [squaresOf(small, SQUARE), squaresOf(large, SQUARE * ZOOM)]
  return one.some((level, at) => Math.abs(level - (other[at] ?? level)) > SQUARE_MOST)
}

function assertPage(raster: PageRaster, page: number): void {
  const differs = raster.drawing(page, (draw) => {
    const screen = draw({ width: WIDTH })
    if (pixelsDiffer(screen, draw({ width: WIDTH, forPrinting: true }))) return 'differsOnPaper'
    return zoomsDiffer(screen, draw({ width: WIDTH * ZOOM })) ? 'differsByZoom' : undefined
  })
  if (differs !== undefined)
    throw notSignable([say(`unsignable.${differs}`, { page: String(page) })])
}

/** Processor time of this process so far, in milliseconds. */
export function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Draws pages of a file. @throws PdfError `pdf_not_signable` for what cannot be drawn */
export async function drawing<Result>(bytes: Uint8Array, draw: (raster: PageRaster) => Result) {
  try {
    const raster = await PageRaster.open(bytes)
    try {
      return draw(raster)
    } finally {
      raster.close()
    }
  } catch (error) {
    if (!(error instanceof UndrawableError)) throw error
    throw notSignable([say('unsignable.undrawable', { why: error.message })])
  }
}

/**
 * @param untilMs by {@link spentMs}: then so many pages could differ that they cannot be compared
 * @throws PdfError `pdf_not_signable` where a page has more than one look, or may have and cannot be drawn
 */
export async function assertOnePicture(
  { file, compared = [] }: OpenedPdf,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (compared.length === 0) return
  await drawing(file.bytes, (raster) => {
    for (const [drawn, page] of compared.entries()) {
      if (spentMs() > untilMs) {
        const counts = { drawn: String(drawn), pages: String(compared.length) }
        throw notSignable([say('unsignable.tooMuchToDraw', counts)])
      }
      assertPage(raster, page)
    }
  })
}
