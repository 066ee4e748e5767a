/** The values of XPath 2.0: what is compared with what, and how numbers of each type are calculated. */
import Big from 'big.js'
import type { XmlElement } from '../xml/xml-tree.ts'
import type { Comparison } from './xpath-syntax.ts'

/** An attribute as a node. */
export class AttributeNode {
  readonly parent: XmlElement
  readonly name: string
  readonly value: string

  constructor(parent: XmlElement, name: string, value: string) {
    this.parent = parent
    this.name = name
    this.value = value
  }
}

/** The text of a node without a schema: compared as what it is compared with. */
export class Untyped {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }
}

/** An `xs:double`; an `xs:integer` is a plain number, an `xs:decimal` a {@link Big}. */
export class Double {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** A node of the invoice. */
type Node = XmlElement | AttributeNode
/** A value without a node. */
export type Atomic = string | number | boolean | Big | Double | Untyped
/** One item of a sequence. */
export type Item = Node | Atomic

/** An error that ends the evaluation of a sheet, as the standard says: a text that is no number, two values for one. */
export class XPathError extends Error {}

/** Whether an item is a node. */
export const isNode = (item: Item): item is Node =>
  typeof item === 'object' &&
  !(item instanceof Untyped || item instanceof Big || item instanceof Double)

/** The value of an item. */
export const atomOf = (item: Item): Atomic => (isNode(item) ? new Untyped(item.value) : item)

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
const DOUBLE = /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/
/** Longer numbers are no amounts; calculating with them would take minutes. */
const DIGITS_MAX = 1000

/** A text as `xs:decimal`; undefined when it is none. */
export function decimalOf(text: string): Big | undefined {
  const trimmed = text.trim()
  return DECIMAL.test(trimmed) && trimmed.length <= DIGITS_MAX
    ? new Big(
        trimmed
          .replace(/^\+/, '')
          .replace(/\.$/, '')
          .replace(/^(-?)\./, '$10.'),
      )
    : undefined
}

/** A text as `xs:double`; NaN when it is none. */
export function doubleOf(text: string): number {
  const trimmed = text.trim()
  if (!DOUBLE.test(trimmed)) return Number.NaN
  return Number(trimmed.replace('INF', 'Infinity'))
}

/** The text of an atomic value. */
export function textOf(atom: Atomic): string {
  if (typeof atom === 'string') return atom
  if (atom instanceof Untyped) return atom.value
  if (atom instanceof Double) return String(atom.value)
  return atom instanceof Big ? atom.toFixed() : String(atom)
}

/** Whether a value is a number of any type. */
export const isNumeric = (atom: Atomic): atom is number | Big | Double =>
  typeof atom === 'number' || atom instanceof Big || atom instanceof Double

/** A number, or the text of a node as a double. @throws XPathError for anything else */
export function numberOf(atom: Atomic): number | Big | Double {
  if (isNumeric(atom)) return atom
  if (!(atom instanceof Untyped)) throw new XPathError(`"${textOf(atom)}" is no number`)
  const value = doubleOf(atom.value)
  if (Number.isNaN(value) && atom.value.trim() !== 'NaN')
    throw new XPathError(`"${atom.value}" is no number`)
  return new Double(value)
}

/** Any number as a double. */
export const asDouble = (value: number | Big | Double): number =>
  value instanceof Double ? value.value : Number(value)

const holds = (operator: Comparison, order: number): boolean => {
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    default:
      return order >= 0
  }
}

const plain = (operator: Comparison, a: number | string, b: number | string): boolean => {
  if (Number.isNaN(a) || Number.isNaN(b)) return operator === '!='
  return holds(operator, a < b ? -1 : a > b ? 1 : 0)
}

/** A decimal for exact arithmetic. */
export const big = (value: number | Big): Big => (value instanceof Big ? value : new Big(value))

function compareNumbers(operator: Comparison, a: number | Big | Double, b: number | Big | Double) {
  if (a instanceof Double || b instanceof Double) return plain(operator, asDouble(a), asDouble(b))
  if (typeof a === 'number' && typeof b === 'number') return plain(operator, a, b)
  return holds(operator, big(a).cmp(big(b)))
}

/** A text as `xs:boolean`. @throws XPathError when it is none */
export const booleanOf = (atom: Atomic): boolean => {
  const text = textOf(atom).trim()
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new XPathError(`"${text}" is no boolean`)
}

/**
 * Compares two values (XPath 2.0, 3.5.1 and 3.5.2): the text of a node becomes a number beside a number.
 * @param single for `eq` and its kind, where it is a text beside anything
 * @throws XPathError for values that cannot be compared
 */
export function compareAtoms(operator: Comparison, a: Atomic, b: Atomic, single: boolean): boolean {
  if (isNumeric(a) || isNumeric(b)) {
    if (single && (a instanceof Untyped || b instanceof Untyped))
      throw new XPathError('a text beside a number')
    return compareNumbers(operator, numberOf(a), numberOf(b))
  }
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    if (typeof a === 'string' || typeof b === 'string')
      throw new XPathError('a text beside a boolean')
    return plain(operator, Number(booleanOf(a)), Number(booleanOf(b)))
  }
  return plain(operator, textOf(a), textOf(b))
}
