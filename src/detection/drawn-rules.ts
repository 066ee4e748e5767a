/** Finds horizontal and vertical lines in the drawing operators of a page: rules to write on, and cells of tables. */
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { membersOf } from '../kernel/type-guards.ts'
import { type Matrix, moved, type Point, product } from '../pdf/content-operators.ts'

/** A straight line as displayed: horizontal from `from` to `to` at `at`, or vertical. */
export interface DrawnRule {
  across: boolean
  at: number
  from: number
  to: number
}

/** The operator list of a page, from pdf.js. */
interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** How pdf.js encodes paths: a number for the operation, then its coordinates. */
const STEPS: Readonly<Record<number, number>> = { 0: 2, 1: 2, 2: 6, 3: 4, 4: 0 }
const [MOVE, LINE, CLOSE] = [0, 1, 4]
const RULES_MAX = 20_000
/** Shorter ones are parts of letters and dashes. */
const SHORTEST = 3
/** An edge that slants no more than this is straight. */
const THINNEST = 0.7
/** A filled shape no thicker than this is a line. */
const THICKEST = 3
/** Segments with a smaller gap belong to one line. */
const JOINT = 2.5

/** Whether a value is a matrix; pdf.js may use a typed array. */
const isMatrix = (value: unknown): value is Matrix => membersOf(value).length === 6

const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const FILLS: ReadonlySet<number> = new Set([OPS.fill, OPS.eoFill])

/** Straight edges of one path. */
function* edges(data: ArrayLike<number>, matrix: Matrix): Generator<readonly [Point, Point]> {
  let start: Point | undefined
  let at: Point | undefined
  for (let index = 0; index < data.length; ) {
    const step = data[index] ?? -1
    const length = STEPS[step]
    if (length === undefined) return
    const end = index + length
    const next = step === CLOSE ? start : moved(matrix, data[end - 1] ?? 0, data[end] ?? 0)
    if ((step === LINE || step === CLOSE) && at !== undefined && next !== undefined)
      yield [at, next]
    if (step === MOVE) start = next
    at = next
    index = end + 1
  }
}

/** The line that points look like: an edge that was drawn, or a filled shape, not thicker than this. */
function lineAlong(points: readonly Point[], thickest: number): DrawnRule | undefined {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, low] = [Math.min(...ys), Math.max(...ys)]
  if (low - top <= thickest && right - left >= SHORTEST)
    return { across: true, at: (top + low) / 2, from: left, to: right }
  if (right - left <= thickest && low - top >= SHORTEST)
    return { across: false, at: (left + right) / 2, from: top, to: low }
  return undefined
}

class Collector {
  readonly rules: DrawnRule[] = []
  #matrix: Matrix
  readonly #saved: Matrix[] = []

  constructor(view: Matrix) {
    this.#matrix = view
  }

  take(operator: number, args: unknown): void {
    if (operator === OPS.save) this.#saved.push(this.#matrix)
    else if (operator === OPS.restore) this.#matrix = this.#saved.pop() ?? this.#matrix
    else if (operator === OPS.transform) this.#transform(args)
    else if (operator === OPS.paintFormXObjectBegin) {
      this.#saved.push(this.#matrix)
      this.#transform(membersOf(args)[0])
    } else if (operator === OPS.paintFormXObjectEnd) {
      this.#matrix = this.#saved.pop() ?? this.#matrix
    } else if (operator === OPS.constructPath) this.#path(args)
  }

  #transform(matrix: unknown): void {
    if (isMatrix(matrix)) this.#matrix = product(matrix, this.#matrix)
  }

  #path(args: unknown): void {
    const { 0: paint, 1: paths } = membersOf(args)
    const data = membersOf(paths)[0]
    if (!(data instanceof Float32Array) || data.length > 4 * RULES_MAX) return
    const all = [...edges(data, this.#matrix)]
    if (STROKES.has(Number(paint))) this.#add(all.map((edge) => lineAlong(edge, THINNEST)))
    else if (FILLS.has(Number(paint)) && all.length > 0)
      this.#add([lineAlong(all.flat(), THICKEST)])
  }

  #add(found: ReadonlyArray<DrawnRule | undefined>): void {
    for (const rule of found) {
      if (rule !== undefined && this.rules.length < RULES_MAX) this.rules.push(rule)
    }
  }
}

/** Joins lines that touch, overlap, or follow each other as dashes. */
function joined(rules: readonly DrawnRule[]): DrawnRule[] {
  const ordered = [...rules].sort((one, other) => one.at - other.at || one.from - other.from)
  const result: DrawnRule[] = []
  let band: DrawnRule[] = []
  const flush = (): void => {
    band.sort((one, other) => one.from - other.from)
    for (const rule of band) {
      const last = result.at(-1)
      const touches =
        last !== undefined && Math.abs(last.at - rule.at) < 1.5 && rule.from - last.to < JOINT
      if (touches) last.to = Math.max(last.to, rule.to)
      else result.push({ ...rule })
    }
    band = []
  }
  for (const rule of ordered) {
    if (band[0] !== undefined && rule.at - band[0].at > 1) flush()
    band.push(rule)
  }
  flush()
  return result.filter(({ from, to }) => to - from >= 12)
}

/** The lines of a page. */
export function rulesIn(
  { fnArray, argsArray }: Operators,
  view: Matrix,
  page: { width: number; height: number },
): DrawnRule[] {
  const collector = new Collector(view)
  fnArray.forEach((operator, index) => {
    collector.take(operator, argsArray[index])
  })
  const seen = collector.rules.filter(
    ({ across, at }) => at >= 0 && at <= (across ? page.height : page.width),
  )
  return [
    ...joined(seen.filter(({ across }) => across)),
    ...joined(seen.filter(({ across }) => !across)),
  ]
}
