/** `words`: amounts in words, with the currency names of Europe and its neighbours. */
import currencies from './currency-names.json' with { type: 'json' }
import { type FilterContext, FilterError, type FilterGroup } from './filter-contract.ts'
import { needNumber, textArgument } from './filter-input.ts'
import { NUMBER_LANGUAGES, numberNamer } from './number-words.ts'

/** The names of currencies by language: of the unit and of its hundredth. */
const CURRENCIES: Readonly<Record<string, Readonly<Record<string, Names>>>> = currencies
type Names = Readonly<Record<'one' | 'many' | 'centOne' | 'centMany', string>>

/** What a language says between numbers and names. */
interface Joints {
  and: string
  minus: string
  point: string
  /** Below this count the name is singular: French says zéro euro. */
  pluralFrom: number
  /** A count with the name of what is counted. */
  counted(count: number, words: string, name: string): string
}
const JOINTS: Readonly<Record<string, Joints>> = {
  fr: {
    and: 'et',
    minus: 'moins',
    point: 'virgule',
    pluralFrom: 2,
    // `un million d’euros`, feminine pounds.
    counted: (count, words, name) => {
      if (count > 0 && count % 1_000_000 === 0)
        return `${words} ${/^[aeiou]/.test(name) ? 'd’' : 'de '}${name}`
      return `${name.startsWith('livre') ? words.replace(/\bun$/, 'une') : words} ${name}`
    },
  },
  en: {
    and: 'and',
    minus: 'minus',
    point: 'point',
    pluralFrom: 1,
    counted: (_, words, name) => `${words} ${name}`,
  },
  de: {
    and: 'und',
    minus: 'minus',
    point: 'Komma',
    pluralFrom: 1,
    // `ein Euro`
    counted: (_, words, name) => `${words.replace(/eins$/, 'ein')} ${name}`,
  },
}
const LIMIT = 1e15

function currencyNames(language: string, argument: unknown): Names {
  const code = textArgument(argument, '').toUpperCase()
  const known = CURRENCIES[language] ?? {}
  const names = Object.hasOwn(known, code) ? known[code] : undefined
  if (names !== undefined) return names
  throw new FilterError(`it knows the currencies ${Object.keys(known).join(', ')} by name`)
}

/** Decimal words digit by digit: 3.05 is "three point zero five". */
function fraction(digits: string, name: (value: number) => string, point: string): string {
  return digits === ''
    ? ''
    : ` ${point} ${[...digits].map((digit) => name(Number(digit))).join(' ')}`
}

function words(input: unknown, args: readonly unknown[], context: FilterContext): string {
  const language = context.locale.split('-')[0] ?? ''
  const [spell, joint] = [numberNamer(context.locale), JOINTS[language]]
  if (spell === undefined)
    throw new FilterError(`it writes ${NUMBER_LANGUAGES.join(', ')}, not this locale`)
  const number = needNumber(input)
  if (number.abs().gte(LIMIT))
    throw new FilterError('the number is too large to be written in words')
  if (joint === undefined) {
    if (args[0] === undefined) return spell(number.toFixed())
    throw new FilterError(
      `it writes amounts of money in ${Object.keys(JOINTS).join(', ')}; without a currency it writes this language too`,
    )
  }
  const name = (value: number): string => spell(String(value))
  const sign = number.lt(0) ? `${joint.minus} ` : ''
  if (args[0] === undefined) {
    const [whole = '0', rest = ''] = number.abs().toFixed().split('.')
    return sign + name(Number(whole)) + fraction(rest, name, joint.point)
  }
  const { one, many, centOne, centMany } = currencyNames(language, args[0])
  const [whole = '0', rest = '00'] = number.abs().toFixed(2).split('.')
  const [units, cents] = [Number(whole), Number(rest)]
  const isOne = (count: number): boolean => count === 1 || count < joint.pluralFrom - 1
  const unitText = joint.counted(units, name(units), isOne(units) ? one : many)
  const centText = joint.counted(cents, name(cents), isOne(cents) ? centOne : centMany)
  if (cents === 0) return sign + unitText
  return units === 0 ? sign + centText : `${sign}${unitText} ${joint.and} ${centText}`
}

/** Filters that write numbers in words. */
export const wordFilters: FilterGroup = {
  words,
}
