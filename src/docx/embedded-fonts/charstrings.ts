/** Runs Type 2 charstrings (Adobe technical note 5177) without drawing them: whether each ends, and as it should. */
import { packedNumber } from './font-numbers.ts'

/** Operands at once; the standard has 48, CFF2 and many readers 513. */
const STACK_MAX = 513
const DEPTH_MAX = 10
const STEMS_MAX = 96 * 8
/** Of all glyphs together; real fonts need a few hundred a glyph. */
const STEPS_MAX = 20_000_000

const [CALL_SUBR, RETURN, ESCAPE, END_CHAR, CALL_GLOBAL] = [10, 11, 12, 14, 29]
const [HINT_MASK, COUNTER_MASK] = [19, 20]
/** Operators that take stems, two operands each: hstem, vstem, hstemhm, vstemhm. */
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 23])
/** Operators that draw or move: they empty the stack. */
const DRAWN: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 21, 22, 24, 25, 26, 27, 30, 31])
const FLEXES: ReadonlySet<number> = new Set([34, 35, 36, 37])
/** Arithmetic: operands taken, results left. Results are not computed; nothing may be called by one. */
const ARITHMETIC: ReadonlyMap<number, readonly [taken: number, left: number]> = new Map(
  (
    [
      [[3, 4, 10, 11, 12, 15, 24], 2, 1],
      [[5, 9, 14, 21, 26], 1, 1],
      [[18], 1, 0],
      [[20], 2, 0],
      [[22], 4, 1],
      [[23], 0, 1],
      [[27], 1, 2],
      [[28], 2, 2],
    ] as const
  ).flatMap(([operators, taken, left]) =>
    operators.map((operator): [number, readonly [number, number]] => [operator, [taken, left]]),
  ),
)

/** Subroutines are numbered from below zero. */
const biasOf = ({ length }: readonly Buffer[]): number =>
  length < 1240 ? 107 : length < 33_900 ? 1131 : 32_768

/** What a run of a charstring remembers. */
interface Run {
  stack: number[]
  stems: number
  local: readonly Buffer[]
  global: readonly Buffer[]
  /** Of all glyphs so far; shared by their runs. */
  count: { steps: number }
}
type Ending = 'end' | 'return' | undefined

function operand(code: Buffer, at: number): [value: number, size: number] | undefined {
  if (code[at] !== 255) return packedNumber(code, at)
  return at + 5 <= code.length ? [code.readInt32BE(at + 1) / 65_536, 5] : undefined
}

/** Whether an operator of two bytes finds what it takes. */
function escaped({ stack }: Run, operator: number): boolean {
  if (FLEXES.has(operator)) {
    stack.length = 0
    return true
  }
  const [taken, left] = ARITHMETIC.get(operator) ?? [Number.POSITIVE_INFINITY, 0]
  if (stack.length < taken) return false
  stack.length -= taken
  for (let result = 0; result < left; result++) stack.push(Number.NaN)
  return true
}

/** Bytes of an operator of one byte that draws; undefined where it is none or lacks its bits. */
function drawn(run: Run, code: Buffer, at: number): number | undefined {
  const operator = code[at] ?? 0
  const isMask = operator === HINT_MASK || operator === COUNTER_MASK
  if (isMask || STEMS.has(operator)) run.stems += run.stack.length >> 1
  else if (!DRAWN.has(operator)) return undefined
  run.stack.length = 0
  const size = isMask ? 1 + Math.ceil(run.stems / 8) : 1
  return run.stems <= STEMS_MAX && at + size <= code.length ? size : undefined
}

/** Bytes of what begins here, a number or an operator; undefined where it is neither. */
function step(run: Run, code: Buffer, at: number): number | undefined {
  if (code[at] === ESCAPE) return escaped(run, code[at + 1] ?? 0xff) ? 2 : undefined
  const [value, size] = operand(code, at) ?? []
  if (value === undefined) return drawn(run, code, at)
  run.stack.push(value)
  return run.stack.length <= STACK_MAX ? size : undefined
}

const isCall = (operator: number): boolean => operator === CALL_SUBR || operator === CALL_GLOBAL

/** Runs what is called or ends here; `next` where the charstring goes on. */
function control(run: Run, operator: number, depth: number): Ending | 'next' {
  if (++run.count.steps > STEPS_MAX) return undefined
  if (operator === END_CHAR) return 'end'
  if (operator === RETURN) return depth > 0 ? 'return' : undefined
  if (!isCall(operator)) return 'next'
  const subrs = operator === CALL_SUBR ? run.local : run.global
  const code = subrs[(run.stack.pop() ?? Number.NaN) + biasOf(subrs)]
  if (code === undefined || depth >= DEPTH_MAX) return undefined
  const ending = execute(code, run, depth + 1)
  return ending === 'return' ? 'next' : ending
}

function execute(code: Buffer, run: Run, depth: number): Ending {
  for (let at = 0; at < code.length; ) {
    const operator = code[at] ?? 0
    const ending = control(run, operator, depth)
    if (ending !== 'next') return ending
    const size = isCall(operator) ? 1 : step(run, code, at)
    if (size === undefined) return undefined
    at += size
  }
  return undefined
}

/** A check of one charstring with its local subroutines; the steps of all of a font's are counted together. */
export function charstringReader(
  global: readonly Buffer[],
): (code: Buffer, local: readonly Buffer[]) => boolean {
  const count = { steps: 0 }
  return (code, local) => execute(code, { stack: [], stems: 0, local, global, count }, 0) === 'end'
}
