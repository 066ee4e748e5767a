/** Filters over lists: sorting, selection, grouping and sums. None modifies its input. */
import { type FilterContext, FilterError, type FilterSpec } from './filter-contract.ts'
import { memberReader, needList, needText, textArgument, wholeArgument } from './filter-input.ts'
import { aggregate } from './filters-number.ts'
import { collator } from './intl-cache.ts'
import {
  compareValues,
  equalValues,
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

function limit(input: unknown, args: readonly unknown[]): unknown[] {
  const max = wholeArgument(args[0], [0, 1_000_000], 0)
  const from = wholeArgument(args[1], [0, 1_000_000], 0)
  return needList(input).slice(from, from + max)
}

const total = (kind: 'sum' | 'avg' | 'min' | 'max'): FilterSpec => ({
  apply: (input, args) => aggregate(needList(input), args[0], kind),
  args: [0, 1],
  takes: 'list',
  gives: 'number',
  perItem: true,
  example: `items | ${kind}:"amount"`,
})

/** Filters over lists by name. */
export const listFilters: Readonly<Record<string, FilterSpec>> = {
  sum: total('sum'),
  avg: total('avg'),
  min: total('min'),
  max: total('max'),
  sort: {
    apply: sort,
    check: (args) => direction(args[1]),
    args: [0, 2],
    takes: 'list',
    gives: 'list',
    example: 'items | sort:"name":"desc"',
  },
  group: {
    apply: group,
    args: [1, 1],
    takes: 'list',
    gives: 'list',
    example: 'items | group:"country"',
  },
  where: {
    apply: where,
    check: whereTest,
    args: [1, 3],
    takes: 'list',
    gives: 'list',
    example: 'items | where:"paid":true',
  },
  map: {
    apply: (input, args) => needList(input).map(memberReader(args[0])),
    args: [1, 1],
    takes: 'list',
    gives: 'list',
    example: 'items | map:"name" | join',
  },
  unique: {
    apply: unique,
    args: [0, 1],
    takes: 'list',
    gives: 'list',
    example: 'items | unique:"country"',
  },
  reverse: {
    apply: (input) => [...needList(input)].reverse(),
    args: [0, 0],
    takes: 'list',
    gives: 'list',
    example: 'items | reverse',
  },
  limit: {
    apply: limit,
    check: (args) => limit([], args),
    args: [1, 2],
    takes: 'list',
    gives: 'list',
    example: 'items | limit:10',
  },
  first: {
    apply: (input) => needList(input)[0],
    args: [0, 0],
    takes: 'list',
    gives: 'item',
    example: 'items | first',
  },
  last: {
    apply: (input) => needList(input).at(-1),
    args: [0, 0],
    takes: 'list',
    gives: 'item',
    example: 'items | last',
  },
  join: {
    apply: join,
    args: [0, 2],
    takes: 'list',
    gives: 'text',
    example: 'tags | join:", ":" and "',
  },
  count: { apply: count, args: [0, 0], takes: 'any', gives: 'number', example: 'items | count' },
  contains: {
    apply: contains,
    args: [1, 1],
    takes: 'any',
    gives: 'boolean',
    example: 'tags | contains:"urgent"',
  },
}
