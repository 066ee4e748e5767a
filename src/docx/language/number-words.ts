/** Numbers in words: French (1990 rectifications not applied: hyphens below hundred only), English, German. */

/** Spells whole numbers below 10^15 in one language. */
type NumberNamer = (value: number) => string

const FR_SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  )
const FR_TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', '', 'quatre-vingt']

/** Below a hundred; 70 to 79 and 90 to 99 continue from sixty and eighty. */
function frenchTens(value: number): string {
  if (value < 20) return FR_SMALL[value] ?? ''
  const ten = Math.floor(value / 10)
  const base = ten === 7 || ten === 9 ? ten - 1 : ten
  const rest = value - base * 10
  const head = FR_TENS[base] ?? ''
  if (rest === 0) return base === 8 ? `${head}s` : head
  if ((rest === 1 || rest === 11) && base !== 8) return `${head} et ${FR_SMALL[rest]}`
  return `${head}-${FR_SMALL[rest]}`
}

function frenchHundreds(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return frenchTens(rest)
  const head = hundreds === 1 ? 'cent' : `${FR_SMALL[hundreds]} cent`
  if (rest === 0) return hundreds > 1 ? `${head}s` : head
  return `${head} ${frenchTens(rest)}`
}

/** `vingt` and `cent` lose their s before `mille`, which is not a noun. */
const beforeMille = (text: string): string => text.replace(/(cent|vingt)s$/, '$1')

interface Scale {
  size: number
  one: string
  many: string
}

function byScales(
  value: number,
  scales: readonly Scale[],
  below: (value: number) => string,
  write: (count: number, scale: Scale) => string,
): string[] {
  const parts: string[] = []
  let rest = value
  for (const scale of scales) {
    const count = Math.floor(rest / scale.size)
    rest %= scale.size
    if (count > 0) parts.push(write(count, scale))
  }
  if (rest > 0 || parts.length === 0) parts.push(below(rest))
  return parts
}

const FR_SCALES: readonly Scale[] = [
  { size: 1e12, one: 'billion', many: 'billions' },
  { size: 1e9, one: 'milliard', many: 'milliards' },
  { size: 1e6, one: 'million', many: 'millions' },
  { size: 1000, one: 'mille', many: 'mille' },
]

const french: NumberNamer = (value) =>
  byScales(value, FR_SCALES, frenchHundreds, (count, scale) => {
    if (scale.size === 1000) {
      return count === 1 ? 'mille' : `${beforeMille(frenchHundreds(count))} mille`
    }
    return `${frenchHundreds(count)} ${count === 1 ? scale.one : scale.many}`
  }).join(' ')

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function englishTens(value: number): string {
  if (value < 20) return EN_SMALL[value] ?? ''
  const rest = value % 10
  return `${EN_TENS[Math.floor(value / 10)]}${rest === 0 ? '' : `-${EN_SMALL[rest]}`}`
}

function englishHundreds(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return englishTens(rest)
  return `${EN_SMALL[hundreds]} hundred${rest === 0 ? '' : ` and ${englishTens(rest)}`}`
}

const EN_SCALES: readonly Scale[] = ['trillion', 'billion', 'million', 'thousand'].map(
  (name, index) => ({ size: 1000 ** (4 - index), one: name, many: name }),
)

const english: NumberNamer = (value) => {
  const parts = byScales(
    value,
    EN_SCALES,
    englishHundreds,
    (count, scale) => `${englishHundreds(count)} ${scale.one}`,
  )
  const rest = value % 1000
  if (parts.length > 1 && rest > 0 && rest < 100) parts.splice(-1, 0, 'and')
  return parts.join(' ')
}

const DE_SMALL =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const DE_TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const deUnit = (value: number): string => (value === 1 ? 'ein' : (DE_SMALL[value] ?? ''))

function germanTens(value: number): string {
  if (value < 20) return DE_SMALL[value] ?? ''
  const rest = value % 10
  return `${rest === 0 ? '' : `${deUnit(rest)}und`}${DE_TENS[Math.floor(value / 10)]}`
}

function germanHundreds(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return germanTens(rest)
  return `${deUnit(hundreds)}hundert${rest === 0 ? '' : germanTens(rest)}`
}

const DE_SCALES: readonly Scale[] = [
  { size: 1e12, one: 'Billion', many: 'Billionen' },
  { size: 1e9, one: 'Milliarde', many: 'Milliarden' },
  { size: 1e6, one: 'Million', many: 'Millionen' },
]

function germanThousands(value: number): string {
  const thousands = Math.floor(value / 1000)
  const rest = value % 1000
  if (thousands === 0) return germanHundreds(rest)
  const head = germanHundreds(thousands).replace(/eins$/, 'ein')
  return `${head}tausend${rest === 0 ? '' : germanHundreds(rest)}`
}

const german: NumberNamer = (value) =>
  byScales(value, DE_SCALES, germanThousands, (count, scale) =>
    count === 1
      ? `eine ${scale.one}`
      : `${germanHundreds(count).replace(/eins$/, 'eine')} ${scale.many}`,
  ).join(' ')

/** The namers by language. */
export const NUMBER_NAMERS: ReadonlyMap<string, NumberNamer> = new Map([
  ['fr', french],
  ['en', english],
  ['de', german],
])
