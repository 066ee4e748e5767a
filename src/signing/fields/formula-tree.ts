/**
 * Formulas of computed fields: `round([quantity] * [price], 2)`. A closed grammar over the values of fields, evaluated
 * alike on the signer's page and behind it (`formula.ts`); nothing is called but what is listed here.
 */
import Big from 'big.js'

/** Of all formulas: 20 digits after the point in divisions, half rounds up. */
export const Decimal = Big()
Decimal.DP = 20
Decimal.RM = 1

/** A field in a formula. */
export interface FieldRef {
  /** Absent: the same signer. */
  signer?: string
  field: string
}

/** A value in a formula. */
export type Value = Big | string | boolean
/** A part of a formula. */
export type Node =
  | { kind: 'value'; value: Value }
  | { kind: 'field'; ref: FieldRef }
  | { kind: 'call'; name: FunctionName; args: Node[] }
  | { kind: 'binary'; operator: string; left: Node; right: Node }

/** A formula that was read. */
export interface Formula {
  tree: Node
  refs: FieldRef[]
  /** What an outermost `round` leaves behind the point. */
  decimals?: number
}

/** What cannot be read of a formula. */
export class FormulaError extends Error {
  /** Where it cannot be read, from 0. */
  readonly at: number

  constructor(at: number) {
    super('the formula cannot be read')
    this.at = at
  }
}

/** Functions with the numbers of their arguments. */
const FUNCTIONS = {
  round: [1, 2],
  sum: [1, 50],
  min: [1, 50],
  max: [1, 50],
  if: [3, 3],
  days: [2, 2],
} as const
/** Name of a function. */
export type FunctionName = keyof typeof FUNCTIONS
const isFunction = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

const TOKEN =
  /\s*(?:(?<number>\d{1,15}(?:\.\d{1,10})?)|"(?<text>[^"]*)"|\[(?<field>[^\][]+)\]|(?<name>[\p{L}_][\p{L}\p{N}\p{M}_]*)|(?<sign><=|>=|!=|[-+*/×÷−=<>≤≥≠(),;]))/uy
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  ';': ',',
}
const LEVELS = [
  ['=', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
] as const
const DEPTH_MAX = 20
/** Digits after the point of a result. */
export const DECIMALS_MAX = 6

interface Token {
  kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

/** @throws FormulaError */
function tokensOf(formula: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (formula.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(formula)?.groups
    if (groups === undefined) throw new FormulaError(at)
    for (const kind of ['number', 'text', 'field', 'name', 'sign'] as const) {
      const text = groups[kind]
      if (text === undefined) continue
      tokens.push({ kind, text: (kind === 'sign' && SIGNS[text]) || text, at })
    }
    at = TOKEN.lastIndex
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

/** `client:price` or `price`. */
function refIn(text: string): FieldRef {
  const at = text.lastIndexOf(':')
  const field = text.slice(at + 1).trim()
  return at < 0 ? { field } : { signer: text.slice(0, at).trim(), field }
}

class Parser {
  readonly refs: FieldRef[] = []
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(formula: string) {
    this.#tokens = tokensOf(formula)
  }

  get #token(): Token {
    const token = this.#tokens[this.#next]
    if (token === undefined) throw new FormulaError(this.#tokens.at(-1)?.at ?? 0)
    return token
  }

  whole(): Node {
    const tree = this.#level(0)
    if (this.#token.kind !== 'end') throw new FormulaError(this.#token.at)
    return tree
  }

  #takes(sign: string): boolean {
    const isIt = this.#token.kind === 'sign' && this.#token.text === sign
    if (isIt) this.#next += 1
    return isIt
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new FormulaError(this.#token.at)
  }

  #level(level: number): Node {
    const signs: readonly string[] | undefined = LEVELS[level]
    if (signs === undefined) return this.#primary()
    let left = this.#level(level + 1)
    while (this.#token.kind === 'sign' && signs.includes(this.#token.text)) {
      const operator = this.#token.text
      this.#next += 1
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) }
    }
    return left
  }

  #primary(): Node {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new FormulaError(this.#token.at)
    const node = this.#within()
    this.#depth -= 1
    return node
  }

  #within(): Node {
    const { kind, text, at } = this.#token
    if (this.#takes('-')) {
      const zero: Node = { kind: 'value', value: Decimal(0) }
      return { kind: 'binary', operator: '-', left: zero, right: this.#primary() }
    }
    if (this.#takes('(')) {
      const inner = this.#level(0)
      this.#expect(')')
      return inner
    }
    this.#next += 1
    if (kind === 'number') return { kind: 'value', value: Decimal(text) }
    if (kind === 'text') return { kind: 'value', value: text }
    if (kind === 'name' && this.#takes('(')) return this.#call(text.toLowerCase(), at)
    if (kind !== 'field' && kind !== 'name') throw new FormulaError(at)
    const ref = kind === 'name' ? { field: text } : refIn(text)
    this.refs.push(ref)
    return { kind: 'field', ref }
  }

  #call(name: string, at: number): Node {
    if (!isFunction(name)) throw new FormulaError(at)
    const args = [this.#level(0)]
    while (this.#takes(',')) args.push(this.#level(0))
    this.#expect(')')
    const [least, most] = FUNCTIONS[name]
    if (args.length < least || args.length > most) throw new FormulaError(at)
    return { kind: 'call', name, args }
  }
}

/** @throws FormulaError */
export function readFormula(formula: string): Formula {
  const parser = new Parser(formula)
  const tree = parser.whole()
  const [, digits] = tree.kind === 'call' && tree.name === 'round' ? tree.args : []
  const places = digits?.kind === 'value' ? Number(digits.value) : Number.NaN
  const isKnown = Number.isInteger(places) && places > 0 && places <= DECIMALS_MAX
  return { tree, refs: parser.refs, ...(isKnown && { decimals: places }) }
}

const REFERENCE = /"[^"]*"|\[([^\][]+)\]/g

/** The same formula with the ids of signers in the place of their names; own fields without one. */
export const withSigners = (
  formula: string,
  idOf: (name: string) => string | undefined,
  ownId: string,
): string =>
  formula.replace(REFERENCE, (whole: string, inside: string | undefined) => {
    const { signer, field } = refIn(inside ?? '')
    const id = signer === undefined ? undefined : idOf(signer)
    if (id === undefined) return whole
    return id === ownId ? `[${field}]` : `[${id}:${field}]`
  })

const SPOKEN: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−', ',': ';' }

/** A token as people read it. @param next the one after it */
function wordOf(
  { kind, text }: Token,
  next: string | undefined,
  labelOf: (ref: FieldRef) => string,
): string {
  if (kind === 'field') return `“${labelOf(refIn(text))}”`
  if (kind === 'text') return `"${text}"`
  if (kind === 'sign') return SPOKEN[text] ?? text
  return kind === 'name' && next !== '(' ? `“${labelOf({ field: text })}”` : text
}

/** Whether a blank is between two tokens: not inside of parentheses, nor after the name of a function. */
const isApart = (before: Token | undefined, { text }: Token): boolean =>
  before !== undefined &&
  before.text !== '(' &&
  !(text === '(' && before.kind === 'name') &&
  ![')', ',', ''].includes(text)

/** A formula as people read it: fields by their labels. */
export const formulaWords = (formula: string, labelOf: (ref: FieldRef) => string): string =>
  tokensOf(formula).reduce((text, token, at, all) => {
    const blank = isApart(all[at - 1], token) ? ' ' : ''
    return text + blank + wordOf(token, all[at + 1]?.text, labelOf)
  }, '')
