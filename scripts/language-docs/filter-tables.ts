/** The tables of filters: what each takes and gives comes from the engine, the outputs from running it. */
import { compileExpression, type Run } from '../../src/docx/language/expression.ts'
import type { FilterSpec } from '../../src/docx/language/filter-contract.ts'
import { isDecimal, plainDecimal, toText } from '../../src/docx/language/values.ts'
import { ALL_FILTERS } from '../../src/docx/rich/rich-content.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import type { Locale } from '../../src/kernel/languages.ts'
import { FILTER_GROUPS, FILTER_NOTES } from './filter-notes.ts'
import { filterDoes, phrase } from './french/words.ts'

const LOCALES = ['fr-FR', 'en-GB', 'de-DE'] as const

/** What an expression gives with data in a language. */
function outputOf(expression: string, data: JsonObject, locale: string): string {
  const run: Run = {
    context: { locale, timezone: 'Europe/Paris', pictures: new Map() },
    missed: undefined,
    memo: new Map(),
    charge: () => {},
  }
  const scopes = { items: [data], kinds: [], positions: [], lengths: [] }
  const value = compileExpression(expression, ALL_FILTERS).evaluate(scopes, run)
  if (isDecimal(value)) return plainDecimal(value)
  return toText(value) ?? JSON.stringify(value)
}

const cell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** Objects are shown by their names, groups by their keys. */
function shown(text: string): string {
  if (text.startsWith('{"name"')) return (JSON.parse(text) as { name: string }).name
  if (!/^\[\{"(?:name|key)"/.test(text)) return text
  const list = JSON.parse(text) as Array<{ name?: string; key?: string; items?: unknown[] }>
  return list
    .map(({ name, key, items }) =>
      items ? `${key}: ${shown(JSON.stringify(items))}` : (name ?? key),
    )
    .join(items(list) ? '; ' : ', ')
}

const items = (list: ReadonlyArray<{ items?: unknown[] }>): boolean =>
  list.some((one) => one.items !== undefined)

const argumentsOf = ({ args: [least, most] }: FilterSpec, locale: Locale): string => {
  if (most === 0) return phrase(locale, 'none')
  return least === most ? String(least) : `${least} ${phrase(locale, 'to')} ${most}`
}

/** One text where the languages agree, else each with its name. */
function results(use: string, data: JsonObject): string {
  const outputs = LOCALES.map((locale) => cell(shown(outputOf(use, data, locale))))
  if (new Set(outputs).size === 1) return outputs[0]!
  return outputs.map((output, index) => `${LOCALES[index]}: ${output}`).join('<br>')
}

function useRows(name: string, locale: Locale): string[] {
  const spec = specOf(name)
  const { data, more = [] } = FILTER_NOTES[name]!
  return [spec.example, ...more].map((use, index) => {
    const lead = index === 0 ? [leadOf(name, locale), kinds(spec, locale)] : ['', '']
    return `| ${[...lead, code(`{${use}}`), results(use, data)].join(' | ')} |`
  })
}

const leadOf = (name: string, locale: Locale): string =>
  `**${code(name)}** ${filterDoes(locale, name, FILTER_NOTES[name]!.does)}`

/** What goes in and what comes out, on one line. */
const kinds = ({ takes, gives }: FilterSpec, locale: Locale): string =>
  `${phrase(locale, takes)}\u00a0→\u00a0${phrase(locale, gives)}`

/** The head of a table. */
const head = (locale: Locale, ...columns: string[]): string[] => [
  `| ${columns.map((column) => phrase(locale, column)).join(' | ')} |`,
  `|${' --- |'.repeat(columns.length)}`,
]

/** The data of a group's filters, told once. */
function dataLine(names: readonly string[]): string {
  const members = Object.assign({}, ...names.map((name) => FILTER_NOTES[name]!.data)) as JsonObject
  const { items: list, ...others } = members
  const lines = [
    ...(Array.isArray(list) ? list.map((item) => `    ${JSON.stringify(item)}`) : []),
  ].join(',\n')
  const rest = Object.entries(others).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const all = [...rest, ...(lines === '' ? [] : [`  "items": [\n${lines}\n  ]`])]
  return `\`\`\`json\n{\n${all.join(',\n')}\n}\n\`\`\``
}

function plainTable(names: readonly string[], locale: Locale): string[] {
  return [
    phrase(locale, 'With these data:'),
    '',
    dataLine(names),
    '',
    ...head(locale, 'filter', 'from → to', 'written', 'gives'),
    ...names.flatMap((name) => useRows(name, locale)),
  ]
}

function richTable(names: readonly string[], locale: Locale): string[] {
  return [
    ...head(locale, 'filter', 'from → to', 'arguments', 'written'),
    ...names.map((name) => {
      const spec = specOf(name)
      return `| ${leadOf(name, locale)} | ${kinds(spec, locale)} | ${argumentsOf(spec, locale)} | ${code(`{${spec.example}}`)} |`
    }),
  ]
}

function specOf(name: string): FilterSpec {
  const spec = ALL_FILTERS.get(name)
  if (spec === undefined) throw new Error(`there is no filter ${name}`)
  return spec
}

/** A table for each group of filters. */
export function filterTables(locale: Locale): string {
  const names = Object.keys(FILTER_NOTES)
  return Object.entries(FILTER_GROUPS)
    .map(([group, title]) => {
      const members = names.filter((name) => FILTER_NOTES[name]!.group === group)
      const table = group === 'rich' ? richTable(members, locale) : plainTable(members, locale)
      return [`### ${phrase(locale, title)}`, '', ...table].join('\n')
    })
    .join('\n\n')
}

/** Letters of date patterns with what they give. */
export function patternTable(locale: Locale): string {
  const day = '2026-03-05T09:07:00'
  const patterns = [
    'dd/MM/yyyy',
    'd.M.yy',
    'd MMMM yyyy',
    'EEEE d MMM',
    'MMMM yyyy',
    'HH:mm',
    'h:mm a',
    "'week' w",
    "'Q'Q yyyy",
  ]
  return [
    `| ${phrase(locale, 'pattern')} | ${LOCALES.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...patterns.map(
      (pattern) =>
        `| ${code(pattern)} | ${LOCALES.map((locale) => outputOf(`day | date:"${pattern}"`, { day }, locale)).join(' | ')} |`,
    ),
  ].join('\n')
}
