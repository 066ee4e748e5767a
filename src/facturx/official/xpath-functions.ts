/** The functions that the official sheets call. */
import Big from 'big.js'
import { XmlElement } from '../xml/xml-tree.ts'
import { calculate, rounded } from './xpath-arithmetic.ts'
import type { Focus, Items } from './xpath-focus.ts'
import {
  type Atomic,
  AttributeNode,
  asDouble,
  atomOf,
  booleanOf,
  Double,
  decimalOf,
  doubleOf,
  type Item,
  isNode,
  numberOf,
  textOf,
  Untyped,
  XPathError,
} from './xpath-values.ts'

/** A function: its arguments evaluated. */
export type XPathFunction = (parameters: readonly Items[], focus: Focus) => Items

/** The answers of a condition. */
export const YES: Items = [true]
/** See {@link YES}. */
export const NO: Items = [false]
/** The empty sequence. */
export const NONE: Items = []

/** The effective boolean value (XPath 2.0, 2.4.3). @throws XPathError for several values */
export function isTrue(items: Items): boolean {
  const [first] = items
  if (first === undefined) return false
  if (typeof first === 'boolean') return first
  if (isNode(first)) return true
  if (items.length > 1) throw new XPathError('several values as a condition')
  if (typeof first === 'string') return first !== ''
  if (first instanceof Untyped) return first.value !== ''
  const value = asDouble(numberOf(first))
  return value !== 0 && !Number.isNaN(value)
}

const said = (value: boolean): Items => (value ? YES : NO)

/** The only item. @throws XPathError when there are several */
export function onlyOf(items: Items | undefined): Atomic | undefined {
  const [item, second] = items ?? []
  if (second !== undefined) throw new XPathError('several values where one is expected')
  return item === undefined ? undefined : atomOf(item)
}

const text = (items: Items | undefined): string => {
  const atom = onlyOf(items)
  return atom === undefined ? '' : textOf(atom)
}

/** A text argument, or the node in question when there is none. */
const textOr = ([first]: readonly Items[], focus: Focus): string => {
  if (first !== undefined) return text(first)
  return focus.item === undefined ? '' : textOf(atomOf(focus.item))
}

/** A double has at most this many decimals that a comparison of amounts could notice. */
const DOUBLE_DECIMALS = 100

/** The decimal number that a double is, as the cast asks for: 664.86 is 664.8600000000000136…, and misses a tolerance of 0.01. */
function exactDecimal(value: number): Big {
  if (Number.isInteger(value)) return new Big(BigInt(value).toString())
  return new Big(value.toFixed(DOUBLE_DECIMALS))
}

function castDecimal(items: Items | undefined): Items {
  const atom = onlyOf(items)
  if (atom === undefined) return NONE
  if (atom instanceof Double) {
    if (!Number.isFinite(atom.value)) throw new XPathError(`${atom.value} is no decimal number`)
    return [exactDecimal(atom.value)]
  }
  if (typeof atom === 'number' || atom instanceof Big) return [atom]
  const value = decimalOf(textOf(atom))
  if (value === undefined) throw new XPathError(`"${textOf(atom)}" is no decimal number`)
  return [value]
}

function toNumber(items: Items): Items {
  const atom = onlyOf(items)
  if (atom === undefined) return [new Double(Number.NaN)]
  const isText = typeof atom === 'string' || atom instanceof Untyped
  return [new Double(isText ? doubleOf(textOf(atom)) : asDouble(numberOf(atom)))]
}

function distinct(items: Items | undefined): Items {
  const seen = new Map<string, Item>()
  for (const item of items ?? NONE) {
    const atom = atomOf(item)
    if (!seen.has(textOf(atom))) seen.set(textOf(atom), atom)
  }
  return [...seen.values()]
}

const sum = (items: Items | undefined): Items => {
  let total: Atomic = 0
  for (const item of items ?? NONE) total = calculate('+', total, numberOf(atomOf(item)))
  return [total]
}

function onNumber(items: Items | undefined, change: (value: number | Big | Double) => Atomic) {
  const atom = onlyOf(items)
  return atom === undefined ? NONE : [change(numberOf(atom))]
}

function absolute(value: number | Big | Double): Atomic {
  if (value instanceof Double) return new Double(Math.abs(value.value))
  return typeof value === 'number' ? Math.abs(value) : value.abs()
}

function substring(parameters: readonly Items[]): Items {
  const characters = [...text(parameters[0])]
  const start = Math.floor(asDouble(numberOf(onlyOf(parameters[1]) ?? 1)) + 0.5)
  const length = onlyOf(parameters[2])
  const end =
    length === undefined
      ? characters.length + 1
      : start + Math.floor(asDouble(numberOf(length)) + 0.5)
  return [characters.slice(Math.max(0, start - 1), Math.max(0, end - 1)).join('')]
}

