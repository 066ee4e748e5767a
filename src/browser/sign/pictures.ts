/** Pictures of signatures: typed names in a hand, photographs made small, always a canvas and a data URI. */

/** Ink of what is drawn and typed; the paper under it is always white. */
export const INK = '#14213d'
/** Most bytes of a picture as it is sent. */
const BYTES_MAX = 500_000
const SIDE_MAX = 1_200
const TYPED_HEIGHT = 240
const TYPED_WIDTH_MAX = 1_600

/** The hands in which a name can be written, in the order of the wording's `looks`. */
const HANDS = [
  '700 120px "Dancing Script", cursive',
  '600 132px "Caveat", cursive',
  'italic 400 104px Georgia, "DejaVu Serif", "Liberation Serif", serif',
]

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the browser gives no canvas')
  return [canvas, context]
}

/** A name written by hand. Its font is loaded first; where that fails, the device has a hand of its own. */
export async function writtenName(text: string, look: number): Promise<HTMLCanvasElement> {
  const font = HANDS[look] ?? HANDS[0] ?? ''
  await document.fonts.load(font, text).catch(() => undefined)
  const [, ruler] = canvasOf(1, 1)
  ruler.font = font
  const room = 60
  const width = ruler.measureText(text).width + room * 2
  const scale = Math.min(1, TYPED_WIDTH_MAX / width)
  const [canvas, context] = canvasOf(width * scale, TYPED_HEIGHT * scale)
  context.scale(scale, scale)
  context.font = font
  context.fillStyle = INK
  context.textBaseline = 'alphabetic'
  context.fillText(text, room, TYPED_HEIGHT * 0.65)
  return trimmed(canvas) ?? canvas
}

/** The drawn part of a canvas with a little room around it; undefined where nothing is drawn. */
export function trimmed(source: HTMLCanvasElement): HTMLCanvasElement | undefined {
  const context = source.getContext('2d')
  if (context === null || source.width === 0) return undefined
  const { width, height } = source
  const { data } = context.getImageData(0, 0, width, height)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] ?? 0) < 8) continue
    const x = ((at - 3) / 4) % width
    const y = Math.floor((at - 3) / 4 / width)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (right < 0) return undefined
  const room = 8
  const [canvas, cut] = canvasOf(right - left + 1 + room * 2, bottom - top + 1 + room * 2)
  cut.drawImage(source, room - left, room - top)
  return canvas
}

/** A picture file, turned as the camera was held and made small; undefined where it is no picture. */
export async function photograph(file: File, side = SIDE_MAX) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const [canvas, context] = canvasOf(bitmap.width * scale, bitmap.height * scale)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas
  } catch {
    // The browser cannot decode this picture; the caller says so.
    return undefined
  }
}

const bytesOf = (uri: string): number => Math.floor((uri.length - uri.indexOf(',') - 1) * 0.75)

/** A data URI of at most 500 kB: PNG where it fits, else JPEG on white; undefined where neither does. */
export function toDataUri(canvas: HTMLCanvasElement): string | undefined {
  const png = canvas.toDataURL('image/png')
  if (bytesOf(png) <= BYTES_MAX) return png
  const [white, context] = canvasOf(canvas.width, canvas.height)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, white.width, white.height)
  context.drawImage(canvas, 0, 0)
  return [0.9, 0.75, 0.6, 0.4]
    .map((quality) => white.toDataURL('image/jpeg', quality))
    .find((uri) => bytesOf(uri) <= BYTES_MAX)
}
