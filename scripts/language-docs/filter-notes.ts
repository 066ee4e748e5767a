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
    'Writes a number with the separators of the language, with so many decimals (or from so many to so many); `"plain"` leaves out those of thousands.',
    { quantity: 1234.5 },
    ['quantity | number', 'quantity | number:0:3', 'quantity | number:2:2:"plain"'],
  ),
  currency: note('numbers', 'Writes an amount in a currency; decimals may be given.', { total }, [
    'total | currency:"USD"',
    'total | currency:"EUR":0',
  ]),
  percent: note('numbers', 'Writes a share as percent: 0.2 is 20 %.', { rate: 0.055 }, [
    'rate | percent',
  ]),
  round: note('numbers', 'Rounds to so many decimals, halves away from zero.', { total }),
  floor: note('numbers', 'Rounds down.', { total }),
  ceil: note('numbers', 'Rounds up.', { total }, ['total | ceil:1']),
  abs: note('numbers', 'Leaves out the minus sign.', { balance: -12.5 }),
  plural: note(
    'numbers',
    'Chooses a word by number, as the language does (in French, 0 is singular). Three words: for none, one, more.',
    { items: ['a', 'b'] },
    ['0 | plural:"no article":"article":"articles"', '1.5 | plural:"jour":"jours"'],
  ),
  words: note(
    'numbers',
    'Writes a number or an amount in words (French, English, German; EUR, USD, GBP, CHF, CAD).',
    { total },
    ['71 | words'],
  ),
  date: note(
    'dates',
    'Writes a day: `"short"` (usual), `"medium"`, `"long"`, `"full"`, or a pattern.',
    { issued: '2026-03-01' },
    ['issued | date', 'issued | date:"long"', 'issued | date:"full"'],
  ),
  time: note('dates', 'Writes the time of day.', { start: '14:05' }, ['start | time']),
  datetime: note('dates', 'Writes both.', { signed_at: '2026-07-01T22:30:00Z' }, [
    'signed_at | datetime:"long"',
  ]),
  upper: note('texts', 'Writes all in capitals.', { name }),
  lower: note('texts', 'Writes all in small letters.', { name }),
  capitalize: note('texts', 'Makes the first letter a capital.', { name }),
  title: note('texts', 'Makes the first letter of each word a capital.', { name }),
  trim: note('texts', 'Removes spaces at both ends.', { name }),
  replace: note('texts', 'Puts one text in place of another, everywhere.', { code: 'FR-75-001' }),
  truncate: note('texts', 'Shortens to so many characters, with … at the end.', {
    comment:
      'Please deliver to the back door, the bell of the front door does not work on rainy days.',
  }),
  groups: note('texts', 'Sets a long code in groups.', { iban: 'FR7630006000011234567890189' }, [
    '"823149752" | groups:3',
  ]),
  pad: note('texts', 'Fills up with zeros (or another sign) from the left.', { number: 42 }),
  split: note('texts', 'Makes a list out of a text.', { tags: 'new,sale' }, [
    'tags | split:"," | join:" / "',
  ]),
  json: note('texts', 'Writes a value as JSON; useful to see what arrived.', {
    items: [{ size: 1 }, 'b'],
  }),
  default: note('choices', 'Stands in for a value that is missing or empty.', { client: {} }),
  yesno: note(
    'choices',
    'Chooses between two words, "yes" and "no" unless given.',
    { paid: true },
    ['paid | yesno', 'unknown | yesno'],
  ),
  sum: note('lists', 'Adds up a member of the items, or a calculation for each.', { items }, [
    'items | sum:"amount" | currency:"EUR"',
    'items | sum:"amount * 1.2"',
  ]),
  avg: note('lists', 'The mean.', { items }, ['items | avg:"amount" | number:2']),
  min: note('lists', 'The least.', { items }),
  max: note('lists', 'The greatest.', { items }),
  count: note('lists', 'How many items; of a text, how many characters.', { items }),
  sort: note(
    'lists',
    'Puts in order, numbers by size, texts by the alphabet of the language.',
    { items },
    ['items | sort:"amount" | map:"name" | join'],
  ),
  group: note('lists', 'Makes groups, each with `key` and `items`.', { items }, [
    'items | group:"country" | map:"key" | join',
  ]),
  where: note('lists', 'Keeps the items for which something is true.', { items }, [
    'items | where:"amount":">":5 | map:"name" | join',
  ]),
  map: note('lists', 'Takes one member of each item.', { items }),
  unique: note('lists', 'Keeps the first of equal items.', { items }, [
    'items | map:"country" | unique | join',
  ]),
  reverse: note('lists', 'Turns the order round.', { items }, [
    'items | reverse | map:"name" | join',
  ]),
  limit: note('lists', 'At most so many items (from the start, or after so many).', { items }, [
    'items | limit:1:1 | map:"name" | join',
  ]),
  first: note('lists', 'The first item.', { items }),
  last: note('lists', 'The last item.', { items }),
  join: note('lists', 'Writes a list as text; a second text goes before the last item.', {
    tags,
  }),
  contains: note('lists', 'Whether a list holds a value, or a text another text.', {
    tags,
  }),
  size: note('rich', 'Sets width and height of a picture or code.', {}),
  fit: note('rich', 'How a picture fills a width and a height: `contain`, `cover`, `stretch`.', {}),
  alt: note('rich', 'What a screen reader says in place of the picture.', {}),
  qr: note('rich', 'Draws a QR code; `"L"`, `"M"`, `"Q"`, `"H"` sets the error correction.', {}),
  epcqr: note('rich', 'Draws the QR code of a SEPA payment.', {}),
  barcode: note('rich', 'Draws a barcode of a kind; `"notext"` hides the digits.', {}),
  html: note('rich', 'Inserts HTML as Word paragraphs, lists and tables.', {}),
  markdown: note('rich', 'Inserts Markdown in the same way.', {}),
  link: note('rich', 'Makes a hyperlink, with a text to show.', {}),
}
