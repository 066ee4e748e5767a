/** Filters over lists: sorting, selection, grouping and sums. None modifies its input. */
import { isRecord } from '../../kernel/type-guards.ts'
import {
  type Filter,
  type FilterContext,
  FilterError,
  type FilterGroup,
} from './filter-contract.ts'
import { memberReader, needList, needText, textArgument, wholeArgument } from './filter-input.ts'
import { aggregate } from './filters-number.ts'
import { collator } from './intl-cache.ts'
import {
  compareValues,
  equalValues,
  isDecimal,
  isMissing,
  isTruthy,
  kindOf,
  toDecimal,
  toText,
} from './values.ts'

function direction(argument: unknown): 1 | -1 {
  const word = textArgument(argument, 'asc')
  if (word === 'asc') return 1
  if (word === 'desc') return -1
  throw new FilterError('the order must be "asc" or "desc"')
}

/** Numbers by size, texts in the collation of the language, missing values last in both directions. */
function sort(input: unknown, args: readonly unknown[], context: FilterContext): unknown[] {
  const read = memberReader(args[0] === '' ? undefined : args[0])
  const sign = direction(args[1])
  const order = collator(context.locale, 'numeric', () => ({ numeric: true }))
  const rows = needList(input).map((item) => {
    const value = read(item)
    return { item, number: toDecimal(value), text: toText(value) }
  })
  rows.sort((a, b) => {
    if (a.text === undefined || b.text === undefined) {
      return Number(a.text === undefined) - Number(b.text === undefined)
    }
    if (a.number !== undefined && b.number !== undefined) return sign * a.number.cmp(b.number)
    return sign * order.compare(a.text, b.text)
  })
  return rows.map((row) => row.item)
}

/** Groups items by the value of a member, in order of first appearance. */
function group(input: unknown, args: readonly unknown[]): unknown[] {
  const read = memberReader(args[0])
  const found = new Map<string, { key: unknown; items: unknown[] }>()
  for (const item of needList(input)) {
    const key = read(item)
    const name = toText(key) ?? ''
    const entry = found.get(name)
    if (entry === undefined) found.set(name, { key: key ?? '', items: [item] })
    else entry.items.push(item)
  }
  return [...found.values()]
}

const COMPARISONS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': equalValues,
  '!=': (left, right) => !equalValues(left, right),
  '<': (left, right) => (compareValues(left, right) ?? 1) < 0,
  '<=': (left, right) => (compareValues(left, right) ?? 1) <= 0,
  '>': (left, right) => (compareValues(left, right) ?? -1) > 0,
  '>=': (left, right) => (compareValues(left, right) ?? -1) >= 0,
}

/** The test of `where:"key"`, `where:"key":value` and `where:"key":">":value`. */
function whereTest(args: readonly unknown[]): (value: unknown) => boolean {
  if (args.length === 1) return isTruthy
  const name = args.length === 2 ? '==' : textArgument(args[1], '')
  const compare = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined
  if (compare === undefined) {
    throw new FilterError(`the comparison must be one of ${Object.keys(COMPARISONS).join(' ')}`)
  }
  const wanted = args[args.length - 1]
  return (value) => compare(value, wanted)
}

function where(input: unknown, args: readonly unknown[]): unknown[] {
  const read = memberReader(args[0])
  const test = whereTest(args)
  return needList(input).filter((item) => test(read(item)))
}

function unique(input: unknown, args: readonly unknown[]): unknown[] {
  const read = memberReader(args[0])
  const seen = new Set<unknown>()
  return needList(input).filter((item) => {
    const value = read(item)
    const key = toText(value) ?? value
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Joins the texts of a list; a third text goes before the last: `join:", ":" and "`. */
function join(input: unknown, args: readonly unknown[]): string {
  const texts = needList(input)
    .filter((item) => !isMissing(item))
    .map((item) => {
      const text = toText(item)
      if (text !== undefined) return text
      throw new FilterError(
        `it joins texts and numbers, but the list contains ${kindOf(item)}; choose a member with map:"name" first`,
      )
    })
  const glue = textArgument(args[0], ', ')
  const last = textArgument(args[1], glue)
  if (texts.length < 2 || last === glue) return texts.join(glue)
  return texts.slice(0, -1).join(glue) + last + (texts.at(-1) ?? '')
}

function contains(input: unknown, args: readonly unknown[]): boolean {
  if (Array.isArray(input)) return input.some((item) => equalValues(item, args[0]))
  return needText(input).includes(textArgument(args[0], ''))
}

function count(input: unknown): number {
  if (Array.isArray(input)) return input.length
  if (typeof input === 'object' && input !== null) return Object.keys(input).length
  return [...needText(input)].length
}

/** The members of an object as a list, in their order. */
function entries(input: unknown): unknown[] {
  if (!isRecord(input) || Array.isArray(input) || isDecimal(input))
    throw new FilterError(`it needs an object and was given ${kindOf(input)}`)
  return Object.entries(input).map(([key, value]) => ({ key, value }))
}

/** A section over the columns of a table: what it is made from stays as it is. */
function columns(input: unknown): unknown {
  if (kindOf(input) !== 'an object') return input
  throw new FilterError(
    'columns are made from a list and left out by a condition, and this is an object; write | entries | columns for its members',
  )
}

function limit(input: unknown, args: readonly unknown[]): unknown[] {
  const max = wholeArgument(args[0], [0, 1_000_000], 0)
  const from = wholeArgument(args[1], [0, 1_000_000], 0)
  return needList(input).slice(from, from + max)
}

const total =
  (kind: 'sum' | 'avg' | 'min' | 'max'): Filter =>
  (input, args) =>
    aggregate(needList(input), args[0], kind)

/** Filters over lists by name. */
export const listFilters: FilterGroup = {
  sum: total('sum'),
  avg: total('avg'),
  min: total('min'),
  max: total('max'),
  sort: [sort, (args) => direction(args[1])],
  group,
  where: [where, whereTest],
  map: (input, args) => needList(input).map(memberReader(args[0])),
  unique,
  reverse: (input) => [...needList(input)].reverse(),
  limit: [limit, (args) => limit([], args)],
  first: (input) => needList(input)[0],
  last: (input) => needList(input).at(-1),
  join,
  count,
  contains,
  entries,
  columns,
}
