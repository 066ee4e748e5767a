/** A parser of the XPath 2.0 expressions that the official sheets are written in. */
import type {
  Arithmetic,
  Axis,
  Binding,
  Bindings,
  Comparison,
  Expression,
  Step,
} from './xpath-syntax.ts'

const SPACE = /\s*/y
const NAME = /[A-Za-z_][\w.-]*(?::(?!:)[A-Za-z_][\w.-]*)?/y
const ANY_OF_PREFIX = /[A-Za-z_][\w.-]*:\*/y
const NUMBER = /\d+(?:\.\d*)?|\.\d+/y
const TEXT = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'/y
const GENERAL = /!=|<=|>=|=|<|>/y
const SINGLE = /(?:eq|ne|lt|le|gt|ge)(?![\w.:-])/y
const AXIS = /([a-z-]+)::/y

const SINGLE_OPERATORS: Record<string, Comparison> = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
}
const AXES = new Set<string>([
  'child',
  'descendant',
  'descendant-or-self',
  'parent',
  'self',
  'attribute',
  'ancestor',
  'ancestor-or-self',
  'preceding-sibling',
  'following-sibling',
  'preceding',
] satisfies Axis[])
const isAxis = (name: string): name is Axis => AXES.has(name)
const NODES: Step = { axis: 'descendant-or-self', test: 'node()', predicates: [] }

