/** The area in which a signature is drawn with a finger, a pen or the mouse. */
import SignaturePad from 'signature_pad'
import { INK, trimmed } from './pictures.ts'

const STROKES_MAX = 100

/** Strokes on a canvas, preserved when its size changes. */
export class DrawingPad {
  readonly #canvas: HTMLCanvasElement
  readonly #pad: SignaturePad
  #size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.#canvas = canvas
    this.#pad = new SignaturePad(canvas, {
      penColor: INK,
      minWidth: 0.9,
      maxWidth: 2.8,
      throttle: 0,
    })
    this.#pad.addEventListener('endStroke', onChange)
    new ResizeObserver(() => this.#fit()).observe(canvas)
  }

  /** Undoes the last stroke. */
  undo(): void {
    this.#pad.fromData(this.#pad.toData().slice(0, -1))
  }

  /** Clears all strokes. */
  clear(): void {
    this.#pad.clear()
  }

  /** What is drawn, without the empty room around it. */
  picture(): HTMLCanvasElement | undefined {
    return this.#pad.isEmpty() ? undefined : trimmed(this.#canvas)
  }

  /** What is drawn as lines: x and y in turn, so many numbers at most; of a hundred strokes, the first ones. */
  strokes(max: number): number[][] | undefined {
    const all = this.#pad
      .toData()
      .slice(0, STROKES_MAX)
      .map(({ points }) => points)
    const step = Math.ceil((all.flat().length * 2) / (max - 4 * all.length))
    const round = (value: number): number => Math.round(value * 10) / 10
    // Every so many points and the last one: a stroke ends where it ended.
    const strokes = all
      .map((points) => points.filter((_, at) => at % step === 0 || at === points.length - 1))
      .map((points) => points.flatMap(({ x, y }) => [round(x), round(y)]))
    return strokes.length === 0 ? undefined : strokes
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0 || (width === this.#size.width && height === this.#size.height)) return
    const before = this.#size
    this.#size = { width, height }
    const strokes = this.#pad.toData()
    const density = Math.max(2, window.devicePixelRatio)
    this.#canvas.width = Math.round(width * density)
    this.#canvas.height = Math.round(height * density)
    this.#canvas.getContext('2d')?.scale(density, density)
    this.#pad.clear()
    if (before.width === 0 || strokes.length === 0) return
    // As large as it was where there is room, else smaller: a signature is never cut off.
    const scale = Math.min(1, width / before.width, height / before.height)
    this.#pad.fromData(
      strokes.map((stroke) => ({
        ...stroke,
        points: stroke.points.map((point) => ({
          ...point,
          x: point.x * scale,
          y: point.y * scale,
        })),
      })),
    )
  }
}
