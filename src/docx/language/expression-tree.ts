/** Parses an expression into a tree. The grammar is closed: paths, literals, operators, filters. */
import { type Token, tokenize } from './expression-tokens.ts'
import { ExpressionError } from './filter-contract.ts'

/** Where a path starts: a name (looked up outwards), the current item, the root, a loop counter. */
type PathBase = 'name' | 'current' | 'root' | 'parent'

/** Names that refer to the loop rather than to the data. */
type LoopName = '$index' | '$number' | '$first' | '$last'

/** A path into the data, such as `$parent.client.name`. */
export interface PathNode {
  kind: 'path'
  base: PathBase
  /** How many `$parent` steps come first. */
  up: number
  segments: string[]
  /** Whether the first name is found in any letter case, and with `_` for a space: `["First name"]`. */
  loose?: true
}

/** A filter with its arguments. */
export interface FilterNode {
  kind: 'filter'
  name: string
  input: Node
  args: Node[]
}

/** Operators with two sides. */
type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>='

/** A node of the tree. */
export type Node =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'decimal'; digits: string }
  | PathNode
  | { kind: 'loop'; name: LoopName; up: number }
  | { kind: 'moment'; name: '$today' | '$now' }
  | { kind: 'member'; operand: Node; segments: string[] }
  | { kind: 'not' | 'negate'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'and' | 'or' | 'else'; left: Node; right: Node }
  | { kind: 'choose'; condition: Node; yes: Node; no: Node }
  | FilterNode

/** Maximum nesting depth of an expression. */
export const EXPRESSION_DEPTH_MAX = 32

const LOOP_NAMES: ReadonlySet<string> = new Set(['$index', '$number', '$first', '$last'])
const WORD_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
])
const REFUSED_NAMES: ReadonlySet<string> = new Set(['constructor', '__proto__', 'prototype'])
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

function describe(token: Token): string {
  return token.kind === 'end' ? 'the end of the tag' : `"${token.value}"`
}

class Parser {
  readonly tokens: Token[]
  next = 0
  depth = 0

  constructor(text: string) {
    this.tokens = tokenize(text)
  }

  get token(): Token {
    const token = this.tokens[this.next]
    if (token === undefined) throw new Error('the end token was passed')
    return token
  }

  isSign(...signs: string[]): boolean {
    const { kind, value } = this.token
    const sign = kind === 'name' ? WORD_OPERATORS.get(value) : value
    return (kind === 'name' || kind === 'sign') && sign !== undefined && signs.includes(sign)
  }

  /** The operator just consumed, with `and`, `or`, `not` as their symbols. */
  takeSign(): string {
    const { kind, value } = this.token
    this.next++
    return (kind === 'name' ? WORD_OPERATORS.get(value) : undefined) ?? value
  }

  expect(sign: string, why: string): void {
    if (!this.isSign(sign)) {
      throw new ExpressionError(
        'expression_invalid',
        `${describe(this.token)} appears where "${sign}" is needed ${why}.`,
        `Put "${sign}" there or remove what does not belong.`,
      )
    }
    this.next++
  }

  deeper<T>(work: () => T): T {
    this.depth++
    if (this.depth > EXPRESSION_DEPTH_MAX) {
      throw new ExpressionError(
        'expression_too_deep',
        `The expression is nested more than ${EXPRESSION_DEPTH_MAX} levels deep.`,
        'Compute the value before and send it in the data.',
      )
    }
    const result = work()
    this.depth--
    return result
  }
}

const PRECEDENCE: readonly string[][] = [
  ['??'],
  ['||'],
  ['&&'],
  [...COMPARISONS],
  ['+', '-'],
  ['*', '/', '%'],
]

function binaryNode(operator: string, left: Node, right: Node): Node {
  if (operator === '&&') return { kind: 'and', left, right }
  if (operator === '||') return { kind: 'or', left, right }
  if (operator === '??') return { kind: 'else', left, right }
  return { kind: 'binary', operator: operator as BinaryOperator, left, right }
}

