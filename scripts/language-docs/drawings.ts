/** The pictures that examples put into documents, drawn here so that nothing is borrowed. */
import { pngOf } from '../pictures/png.ts'
import { blank, type Color, type Raster } from '../pictures/raster.ts'

/** Points per pixel side that are looked at, for soft edges. */
const SAMPLES = [0.17, 0.5, 0.83]

type Paint = (x: number, y: number) => Color

/** Colours a picture from a function over a plane that is `width` by `height`. */
function painted(width: number, height: number, paint: Paint): Raster {
  const picture = blank(width, height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colors = SAMPLES.flatMap((dx) => SAMPLES.map((dy) => paint(x + dx, y + dy)))
      const mean = [0, 1, 2].map(
        (part) => colors.reduce((sum, color) => sum + color[part]!, 0) / colors.length,
      )
      picture.rgb.set(mean, (y * width + x) * 3)
    }
  return picture
}

const TEAL: Color = [0, 110, 120]
const AMBER: Color = [240, 170, 40]
const PAPER: Color = [255, 255, 255]

/** A round mark: a teal disc with an amber leaf. */
export const logo = (): Uint8Array =>
  pngOf(
    painted(120, 120, (x, y) => {
      const [dx, dy] = [x - 60, y - 60]
      if (dx * dx + dy * dy > 58 * 58) return PAPER
      const isLeaf = Math.hypot(dx - 18, dy - 4) < 38 && Math.hypot(dx + 18, dy - 4) < 38
      if (!isLeaf) return TEAL
      return Math.abs(dx) < 1.6 && dy > -24 ? TEAL : AMBER
    }),
  )

/** A wide picture (3 to 1): hills under a sun. */
export const landscape = (): Uint8Array =>
  pngOf(
    painted(300, 100, (x, y) => {
      const far = 62 + 14 * Math.sin(x / 34)
      const near = 80 + 9 * Math.sin(x / 22 + 2)
      if (y > near) return [70, 130, 70]
      if (y > far) return [130, 175, 110]
      return Math.hypot(x - 150, y - 32) < 20 ? [250, 190, 60] : [200, 225, 245]
    }),
  )
