/** Expressions as other tools write them, written as ours: their filters, paths and comparisons. */
import filters from './other-filters.json' with { type: 'json' }

/** Filters of other tools by their names in small letters. */
const FILTER_NAMES: Readonly<Record<string, string>> = filters

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/'])
const DROPPED: ReadonlySet<string> = new Set(['safe', 'e', 'escape', 'raw', 'br', 'striptags'])

/** The name that a filter of another tool has here; undefined for an unknown one. */
export function ourFilter(name: string): string | undefined {
  const lower = name.toLowerCase()
  return Object.hasOwn(FILTER_NAMES, lower) ? FILTER_NAMES[lower] : undefined
}

const argumentsOf = (text: string | undefined): string[] =>
  (text ?? '').match(/"[^"]*"|'[^']*'|[^\s,:()]+/g) ?? []

/** One filter, `upper`, `formatN(2)` or `date:'x'`, as it is written here. */
export function filterText(name: string, rest: string | undefined): string {
  if (DROPPED.has(name)) return ''
  const known = ourFilter(name) ?? name
  const args = argumentsOf(rest)
  if (ARITHMETIC.has(known)) return ` ${known} ${args[0] ?? ''}`
  if (known.includes(':')) return ` | ${known}`
  return ` | ${[known, ...args.map((one) => one.replaceAll("'", '"'))].join(':')}`
}

/** A path with its scope words: `this.name`, `d.x`, `../x`, `$item.x`. */
export const pathText = (path: string): string =>
  path
    .trim()
    .replace(/^(?:this\.|\.\/|d\.|\$\w+\.(?=\w))/, '')
    .replace(/^this$/, '.')
    .replace(/^(?:\.\.\/)+/, (up) => '$parent.'.repeat(up.length / 3))
    .replace(/^@root\./, '$root.')
    .replace(/^(?:@|loop\.)(index|first|last)(?:0)?$/, '$$$1')
    .replace(/\.length\b|\.size\(\)/, ' | count')

/** An expression as others write it: comparisons, filters with parentheses or colons. */
export function expressionText(source: string): string {
  const [head = '', ...filters] = source
    .replaceAll('===', '==')
    .replaceAll('!==', '!=')
    .replaceAll('“', '"')
    .replaceAll('”', '"')
    .split(/\s*(?<!\|)\|(?!\|)\s*/)
  const shown = filters.map((filter) => {
    const [, name = '', rest] = /^(\w+)(.*)$/s.exec(filter) ?? []
    return filterText(name, rest)
  })
  return (
    head.trim().replace(/(?<![\w$."'/])(?:this\.|d\.|\.\.\/|\$\w+\.|@)[\w.]*/g, pathText) +
    shown.join('')
  )
}

/** Filters after colons, as Carbone has them. */
export const carboneFilters = (text: string): string =>
  [...text.matchAll(/:(\w+)(?:\(([^()]*)\))?/g)]
    .map(([, name = '', args]) => filterText(name, args))
    .join('')

/** Carbone's comparisons. */
export const SIGNS: Readonly<Record<string, string>> = {
  EQ: '==',
  NE: '!=',
  GT: '>',
  LT: '<',
  GTE: '>=',
  LTE: '<=',
}
/** A value of Carbone as a literal: a number, or a text in quotation marks. */
export const quoted = (text: string): string =>
  /^-?\d+(?:\.\d+)?$/.test(text.trim())
    ? text.trim()
    : `"${text.trim().replace(/^['"]|['"]$/g, '')}"`