function parseBinary(parser: Parser, level: number): Node {
  const signs = PRECEDENCE[level]
  if (signs === undefined) return parseUnary(parser)
  let left = parseBinary(parser, level + 1)
  let terms = 0
  while (parser.isSign(...signs)) {
    // The tree leans left: its depth, and so the evaluator's recursion, grows with each term.
    if (++terms > 200)
      throw new ExpressionError(
        'expression_too_deep',
        'The expression has more than 200 terms.',
        'Compute the value before and send it in the data.',
      )
    left = binaryNode(parser.takeSign(), left, parseBinary(parser, level + 1))
  }
  return left
}

function parseUnary(parser: Parser): Node {
  if (!parser.isSign('!', '-')) return parsePrimary(parser)
  return parser.deeper(() => {
    const kind = parser.takeSign() === '!' ? 'not' : 'negate'
    return { kind, operand: parseUnary(parser) }
  })
}

function parseChoice(parser: Parser): Node {
  return parser.deeper(() => {
    const condition = parseBinary(parser, 0)
    if (!parser.isSign('?')) return condition
    parser.next++
    const yes = parseChoice(parser)
    parser.expect(':', 'between the two results of a condition')
    return { kind: 'choose', condition, yes, no: parseChoice(parser) }
  })
}

function parsePipeline(parser: Parser): Node {
  let node = parseChoice(parser)
  let filters = 0
  while (parser.isSign('|')) {
    if (++filters > 20)
      throw new ExpressionError(
        'expression_too_deep',
        'The expression has more than 20 filters.',
        'Compute the value before and send it in the data.',
      )
    parser.next++
    node = parseFilter(parser, node)
  }
  return node
}

function parseFilter(parser: Parser, input: Node): Node {
  const { kind, value } = parser.token
  if (kind !== 'name') {
    throw new ExpressionError(
      'filter_missing',
      `${describe(parser.token)} appears after | where the name of a filter is needed.`,
      'Write a filter, for example {total | currency:"EUR"}. For "or" write ||.',
    )
  }
  parser.next++
  const args: Node[] = []
  while (parser.isSign(':')) {
    parser.next++
    args.push(parseArgument(parser))
  }
  return { kind: 'filter', name: value, input, args }
}

function parseArgument(parser: Parser): Node {
  if (parser.token.kind === 'sign' && parser.token.value === '-') {
    parser.next++
    return { kind: 'negate', operand: parsePrimary(parser) }
  }
  return parsePrimary(parser)
}

function parsePrimary(parser: Parser): Node {
  const { kind, value } = parser.token
  if (kind === 'number') {
    parser.next++
    const exact = Number(value)
    return String(exact) === value
      ? { kind: 'literal', value: exact }
      : { kind: 'decimal', digits: value }
  }
  if (kind === 'text') {
    parser.next++
    return { kind: 'literal', value }
  }
  if (kind === 'name') return parseName(parser)
  if (parser.isSign('(')) {
    return parser.deeper(() => {
      parser.next++
      const inner = parsePipeline(parser)
      parser.expect(')', 'to close a parenthesis')
      const segments: string[] = []
      takeSegments(parser, segments)
      return segments.length === 0 ? inner : { kind: 'member', operand: inner, segments }
    })
  }
  if (parser.isSign('.')) return parseCurrent(parser)
  if (parser.isSign('[')) return parseBracketed(parser)
  throw new ExpressionError(
    'expression_invalid',
    `${describe(parser.token)} appears where a value is needed.`,
    'Write a name such as client.name, a number, or a "text" there.',
  )
}

function parseCurrent(parser: Parser): Node {
  parser.next++
  const segments: string[] = []
  const { kind } = parser.token
  if (kind === 'name' || kind === 'number') {
    segments.push(takeSegment(parser))
    takeSegments(parser, segments)
  }
  return { kind: 'path', base: 'current', up: 0, segments }
}

/** `["First name"]`: a name that is none of the language's. */
function parseBracketed(parser: Parser): Node {
  const segments: string[] = []
  takeSegments(parser, segments)
  return { kind: 'path', base: 'name', up: 0, segments, loose: true }
}