/** Whether a predicate may depend on the position of its node. */
const isPositional = (predicate: Expression): boolean =>
  ['integer', 'arithmetic'].includes(predicate.kind) ||
  /"name":"(position|last)"/.test(JSON.stringify(predicate))

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Expression {
    const expression = this.#sequence()
    this.#skip()
    if (this.#at < this.#text.length) throw this.#wrong('something else')
    return expression
  }

  #wrong(what: string): Error {
    return new Error(`XPath: ${what} at ${this.#at} in ${this.#text}`)
  }

  #skip(): void {
    SPACE.lastIndex = this.#at
    SPACE.exec(this.#text)
    this.#at = SPACE.lastIndex
  }

  /** What matches here, taken. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    this.#skip()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  #has(sign: string): boolean {
    this.#skip()
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #expect(sign: string): void {
    if (!this.#has(sign)) throw this.#wrong(`${sign} expected`)
  }

  /** Whether a word stands here as an operator or keyword. */
  #word(word: string): boolean {
    this.#skip()
    if (!this.#text.startsWith(word, this.#at)) return false
    if (/[\w.:-]/.test(this.#text[this.#at + word.length] ?? '')) return false
    this.#at += word.length
    return true
  }

  #sequence(): Expression {
    const items = [this.#single()]
    while (this.#has(',')) items.push(this.#single())
    const [first] = items
    return items.length === 1 && first !== undefined ? first : { kind: 'sequence', items }
  }

  #single(): Expression {
    this.#skip()
    const found = /^(for|some|every)\s+\$|^if\s*\(/.exec(this.#text.slice(this.#at, this.#at + 40))
    if (found === null) return this.#or()
    if (found[1] === undefined) return this.#if()
    this.#at += found[1].length
    return this.#quantified(found[1] as 'for' | 'some' | 'every')
  }

  #if(): Expression {
    this.#expect('if')
    this.#expect('(')
    const test = this.#sequence()
    this.#expect(')')
    if (!this.#word('then')) throw this.#wrong('then expected')
    const then = this.#single()
    if (!this.#word('else')) throw this.#wrong('else expected')
    return { kind: 'if', test, then, otherwise: this.#single() }
  }

  #quantified(kind: 'for' | 'some' | 'every'): Expression {
    const bindings: Bindings = [this.#binding()]
    while (this.#has(',')) bindings.push(this.#binding())
    if (!this.#word(kind === 'for' ? 'return' : 'satisfies')) throw this.#wrong('body expected')
    return { kind, bindings, body: this.#single() }
  }

  #binding(): Binding {
    this.#expect('$')
    const name = this.#name()
    if (!this.#word('in')) throw this.#wrong('in expected')
    return { name, value: this.#single() }
  }

  #name(): string {
    const name = this.#take(NAME)?.[0]
    if (name === undefined) throw this.#wrong('name expected')
    return name
  }

  #or(): Expression {
    let left = this.#and()
    while (this.#word('or')) left = { kind: 'or', left, right: this.#and() }
    return left
  }

  #and(): Expression {
    let left = this.#comparison()
    while (this.#word('and')) left = { kind: 'and', left, right: this.#comparison() }
    return left
  }

  #comparison(): Expression {
    const left = this.#range()
    const general = this.#take(GENERAL)?.[0]
    const word = general === undefined ? this.#take(SINGLE)?.[0] : undefined
    const operator = (general ?? SINGLE_OPERATORS[word ?? '']) as Comparison | undefined
    if (operator === undefined) return left
    return { kind: 'compare', operator, single: word !== undefined, left, right: this.#range() }
  }

  #range(): Expression {
    const left = this.#additive()
    if (!this.#word('to')) return left
    return { kind: 'call', name: 'to', parameters: [left, this.#additive()] }
  }

  #additive(): Expression {
    let left = this.#multiplicative()
    for (;;) {
      const operator: Arithmetic | undefined = this.#has('+')
        ? '+'
        : this.#has('-')
          ? '-'
          : undefined
      if (operator === undefined) return left
      left = { kind: 'arithmetic', operator, left, right: this.#multiplicative() }
    }
  }

  #multiplicative(): Expression {
    let left = this.#union()
    for (;;) {
      const word = (['div', 'idiv', 'mod'] as const).find((each) => this.#word(each))
      const operator: Arithmetic | undefined = word ?? (this.#has('*') ? '*' : undefined)
      if (operator === undefined) return left
      left = { kind: 'arithmetic', operator, left, right: this.#union() }
    }
  }

  #union(): Expression {
    let left = this.#castable()
    while (this.#has('|') || this.#word('union'))
      left = { kind: 'union', left, right: this.#castable() }
    return left
  }

  #castable(): Expression {
    const operand = this.#unary()
    const isCast = this.#word('cast')
    if (!isCast && !this.#word('castable')) return operand
    if (!this.#word('as')) throw this.#wrong('as expected')
    const name = this.#name()
    this.#has('?')
    return isCast
      ? { kind: 'call', name, parameters: [operand] }
      : { kind: 'castable', operand, type: name }
  }

  #unary(): Expression {
    if (this.#has('-')) return { kind: 'negative', operand: this.#unary() }
    if (this.#has('+')) return this.#unary()
    return this.#path()
  }

  #path(): Expression {
    const steps: Step[] = []
    let absolute = false
    if (this.#has('//')) {
      absolute = true
      this.#below(steps)
    } else if (this.#has('/')) {
      absolute = true
      const next = this.#text.slice(this.#at).trimStart()[0] ?? ''
      if (!/[\w@.*$(]/.test(next)) return { kind: 'path', absolute, steps }
      steps.push(this.#step())
    } else steps.push(this.#step())
    for (;;) {
      if (this.#has('//')) this.#below(steps)
      else if (this.#has('/')) steps.push(this.#step())
      else break
    }
    const [only] = steps
    const alone = steps.length === 1 && !absolute && only !== undefined && 'expression' in only
    return alone && only.predicates.length === 0
      ? only.expression
      : { kind: 'path', absolute, steps }
  }

  /** The step after `//`. */
  #below(steps: Step[]): void {
    const step = this.#step()
    if ('axis' in step && step.axis === 'child' && !step.predicates.some(isPositional))
      steps.push({ ...step, axis: 'descendant' })
    else steps.push(NODES, step)
  }

  #step(): Step {
    const step = this.#stepStart()
    while (this.#has('[')) {
      step.predicates.push(this.#sequence())
      this.#expect(']')
    }
    return step
  }

  #stepStart(): Step {
    const predicates: Expression[] = []
    if (this.#has('..')) return { axis: 'parent', test: 'node()', predicates }
    if (this.#has('@')) return { axis: 'attribute', test: this.#test(), predicates }
    const axis = this.#take(AXIS)?.[1]
    if (axis !== undefined) {
      if (!isAxis(axis)) throw this.#wrong(`unknown axis ${axis}`)
      return { axis, test: this.#test(), predicates }
    }
    const primary = this.#primary()
    if (primary !== undefined) return { expression: primary, predicates }
    return { axis: 'child', test: this.#test(), predicates }
  }

  #test(): string {
    if (this.#has('*')) return '*'
    const any = this.#take(ANY_OF_PREFIX)?.[0]
    if (any !== undefined) return any
    const name = this.#name()
    if (!this.#has('(')) return name
    this.#expect(')')
    if (name !== 'node') throw this.#wrong(`unknown test ${name}()`)
    return 'node()'
  }

  #primary(): Expression | undefined {
    const text = this.#take(TEXT)
    if (text !== undefined) {
      const value = text[1]?.replaceAll('""', '"') ?? (text[2] ?? '').replaceAll("''", "'")
      return { kind: 'string', value }
    }
    const number = this.#take(NUMBER)?.[0]
    if (number?.includes('.')) return { kind: 'decimal', value: number }
    if (number !== undefined) return { kind: 'integer', value: Number(number) }
    if (this.#has('$')) return { kind: 'variable', name: this.#name() }
    if (this.#has('(')) return this.#bracketed(')')
    if (this.#has('.')) return { kind: 'context' }
    return this.#call()
  }

  #bracketed(end: string): Expression {
    if (this.#has(end)) return { kind: 'sequence', items: [] }
    const inner = this.#sequence()
    this.#expect(end)
    return inner
  }

  #call(): Expression | undefined {
    const start = this.#at
    const name = this.#take(NAME)?.[0]
    if (name === undefined || name === 'node' || !this.#has('(')) {
      this.#at = start
      return undefined
    }
    if (this.#has(')')) return { kind: 'call', name, parameters: [] }
    const parameters = [this.#single()]
    while (this.#has(',')) parameters.push(this.#single())
    this.#expect(')')
    return { kind: 'call', name, parameters }
  }
}

/**
 * Parses an expression of XPath 2.0, as far as the official sheets use it.
 * @throws Error on anything else, with the place
 */
export const parseXPath = (text: string): Expression => new Parser(text).whole()