const patterns = new Map<string, RegExp>()
/** A pattern of XML Schema as one of JavaScript: the sheets use what both have. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(source.replaceAll(String.raw`\-_/`, '_/\\-'), 'gu')
    patterns.set(source, pattern)
  }
  pattern.lastIndex = 0
  return pattern
}

function after(parameters: readonly Items[]): Items {
  const [whole, sign] = [text(parameters[0]), text(parameters[1])]
  const at = whole.indexOf(sign)
  return [at < 0 ? '' : whole.slice(at + sign.length)]
}

function before(parameters: readonly Items[]): Items {
  const [whole, sign] = [text(parameters[0]), text(parameters[1])]
  return [whole.slice(0, Math.max(0, whole.indexOf(sign)))]
}

function translate(parameters: readonly Items[]): Items {
  const [from, to] = [[...text(parameters[1])], [...text(parameters[2])]]
  const change = (character: string): string => {
    const at = from.indexOf(character)
    return at < 0 ? character : (to[at] ?? '')
  }
  return [[...text(parameters[0])].map(change).join('')]
}

function nameOf(parameters: readonly Items[], focus: Focus): string {
  const item = parameters.length === 0 ? focus.item : parameters[0]?.[0]
  if (item instanceof XmlElement) return item.tag
  return item instanceof AttributeNode ? item.name : ''
}

const collapsed = (value: string): string =>
  value.replaceAll(/[ \t\r\n]+/g, ' ').replaceAll(/^ | $/g, '')

const DATE = /^(\d{4,}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/

/** A text as `xs:date`, in a form that sorts by time; without a zone it is UTC, as for the makers' processor. Undefined when it is none. */
export function dateOf(text: string): string | undefined {
  const [, day = '', zone = 'Z'] = DATE.exec(text.trim()) ?? []
  const plain = new Date(`${day}T00:00:00Z`)
  // JavaScript takes 30 February for 2 March
  if (Number.isNaN(plain.getTime()) || !plain.toISOString().startsWith(day)) return undefined
  return new Date(`${day}T00:00:00${zone}`).toISOString()
}

function castDate(items: Items | undefined): Items {
  const atom = onlyOf(items)
  if (atom === undefined) return NONE
  const value = dateOf(textOf(atom))
  if (value === undefined) throw new XPathError(`"${textOf(atom)}" is no date`)
  return [value]
}

function range([first, last]: readonly Items[]): Items {
  const [from, to] = [onlyOf(first), onlyOf(last)]
  if (from === undefined || to === undefined) return NONE
  const [start, end] = [asDouble(numberOf(from)), asDouble(numberOf(to))]
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
}

/** The functions by name. */
export const FUNCTIONS: Readonly<Record<string, XPathFunction>> = {
  true: () => YES,
  false: () => NO,
  not: ([items = NONE]) => said(!isTrue(items)),
  boolean: ([items = NONE]) => said(isTrue(items)),
  count: ([items = NONE]) => [items.length],
  exists: ([items = NONE]) => said(items.length > 0),
  empty: ([items = NONE]) => said(items.length === 0),
  position: (_, focus) => [focus.position],
  last: (_, focus) => [focus.size],
  sum: ([items]) => sum(items),
  round: ([items]) => onNumber(items, rounded),
  abs: ([items]) => onNumber(items, absolute),
  number: ([items], focus) => toNumber(items ?? (focus.item === undefined ? NONE : [focus.item])),
  'xs:decimal': ([items]) => castDecimal(items),
  'xs:boolean': ([items]) => {
    const atom = onlyOf(items)
    return atom === undefined ? NONE : said(booleanOf(atom))
  },
  'distinct-values': ([items]) => distinct(items),
  string: (parameters, focus) => [textOr(parameters, focus)],
  'normalize-space': (parameters, focus) => [collapsed(textOr(parameters, focus))],
  'string-length': (parameters, focus) => [[...textOr(parameters, focus)].length],
  concat: (parameters) => [parameters.map(text).join('')],
  contains: (parameters) => said(text(parameters[0]).includes(text(parameters[1]))),
  'starts-with': (parameters) => said(text(parameters[0]).startsWith(text(parameters[1]))),
  'ends-with': (parameters) => said(text(parameters[0]).endsWith(text(parameters[1]))),
  'substring-after': after,
  'substring-before': before,
  substring,
  translate,
  text: (_, { item }) =>
    item instanceof XmlElement && item.children.length === 0 && item.value !== ''
      ? [item.value]
      : NONE,
  'string-to-codepoints': ([items]) => [...text(items)].map((sign) => sign.codePointAt(0) ?? 0),
  'string-join': ([items = NONE, between]) => [
    items.map((item) => textOf(atomOf(item))).join(text(between)),
  ],
  'codepoints-to-string': ([items = NONE]) => [
    String.fromCodePoint(...items.map((item) => Number(textOf(atomOf(item))))),
  ],
  reverse: ([items = NONE]) => [...items].reverse(),
  to: range,
  'xs:date': ([items]) => castDate(items),
  'xs:string': ([items]) => {
    const atom = onlyOf(items)
    return atom === undefined ? NONE : [textOf(atom)]
  },
  'xs:integer': ([items]) => castDecimal(items),
  'upper-case': ([items]) => [text(items).toUpperCase()],
  'lower-case': ([items]) => [text(items).toLowerCase()],
  matches: (parameters) => said(patternOf(text(parameters[1])).test(text(parameters[0]))),
  replace: (parameters) => [
    text(parameters[0]).replace(patternOf(text(parameters[1])), text(parameters[2])),
  ],
  tokenize: (parameters) => text(parameters[0]).split(patternOf(text(parameters[1]))),
  name: (parameters, focus) => [nameOf(parameters, focus)],
  'local-name': (parameters, focus) => [nameOf(parameters, focus).replace(/^(\{.*\}|.*:)/, '')],
}
