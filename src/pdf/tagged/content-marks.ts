/** The marked content of a page (ISO 32000-1, 14.6): the tag of each piece and where it paints. */
import {
  type Matrix,
  moved,
  numbersOf,
  type Operator,
  operandsOf,
  type Point,
  product,
} from '../content-operators.ts'

/** A rectangle in the units of the page: left, bottom, right, top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number]

/** One outermost piece of marked content. */
export interface Mark {
  /** Its `BMC` or `BDC`. */
  begin: Operator
  /** Its tag and properties, as written. */
  operands: string
  artifact: boolean
  /** Number by which a structure element refers to it. */
  mcid: number | undefined
  /** The last rectangle that clips what it paints. */
  clip: Box | undefined
  /** Where its pieces of text begin. */
  origins: Point[]
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const sixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
]

function boxOf(matrix: Matrix, [x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box {
  const [left, bottom] = moved(matrix, x, y)
  const [right, top] = moved(matrix, x + width, y + height)
  return [
    Math.min(left, right),
    Math.min(bottom, top),
    Math.max(left, right),
    Math.max(bottom, top),
  ]
}

/** Interprets the operators that position content. */
class Reader {
  readonly marks: Mark[] = []
  private readonly bytes: Uint8Array
  private depth = 0
  private current: Mark | undefined
  private matrix = IDENTITY
  private readonly saved: Matrix[] = []
  private line = IDENTITY
  private rectangle: Box | undefined
  private clipping = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  read(operator: Operator): void {
    const { name } = operator
    if (name === 'BMC' || name === 'BDC') this.begin(operator)
    else if (name === 'EMC') this.end()
    else if (name === 'q') this.saved.push(this.matrix)
    else if (name === 'Q') this.matrix = this.saved.pop() ?? IDENTITY
    else if (name === 'cm') this.matrix = product(this.six(operator), this.matrix)
    else if (name === 're') this.rectangle = boxOf(this.matrix, numbersOf(this.bytes, operator))
    else if (name === 'W' || name === 'W*') this.clipping = true
    else if (name === 'n') this.clip()
    else this.text(operator)
  }

  private six(operator: Operator): Matrix {
    return sixOf(numbersOf(this.bytes, operator))
  }

  private text(operator: Operator): void {
    const { name } = operator
    if (name === 'BT') this.line = IDENTITY
    else if (name === 'Tm') this.line = this.six(operator)
    else if (name === 'Td' || name === 'TD') {
      const [x = 0, y = 0] = numbersOf(this.bytes, operator)
      this.line = product([1, 0, 0, 1, x, y], this.line)
    } else if (name === 'Tj' || name === 'TJ') {
      const [, , , , x, y] = this.line
      this.current?.origins.push(moved(this.matrix, x, y))
    }
  }

  private begin(begin: Operator): void {
    this.depth += 1
    if (this.depth > 1) return
    const operands = operandsOf(this.bytes, begin)
    const mcid = /\/MCID\s+(\d+)/.exec(operands)?.[1]
    this.current = {
      begin,
      operands,
      artifact: /^\/Artifact\b/.test(operands),
      mcid: mcid === undefined ? undefined : Number(mcid),
      clip: undefined,
      origins: [],
    }
    this.marks.push(this.current)
  }

  private end(): void {
    this.depth -= 1
    if (this.depth === 0) this.current = undefined
  }

  private clip(): void {
    if (this.clipping && this.current !== undefined) this.current.clip = this.rectangle
    this.clipping = false
    this.rectangle = undefined
  }
}

/** The outermost pieces of marked content of a stream, in order. */
export function marksOf(bytes: Uint8Array, operators: readonly Operator[]): Mark[] {
  const reader = new Reader(bytes)
  for (const operator of operators) reader.read(operator)
  return reader.marks
}
