/**
 * What the scripts of a field ask for, as far as Acrobat writes them itself: formats of numbers and days, and ranges.
 * They are read, never run.
 */
import { PDFDict, type PDFObject, PDFRawStream } from 'pdf-lib'
import { nameOf, textOf } from '../form-fields.ts'
import type { PdfFile } from '../pdf-file.ts'
import { inheritedOf } from '../pdf-target.ts'
import { decodedStream } from '../stream-data.ts'
import { FieldSkipped } from './skipped-fields.ts'

/** What a field's scripts say of its value. The code that makes a field of it refuses values that do not fit. */
interface Scripted {
  type?: 'number' | 'date'
  min?: number
  max?: number
  /** The value in the file, as an order has it: `2026-11-24`, `1234.5`. */
  plain(value: string): string
}

const CALL = /^\s*(AF[A-Za-z_]{1,30})\s*\(([^()]{0,200})\)\s*;?\s*$/
const SCRIPT_MAX = 2_000
/** Keystroke, format and validation; anything else runs at moments that a signer's page does not have. */
const KNOWN_EVENTS: ReadonlySet<string> = new Set(['K', 'F', 'V'])
/** Days by their number in `AFDate_Format`, where they are of digits alone. */
const DAY_FORMATS = ['m/d', 'm/d/yy', 'mm/dd/yy', 'mm/yy', '', '', '', 'yy-mm-dd']
/** Texts that Acrobat formats while they are typed, such as a telephone number. */
const TEXT_FORMATS: ReadonlySet<string> = new Set(['AFSpecial_Format', 'AFSpecial_Keystroke'])
const unchanged = (value: string): string => value

/** Separators of thousands and decimals by Acrobat's number of the style. */
const THOUSANDS: ReadonlyArray<RegExp | undefined> = [/,/g, undefined, /\./g, undefined, /['’]/g]

function scriptIn(file: PdfFile, action: PDFObject | undefined): string {
  if (nameOf(file.get(action, 'S')) !== 'JavaScript') throw new FieldSkipped('script')
  const script = file.get(action, 'JS')
  if (script instanceof PDFRawStream) {
    if (script.contents.length > SCRIPT_MAX) throw new FieldSkipped('script')
    return decodedStream(script).toString('latin1')
  }
  const text = textOf(script) ?? ''
  return text.length > SCRIPT_MAX ? '' : text
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

function dayOf(pattern: string): Scripted {
  const words = pattern.toLowerCase()
  const whole = /^(?=.*y)(?=.*m)(?=.*d)[dmy]{1,4}[-./ ][dmy]{1,4}[-./ ][dmy]{1,4}$/.test(words)
  const isSpelt = /mmm|ddd/.test(words)
  // Of a day in words, only one that nobody has filled in yet can be said to be a day.
  if (!whole && !(isSpelt && /y/.test(words) && /d/.test(words) && !/h|tt/.test(words)))
    throw new FieldSkipped('script')
  return { type: 'date', plain: (value) => (isSpelt ? value : isoDay(value, words)) }
}

function isoDay(value: string, pattern: string): string {
  const order = pattern.split(/[-./ ]/).map((part) => part.charAt(0))
  const given = value.trim().split(/[-./ ]/)
  const part = (letter: string): string => given[order.indexOf(letter)] ?? ''
  const year = part('y').length === 2 ? `20${part('y')}` : part('y')
  const day = `${year}-${part('m').padStart(2, '0')}-${part('d').padStart(2, '0')}`
  return given.length === order.length ? day : value
}

function rangeOf(parts: readonly string[]): Partial<Scripted> {
  const [hasMin = '', min = '', hasMax = '', max = ''] = parts.map(unquoted)
  const bounds: Partial<Scripted> = {}
  if (hasMin === 'true' && Number.isFinite(Number(min))) bounds.min = Number(min)
  if (hasMax === 'true' && Number.isFinite(Number(max))) bounds.max = Number(max)
  return bounds
}

function callOf(script: string): Partial<Scripted> {
  const [, called = '', inside = ''] = CALL.exec(script) ?? []
  const parts = inside.split(',')
  const [first = ''] = parts
  if (called === 'AFNumber_Format' || called === 'AFNumber_Keystroke') {
    const thousands = THOUSANDS[Number((parts[1] ?? '').trim())]
    return { type: 'number', plain: (value) => value.replace(thousands ?? /(?!)/g, '') }
  }
  if (called === 'AFDate_FormatEx' || called === 'AFDate_KeystrokeEx')
    return dayOf(unquoted(inside))
  if (called === 'AFDate_Format' || called === 'AFDate_Keystroke')
    return dayOf(DAY_FORMATS[Number(first)] ?? '')
  if (called === 'AFRange_Validate') return rangeOf(parts)
  if (TEXT_FORMATS.has(called)) return {}
  throw new FieldSkipped('script')
}

/** Fields whose values the form works out (ISO 32000-2, table 224, CO). */
const isCalculated = (actions: PDFDict): boolean =>
  actions.keys().some((key) => nameOf(key) === 'C')

/**
 * Reads the scripts of a field.
 * @throws FieldSkipped for one that does something else than to format a value
 */
export function scriptedOf(file: PdfFile, dict: PDFDict, widgets: readonly PDFDict[]): Scripted {
  const found: Scripted = { plain: unchanged }
  if (widgets.some((widget) => file.get(widget, 'A') !== undefined))
    throw new FieldSkipped('script')
  const all = [inheritedOf(file, dict, 'AA'), ...widgets.map((widget) => file.get(widget, 'AA'))]
  const actions = all.filter((each) => each instanceof PDFDict)
  if (actions.some(isCalculated)) throw new FieldSkipped('calculated')
  for (const events of new Set(actions))
    for (const [key, action] of events.entries()) {
      if (!KNOWN_EVENTS.has(nameOf(key) ?? '')) throw new FieldSkipped('script')
      Object.assign(found, callOf(scriptIn(file, file.resolve(action))))
    }
  return found
}
