/** What the reference says about each filter, with uses of it and data for them. */
import type { JsonObject } from '../../src/kernel/json.ts'

/** Headings of the tables, in order. */
export const FILTER_GROUPS = {
  numbers: 'Numbers',
  dates: 'Dates',
  texts: 'Texts',
  choices: 'Choices',
  lists: 'Lists',
  rich: 'Pictures, codes, links and formatted text',
} as const

/** One filter in the reference. */
export interface FilterNote {
  group: keyof typeof FILTER_GROUPS
  /** One plain sentence. */
  does: string
  /** Uses besides the one of the filter's own description. */
  more?: string[]
  data: JsonObject
}

const items = [
  { name: 'Lamp', country: 'FR', amount: 49.9, paid: true },
  { name: 'Bulb', country: 'DE', amount: 7.5, paid: false },
  { name: 'Hook', country: 'FR', amount: 3.2, paid: true },
]

const total = '1234.565'
const name = 'électre Weiß '
const tags = ['new', 'urgent', 'big']

const note = (
  group: FilterNote['group'],
  does: string,
  data: JsonObject,
  more: string[] = [],
): FilterNote => ({ group, does, data, more })

/** Every filter of the language; a test compares the names with those the engine knows. */
export const FILTER_NOTES: Readonly<Record<string, FilterNote>> = {
  number: note(
    'numbers',
    'Formats a number with the separators of the language and the given number of decimals (or a minimum and a maximum); `"plain"` omits the thousands separators.',
    { quantity: 1234.5 },
    ['quantity | number', 'quantity | number:0:3', 'quantity | number:2:2:"plain"'],
  ),
  currency: note(
    'numbers',
    'Formats an amount in a currency, optionally with a number of decimals.',
    { total },
    ['total | currency:"USD"', 'total | currency:"EUR":0'],
  ),
  percent: note('numbers', 'Formats a fraction as a percentage: 0.2 is 20 %.', { rate: 0.055 }, [
    'rate | percent',
  ]),
  round: note('numbers', 'Rounds to a number of decimals, halves away from zero.', { total }),
  floor: note('numbers', 'Rounds down.', { total }),
  ceil: note('numbers', 'Rounds up.', { total }, ['total | ceil:1']),
  abs: note('numbers', 'Removes the minus sign.', { balance: -12.5 }),
  plural: note(
    'numbers',
    'Chooses the singular or the plural by the rules of the language (in French, 0 is singular). With three words: for none, one, several.',
    { items: ['a', 'b'] },
    ['0 | plural:"no article":"article":"articles"', '1.5 | plural:"jour":"jours"'],
  ),
  words: note(
    'numbers',
    'Writes an amount in words (French, English, German; EUR, USD, GBP, CHF, CAD), and a number without a currency in Czech, Danish, Dutch, Finnish, Greek, Hungarian, Italian, Norwegian, Polish, Portuguese, Romanian, Spanish and Swedish too.',
    { total },
    ['71 | words'],
  ),
  date: note(
    'dates',
    'Formats a date: `"short"` (default), `"medium"`, `"long"`, `"full"`, or a pattern.',
    { issued: '2026-03-01' },
    ['issued | date', 'issued | date:"long"', 'issued | date:"full"'],
  ),
  time: note('dates', 'Formats the time of day.', { start: '14:05' }, ['start | time']),
  add: note(
    'dates',
    'The date so many days later; or `"minutes"`, `"hours"`, `"weeks"`, `"months"`, `"quarters"`, `"years"`.',
    { issued: '2026-01-31' },
    ['issued | add:1:"month" | date', 'issued | add:-1:"week" | date'],
  ),
  subtract: note('dates', 'The date so many units earlier.', { due: '2026-03-31' }),
  difference: note(
    'dates',
    'How many whole units lie between two dates; days if none is given.',
    {
      issued: '2026-03-31',
      due: '2026-05-15',
    },
    ['due | difference:issued:"months"', 'issued | difference:due'],
  ),
  start_of: note('dates', 'The first day of the `"week"`, `"month"`, `"quarter"` or `"year"`.', {
    issued: '2026-05-15',
  }),
  end_of: note('dates', 'The last day of the `"week"`, `"month"`, `"quarter"` or `"year"`.', {
    issued: '2026-02-10',
  }),
  datetime: note('dates', 'Formats date and time.', { signed_at: '2026-07-01T22:30:00Z' }, [
    'signed_at | datetime:"long"',
  ]),
  upper: note('texts', 'Converts to capital letters.', { name }),
  lower: note('texts', 'Converts to lower-case letters.', { name }),
  capitalize: note('texts', 'Capitalizes the first letter.', { name }),
  title: note('texts', 'Capitalizes the first letter of each word.', { name }),
  trim: note('texts', 'Removes spaces at both ends.', { name }),
  replace: note('texts', 'Replaces every occurrence of one text with another.', {
    code: 'FR-75-001',
  }),
  truncate: note('texts', 'Shortens to a number of characters, with … at the end.', {
    comment:
      'Please deliver to the back door, the bell of the front door does not work on rainy days.',
  }),
  substring: note(
    'texts',
    'The characters from one place to before another, counted from 0; from the end where negative.',
    { code: 'INV-2026-0042' },
    ['code | substring:4:8', 'code | substring:-4'],
  ),
  groups: note(
    'texts',
    'Splits a long code into groups.',
    { iban: 'FR7630006000011234567890189' },
    ['"823149752" | groups:3'],
  ),
  pad: note('texts', 'Pads with zeros (or another character) on the left.', { number: 42 }),
  split: note('texts', 'Splits a text into a list.', { tags: 'new,sale' }, [
    'tags | split:"," | join:" / "',
  ]),
  json: note('texts', 'Writes a value as JSON; useful to see what arrived.', {
    items: [{ size: 1 }, 'b'],
  }),
  default: note('choices', 'Replaces a value that is missing or empty.', { client: {} }),
  yesno: note(
    'choices',
    'Chooses between two words, "yes" and "no" unless given.',
    { paid: true },
    ['paid | yesno', 'unknown | yesno'],
  ),
  sum: note(
    'lists',
    'Adds up a member of the items, or the result of a calculation for each.',
    { items },
    ['items | sum:"amount" | currency:"EUR"', 'items | sum:"amount * 1.2"'],
  ),
  avg: note('lists', 'The mean.', { items }, ['items | avg:"amount" | number:2']),
  min: note('lists', 'The smallest value.', { items }),
  max: note('lists', 'The largest value.', { items }),
  count: note('lists', 'The number of items in a list, or of characters in a text.', { items }),
  sort: note(
    'lists',
    'Sorts: numbers by value, texts by the alphabet of the language.',
    { items },
    ['items | sort:"amount" | map:"name" | join'],
  ),
  group: note('lists', 'Groups the items; each group has a `key` and `items`.', { items }, [
    'items | group:"country" | map:"key" | join',
  ]),
  where: note('lists', 'Keeps only the items that meet a condition.', { items }, [
    'items | where:"amount":">":5 | map:"name" | join',
  ]),
  map: note('lists', 'Extracts one member of each item.', { items }),
  unique: note('lists', 'Keeps the first of equal items.', { items }, [
    'items | map:"country" | unique | join',
  ]),
  reverse: note('lists', 'Reverses the order.', { items }, ['items | reverse | map:"name" | join']),
  limit: note(
    'lists',
    'Limits the number of items (from the start, or after skipping some).',
    { items },
    ['items | limit:1:1 | map:"name" | join'],
  ),
  first: note('lists', 'The first item.', { items }),
  last: note('lists', 'The last item.', { items }),
  join: note('lists', 'Joins a list into a text; a second separator goes before the last item.', {
    tags,
  }),
  entries: note('lists', 'The members of an object as a list of `key` and `value`.', {
    prices: { lamp: 49.9, bulb: 7.5 },
  }),
  columns: note('lists', 'Repeats columns of a table, or leaves them out; see Columns from data.', {
    months: ['May', 'June'],
  }),
  contains: note('lists', 'Whether a list contains a value, or a text contains another text.', {
    tags,
  }),
  size: note('rich', 'Sets width and height of a picture or code.', {}),
  fit: note('rich', 'How a picture fills a width and a height: `contain`, `cover`, `stretch`.', {}),
  alt: note('rich', 'What a screen reader reads out instead of the picture.', {}),
  qr: note('rich', 'Draws a QR code; `"L"`, `"M"`, `"Q"`, `"H"` sets the error correction.', {}),
  epcqr: note('rich', 'Draws the QR code of a SEPA payment.', {}),
  barcode: note('rich', 'Draws a barcode of the given type; `"notext"` hides the digits.', {}),
  html: note('rich', 'Inserts HTML as Word paragraphs, lists and tables.', {}),
  markdown: note('rich', 'Inserts Markdown in the same way.', {}),
  link: note('rich', 'Makes a hyperlink, optionally with a text to show.', {}),
}
