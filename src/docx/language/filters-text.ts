/** Filters over texts, and the ones that choose between values. */
import { type FilterContext, FilterError, type FilterGroup } from './filter-contract.ts'
import { needText, textArgument, wholeArgument } from './filter-input.ts'
import { isMissing, isTruthy } from './values.ts'

/** Longest text a filter may produce, in UTF-16 units. */
const TEXT_MAX = 256 * 1024

const YES_NO: Record<string, readonly [string, string]> = {
  fr: ['oui', 'non'],
  en: ['yes', 'no'],
  de: ['ja', 'nein'],
  es: ['sí', 'no'],
  it: ['sì', 'no'],
  nl: ['ja', 'nee'],
  pt: ['sim', 'não'],
}

function yesNo(input: unknown, args: readonly unknown[], context: FilterContext): string {
  const language = context.locale.split('-')[0] ?? 'en'
  const words = (Object.hasOwn(YES_NO, language) ? YES_NO[language] : undefined) ?? ['yes', 'no']
  return isTruthy(input) ? textArgument(args[0], words[0]) : textArgument(args[1], words[1])
}

function capitalize(input: unknown, context: FilterContext): string {
  const text = needText(input)
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0)
  return text === '' ? '' : first.toLocaleUpperCase(context.locale) + text.slice(first.length)
}

/** Words begin after anything that is no letter, mark, digit or apostrophe. */
const titled = (input: unknown, { locale }: FilterContext): string =>
  needText(input).replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) =>
    letter.toLocaleUpperCase(locale),
  )

function replace(input: unknown, args: readonly unknown[]): string {
  const [text, search, substitute] = [
    needText(input),
    textArgument(args[0], ''),
    textArgument(args[1], ''),
  ]
  if (search === '') throw new FilterError('the text to look for must not be empty')
  const pieces = text.split(search)
  if (text.length + (pieces.length - 1) * substitute.length > TEXT_MAX) {
    throw new FilterError(`the result would be longer than ${TEXT_MAX} characters`)
  }
  return pieces.join(substitute)
}

function truncate(input: unknown, args: readonly unknown[]): string {
  const letters = [...needText(input)]
  const max = wholeArgument(args[0], [1, 10_000], 1)
  if (letters.length <= max) return letters.join('')
  const mark = textArgument(args[1], '…')
  return (
    letters
      .slice(0, Math.max(0, max - [...mark].length))
      .join('')
      .trimEnd() + mark
  )
}

/** Splits a long code into groups: an IBAN in fours, a SIREN in threes. */
function groups(input: unknown, args: readonly unknown[]): string {
  const letters = [...needText(input).replaceAll(/\s/g, '')]
  const size = wholeArgument(args[0], [1, 100], 4)
  const parts: string[] = []
  for (let at = 0; at < letters.length; at += size)
    parts.push(letters.slice(at, at + size).join(''))
  return parts.join(textArgument(args[1], '\u00a0'))
}

/** From one place to before another, counted from 0; from the end where negative. */
function substring(input: unknown, args: readonly unknown[]): string {
  const [from, to] = args.map((place) => wholeArgument(place, [-TEXT_MAX, TEXT_MAX], 0))
  return [...needText(input)].slice(from, to).join('')
}

function pad(input: unknown, args: readonly unknown[]): string {
  const width = wholeArgument(args[0], [1, 100], 1)
  return needText(input).padStart(width, textArgument(args[1], '0'))
}

function json(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => value) ?? ''
}

const search = (args: readonly unknown[]): void => {
  if (textArgument(args[0], '') === '')
    throw new FilterError('the text to look for must not be empty')
}

/** Filters over texts by name. */
export const textFilters: FilterGroup = {
  upper: (input, _args, context) => needText(input).toLocaleUpperCase(context.locale),
  lower: (input, _args, context) => needText(input).toLocaleLowerCase(context.locale),
  capitalize: (input, _args, context) => capitalize(input, context),
  title: (input, _args, context) => titled(input, context),
  trim: (input) => needText(input).trim(),
  replace: [replace, search],
  truncate: [truncate, (args) => wholeArgument(args[0], [1, 10_000], 1)],
  groups: [groups, (args) => wholeArgument(args[0], [1, 100], 4)],
  substring: [substring, (args) => substring('', args)],
  pad: [pad, (args) => wholeArgument(args[0], [1, 100], 1)],
  split: [
    (input, args) => {
      search(args)
      return needText(input).split(textArgument(args[0], ','))
    },
    search,
  ],
  default: (input, args) => (isMissing(input) || input === '' ? args[0] : input),
  yesno: yesNo,
  json,
}
