/** Whether a value will do for a field: the same rules in the sender's order, on the signer's page and behind it. */
import { INPUT_LIMITS, traitsOf } from '../../kernel/field-types.ts'
import type { InputRule, InputValue } from '../model/fields.ts'

/** What can be wrong with a value. */
export type ValueFinding =
  | 'value_missing'
  | 'value_unticked'
  | 'value_not_text'
  | 'value_hidden_characters'
  | 'value_too_long'
  | 'value_not_number'
  | 'value_not_date'
  | 'value_too_small'
  | 'value_too_large'
  | 'value_no_option'
  | 'value_other_file'

/** A value as it is kept, or what is wrong with it; neither: it is empty, and may be. */
export type ReadValue = { value?: InputValue; finding?: undefined } | { finding: ValueFinding }

/** Control characters, direction marks and invisible spaces: what is signed must be what is seen. */
export const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
const NUMBER = /^[-\u2212]?\d+(?:[.,]\d+)?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Most characters of a text that is typed. */
export const lengthMax = ({ type, max_length }: InputRule): number =>
  traitsOf(type).length ?? max_length ?? INPUT_LIMITS.textDefault

function numberOf(given: string | number): number | undefined {
  const text = String(given).replace(/[\s\u00a0\u202f]/g, '')
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  if (!NUMBER.test(text) || digits.length > INPUT_LIMITS.digits) return undefined
  return Number(text.replace(',', '.').replace('\u2212', '-'))
}

/** Whether a text is a day that exists, such as `2026-11-24`. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year > '0999' && at.toISOString().slice(0, 10) === text
}

/** Days compare as texts. */
function outside<Value extends number | string>(
  value: Value,
  { min, max }: InputRule,
): ValueFinding | undefined {
  if (typeof min === typeof value && value < (min as Value)) return 'value_too_small'
  return typeof max === typeof value && value > (max as Value) ? 'value_too_large' : undefined
}

function typed(text: string, rule: InputRule): ReadValue {
  if (HIDDEN.test(text)) return { finding: 'value_hidden_characters' }
  return [...text].length > lengthMax(rule) ? { finding: 'value_too_long' } : { value: text }
}

function ofType(text: string, rule: InputRule): ReadValue {
  switch (traitsOf(rule.type).value) {
    case 'number': {
      const value = numberOf(text)
      if (value === undefined) return { finding: 'value_not_number' }
      const finding = outside(value, rule)
      return finding === undefined ? { value } : { finding }
    }
    case 'date': {
      if (!isDay(text)) return { finding: 'value_not_date' }
      const finding = outside(text, rule)
      return finding === undefined ? { value: text } : { finding }
    }
    case 'option':
      return rule.options?.includes(text) ? { value: text } : { finding: 'value_no_option' }
    case 'boolean':
    case 'file':
    case 'text':
      return typed(text, rule)
  }
}

/** Reads a value that came from a person or a program. */
export function readValue(rule: InputRule, given: unknown): ReadValue {
  if (traitsOf(rule.type).value === 'boolean') {
    if (given !== undefined && typeof given !== 'boolean') return { finding: 'value_unticked' }
    return rule.required && given !== true
      ? { finding: 'value_unticked' }
      : { value: given === true }
  }
  if (given !== undefined && typeof given !== 'string' && typeof given !== 'number')
    return { finding: 'value_not_text' }
  const text = String(given ?? '').trim()
  if (text === '') return rule.required ? { finding: 'value_missing' } : {}
  return ofType(text, rule)
}
