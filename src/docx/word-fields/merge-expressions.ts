/** Writes the codes of MERGEFIELD and IF as expressions of the template language (ISO/IEC 29500-1, 17.16.5). */
import type { CodePiece, WordField } from './merge-field-walk.ts'

/** A field that has no counterpart here and stays as it is stored. */
export class UnknownField extends Error {
  override readonly name = 'UnknownField'
}

/** A text of the template language. */
export const quotedText = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const WORD = /\s*(?:"([^"]*)"|“([^”]*)”|([^\s"“]+))/y

/** The words of a code, those in quotation marks as one. */
function words(code: string): string[] {
  const found: string[] = []
  WORD.lastIndex = 0
  for (let match = WORD.exec(code); match !== null; match = WORD.exec(code)) {
    found.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return found
}

/** `MERGEFIELD First_Name \* Upper`: a name, and switches with their arguments. */
function mergeCode(code: string) {
  const spaced = code.replace(/\\([*@#bfBF])(?=\S)/g, '\\$1 ')
  const [, name = '', ...rest] = words(spaced)
  const switches: Array<readonly [sign: string, argument: string]> = []
  for (let at = 0; at < rest.length; at++) {
    const sign = rest[at] ?? ''
    if (/^\\[*@#bf]$/i.test(sign)) switches.push([sign.charAt(1).toLowerCase(), rest[++at] ?? ''])
  }
  return { name, switches }
}

/** A path whose first name is found whatever its letter case, as in Word. */
export const namePath = (name: string): string =>
  name
    .split('.')
    .map((part) => `[${quotedText(part)}]`)
    .join('')

const CASES: Readonly<Record<string, string>> = {
  upper: 'upper',
  lower: 'lower',
  firstcap: 'capitalize',
  caps: 'title',
  cardtext: 'words',
}
const DATE_LETTERS: Readonly<Record<string, string>> = { ddd: 'EEE', dddd: 'EEEE', 'am/pm': 'a' }

/** `dddd d MMMM yyyy h:mm am/pm`, Word's picture of a date (17.16.4.1), as a filter. */
function dateFilter(picture: string): string {
  const pattern = picture.replace(/'[^']*'|d+|am\/pm/gi, (piece) =>
    piece.startsWith("'") ? piece : (DATE_LETTERS[piece.toLowerCase()] ?? piece.toLowerCase()),
  )
  const kind = /[Hhs]|am\/pm/.test(picture.replace(/'[^']*'/g, '')) ? 'datetime' : 'date'
  return ` | ${kind}:${quotedText(pattern.replace(/[YD]/g, (letter) => letter.toLowerCase()))}`
}

interface NumberPicture {
  before: string
  after: string
  decimals: readonly [min: number, max: number]
  grouped: boolean
}

/** `# ##0,00 €`: text, digits with separators, text (17.16.4.2). */
function numberPicture(picture: string): NumberPicture | undefined {
  const match = /^([^#0]*)([#0](?:[#0., \u00a0\u202f']*[#0])?)(.*)$/s.exec(picture)
  if (match === null) return undefined
  const [, before = '', digits = '', after = ''] = match
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const tail = digits.slice(point + 1)
  // "#,##0" has groups of thousands, "0,00" and "0.000" have decimals.
  const isGroup =
    point < 0 || (tail.length === 3 && tail !== '000' && !/[.,]/.test(digits.slice(0, point)))
  const decimals = isGroup ? '' : tail
  const whole = isGroup ? digits : digits.slice(0, point)
  return {
    before: before.replaceAll("'", ''),
    after: after.replaceAll("'", ''),
    decimals: [decimals.replace(/[^0]/g, '').length, decimals.length],
    grouped: /[., \u00a0\u202f']/.test(whole),
  }
}

function numberText(value: string, picture: string): string {
  const read = numberPicture(picture)
  if (read === undefined) return quotedText(picture.replaceAll("'", ''))
  const { before, after, decimals, grouped } = read
  const format = ` | number:${decimals[0]}:${decimals[1]}${grouped ? '' : ':"plain"'}`
  const number = `(${value}${format})`
  const left = before === '' ? '' : `${quotedText(before)} + `
  const right = after === '' ? '' : ` + ${quotedText(after)}`
  return left === '' && right === '' ? `${value}${format}` : `${left}${number}${right}`
}

/** Positive, negative and zero have pictures of their own. */
function numberExpression(value: string, picture: string): string {
  const [plus = '', minus, zero] = picture.split(';')
  if (minus === undefined) return numberText(value, plus)
  const other = `${value} < 0 ? (${numberText(`(${value} | abs)`, minus)}) : (${numberText(value, plus)})`
  return zero === undefined ? other : `${value} == 0 ? (${numberText(value, zero)}) : (${other})`
}

/** A value as a switch formats it: letter case, date, number. */
function formatted(value: string, sign: string, argument: string): string {
  if (sign === '@') return `(${value}${dateFilter(argument)})`
  if (sign === '#') return `(${numberExpression(value, argument)})`
  const filter = CASES[argument.toLowerCase()]
  return filter === undefined ? value : `(${value} | ${filter})`
}

/** The expression of a merge field. @throws UnknownField where it names nothing */
export function mergeExpression(code: string): string {
  const { name, switches } = mergeCode(code)
  if (name === '') throw new UnknownField(code)
  const path = namePath(name)
  let value = path
  const around = { b: '', f: '' }
  for (const [sign, argument] of switches) {
    if (sign === 'b' || sign === 'f') around[sign] = argument
    else value = formatted(value, sign, argument)
  }
  if (around.b === '' && around.f === '') return value
  const text = `${quotedText(around.b)} + ${value} + ${quotedText(around.f)}`
  return `(${path} | default:"") == "" ? "" : ${text}`
}

/** The name of a merge field; undefined for another field. */
export function mergeFieldName(code: string): string | undefined {
  const [kind = '', name] = words(code)
  return kind.toUpperCase() === 'MERGEFIELD' ? name : undefined
}

/** The first word of a field's code, in capitals. */
export const fieldKind = ({ code }: WordField): string => {
  const [first] = code
  if (first === undefined || !('text' in first)) return ''
  return /^\s*([^\s"\\]+)/.exec(textOf(code))?.[1]?.toUpperCase() ?? ''
}

/** The text of a code; a nested field counts as one sign that no text has. */
export const textOf = (code: readonly CodePiece[]): string =>
  code.map((piece) => ('text' in piece ? piece.text : NESTED)).join('')

/** Stands for a nested field in the text of a code. */
export const NESTED = '\ufffc'
