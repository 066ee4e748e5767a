/** What the sender wrote about a field on the page, and what the API gets of it. The service checks it, not the page. */
import {
  type ConditionOperator,
  INPUT_LIMITS,
  inputSize,
  valueKind,
} from '../../../kernel/field-types.ts'
import type { FieldMembers, FieldType } from '../../../signing/model/schemas/fields.ts'
import { type Bounds, SIGNATURE } from './geometry.ts'

/** Another field of the same signer, and the value that it must have. */
export interface When {
  field: Sketch
  operator: ConditionOperator
  value: string
}

/** The properties of a field, as they were typed. */
export interface Sketch {
  type: FieldType
  label: string
  /** Empty: made from the label. */
  name: string
  /** One per line. */
  options: string
  min: string
  max: string
  max_length: string
  value: string
  /** Other pages with the same field. */
  pages: string
  /** Of a computed one; fields by their labels or names. */
  formula: string
  /** It is shown only if all of these hold, or one. */
  whens: readonly When[]
  when_match: 'all' | 'any'
  ticked: boolean
  required: boolean
  read_only: boolean
}

/** Columns of a list that identify a signer; no field may have one of these names. */
const TAKEN = ['email', 'first_name', 'last_name', 'phone', 'country', 'locale']
const NUMBER = /^[-\u2212]?\d+(?:[.,]\d+)?$/

/** A new field. */
export const newSketch = (type: FieldType, label: string, options: string): Sketch => ({
  type,
  label,
  name: '',
  options: valueKind(type) === 'option' ? options : '',
  ...{ min: '', max: '', max_length: '', value: '', pages: '', formula: '' },
  whens: [],
  when_match: 'all',
  ticked: false,
  required: true,
  read_only: false,
})

/** The options of a radio or select. */
export const optionsOf = ({ options }: Sketch): string[] =>
  options
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Size of a new field, and the least one that the service takes. */
export function boundsOf(sketch: Sketch): Bounds {
  const { type } = sketch
  return type === 'signature' ? SIGNATURE : inputSize({ type, options: optionsOf(sketch) })
}

/** A name that the service takes, from the words of a label. */
function nameFrom(label: string, fallback: string): string {
  const name = label
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^[_\p{M}]+/u, '')
  return (
    [...name]
      .slice(0, INPUT_LIMITS.name - 4)
      .join('')
      .replace(/_+$/, '') || fallback
  )
}

/** The names of one signer's values: those that were typed, and names of their own for the others. */
export function namesOf(sketches: readonly Sketch[]): string[] {
  const inputs = sketches.filter(({ type }) => type !== 'signature')
  const typed = inputs.map(({ name }) => name.trim().toLowerCase())
  const taken = new Set([...TAKEN, ...typed])
  return sketches.map(({ type, name, label }) => {
    if (type === 'signature' || name.trim() !== '') return name.trim()
    const base = nameFrom(label, type)
    let own = base
    for (let count = 2; taken.has(own); count += 1) own = `${base}_${count}`
    taken.add(own)
    return own
  })
}

/** A number; whatever else was typed stays, for the service to refuse. */
function numberOr(text: string): number | string {
  return NUMBER.test(text) ? Number(text.replace(',', '.').replace('\u2212', '-')) : text
}

/** Operators that compare with nothing. */
export const VALUELESS: readonly ConditionOperator[] = ['filled', 'empty', 'checked', 'unchecked']

/** When the field is shown, if not always. */
function ruleOf({ whens, when_match: match }: Sketch, names: Names) {
  const conditions = whens.flatMap(({ field: other, operator, value: text }) => {
    const field = names.get(other)
    if (field === undefined) return []
    const list = text.split(',').map((each) => each.trim())
    const one = valueKind(other.type) === 'number' ? numberOr(text.trim()) : text.trim()
    const value = operator === 'one_of' ? list : one
    return [{ field, operator, ...(!VALUELESS.includes(operator) && { value }) }]
  })
  if (conditions.length === 0) return {}
  return { visible_if: { ...(conditions.length > 1 && { match }), conditions } }
}

/** A formula with the names of fields in the place of their labels. */
const formulaOf = ({ formula }: Sketch, names: Names): string =>
  formula.trim().replace(/\[([^\][]+)\]/g, (whole, text: string) => {
    const wanted = text.trim().toLowerCase()
    const [, name] = [...names].find(([{ label }]) => label.trim().toLowerCase() === wanted) ?? []
    return name === undefined ? whole : `[${name}]`
  })

/** The names of all fields of one signer. */
export type Names = ReadonlyMap<Sketch, string>

/** Where the field is, as the API takes it. */
export const pagesOf = ({ pages }: Sketch, page: number): { page: number } | { pages: string } => {
  const others = pages.replaceAll(/\s/g, '')
  if (others === '') return { page }
  return { pages: others.toLowerCase() === 'all' ? 'all' : `${page},${others}` }
}

/** What is filled in beforehand. */
function senderValue({ type, value, ticked, read_only: isFixed }: Sketch): FieldMembers {
  const fixed = isFixed && { read_only: true }
  if (valueKind(type) === 'boolean')
    return { ...((ticked || isFixed) && { value: ticked }), ...fixed }
  const text = value.trim()
  return { ...(text !== '' && { value: text }), ...fixed }
}

/** What the service has said of a field, and what the page would say of it unchanged. */
const before = new WeakMap<Sketch, { given: FieldMembers; as: string }>()

/** The fields of a signer that were saved: what this page does not show of them stays until they are changed. */
export function known(fields: readonly (readonly [Sketch, FieldMembers])[]): void {
  const sketches = fields.map(([sketch]) => sketch)
  const all = namesOf(sketches)
  const names = new Map(sketches.map((sketch, index) => [sketch, all[index] ?? '']))
  for (const [sketch, given] of fields)
    before.set(sketch, { given, as: JSON.stringify(writtenOf(sketch, names)) })
}

/** The members that are not of a place. */
const withoutPlace = ({ file_number: _, ...given }: FieldMembers): FieldMembers =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !PLACE.has(name)))
const PLACE = new Set(['page', 'pages', 'x', 'y', 'width', 'height', 'unit', 'origin'])

/** What the API gets of a field besides its place. */
export function membersOf(sketch: Sketch, names: Names): FieldMembers {
  const written = writtenOf(sketch, names)
  const saved = before.get(sketch)
  return saved?.as === JSON.stringify(written) ? withoutPlace(saved.given) : written
}

function writtenOf(sketch: Sketch, names: Names): FieldMembers {
  const { type } = sketch
  if (type === 'signature') return {}
  const name = names.get(sketch) ?? ''
  const members: FieldMembers = { type, name, required: sketch.required, ...ruleOf(sketch, names) }
  const label = sketch.label.trim()
  if (label !== '') members.label = label
  const kind = valueKind(type)
  if (kind === 'option') members.options = optionsOf(sketch)
  const [min, max, length] = [sketch.min.trim(), sketch.max.trim(), sketch.max_length.trim()]
  const bound = (text: string) => (kind === 'number' ? numberOr(text) : text)
  if (min !== '') members.min = bound(min)
  if (max !== '') members.max = bound(max)
  if (length !== '') members.max_length = Number(length)
  const formula = formulaOf(sketch, names)
  if (formula !== '' && (kind === 'number' || kind === 'date')) return { ...members, formula }
  return { ...members, ...senderValue(sketch) }
}