function parseName(parser: Parser): Node {
  const { value } = parser.token
  if (value === 'true' || value === 'false' || value === 'null') {
    parser.next++
    return { kind: 'literal', value: value === 'null' ? null : value === 'true' }
  }
  if (Object.hasOwn(WORD_OPERATORS, value)) {
    throw new ExpressionError(
      'expression_invalid',
      `"${value}" appears where a value is needed.`,
      `Put a value before and after "${value}".`,
    )
  }
  const segments = [takeSegment(parser)]
  takeSegments(parser, segments)
  refuseCall(parser, segments)
  return pathNode(segments)
}

function refuseCall(parser: Parser, segments: string[]): void {
  if (!parser.isSign('(')) return
  throw new ExpressionError(
    'call_refused',
    `"${segments.join('.')}(" would call a function; a template cannot.`,
    'Use a filter, for example {name | upper}.',
  )
}

function takeSegment(parser: Parser): string {
  const { value } = parser.token
  if (REFUSED_NAMES.has(value)) {
    throw new ExpressionError(
      'name_refused',
      `The name "${value}" is never looked up.`,
      'Give the value another name in the data.',
    )
  }
  parser.next++
  return value
}

function takeSegments(parser: Parser, segments: string[]): void {
  for (;;) {
    if (parser.isSign('.')) {
      parser.next++
      const { kind } = parser.token
      if (kind !== 'name' && kind !== 'number') {
        throw new ExpressionError(
          'expression_invalid',
          `${describe(parser.token)} appears after a dot where a name is needed.`,
          'Write the name of a member after the dot, for example client.name.',
        )
      }
      segments.push(takeSegment(parser))
    } else if (parser.isSign('[')) {
      parser.next++
      const { kind } = parser.token
      if (kind !== 'text' && kind !== 'number') {
        throw new ExpressionError(
          'expression_invalid',
          `${describe(parser.token)} appears in brackets, where only a "text" or a number is allowed.`,
          'Write for example data["first-name"] or items[0].',
        )
      }
      segments.push(takeSegment(parser))
      parser.expect(']', 'to close a bracket')
    } else return
  }
}

/** `$today` and `$now`, which are no members of the data. */
const isMoment = (name: unknown): name is '$today' | '$now' => name === '$today' || name === '$now'

/** Parses `$root.x`, `$parent.$parent.x`, `$parent.$index`, `$index` and plain names. */
function pathNode(segments: string[]): Node {
  let up = 0
  while (segments[up] === '$parent') up++
  const rest = segments.slice(up)
  const head = rest[0]
  if (isMoment(head) && segments.length === 1) return { kind: 'moment', name: head }
  if (head !== undefined && LOOP_NAMES.has(head)) {
    if (rest.length > 1) {
      throw new ExpressionError(
        'expression_invalid',
        `${head} is a number or true/false and has no members.`,
        `Write ${head} alone.`,
      )
    }
    return { kind: 'loop', name: head as LoopName, up }
  }
  if (up > 0) return { kind: 'path', base: 'parent', up, segments: rest }
  if (head === '$root') return { kind: 'path', base: 'root', up: 0, segments: rest.slice(1) }
  return { kind: 'path', base: 'name', up: 0, segments: rest }
}

/**
 * Parses an expression.
 * @throws ExpressionError with a code, a message and the fix
 */
export function parseExpression(text: string): Node {
  const parser = new Parser(text)
  const first: Token = parser.token
  if (first.kind === 'end') {
    throw new ExpressionError(
      'expression_empty',
      'The tag is empty.',
      'Write the name of a value between the braces, or remove them.',
    )
  }
  const node = parsePipeline(parser)
  const rest: Token = parser.token
  if (rest.kind !== 'end') {
    throw new ExpressionError(
      'expression_invalid',
      `${describe(rest)} is not allowed here.`,
      'Remove it, or put an operator, a filter (|) or quotation marks where needed. A name has no spaces and no hyphens: write data["first-name"] for such a key.',
    )
  }
  return node
}
