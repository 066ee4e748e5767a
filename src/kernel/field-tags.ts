/**
 * Tags for fields that signers fill in, in templates and in the text of PDFs:
 * `{field:client:start;type=date;label=First day;required=no}`, and as DocuSeal writes them,
 * `{{First day;role=client;type=date;required=false}}`.
 */

import FIELD_TAG_KEYS from './field-tag-keys.json' with { type: 'json' }
import {
  type ConditionOperator,
  INPUT_LIMITS,
  INPUT_TYPES,
  type InputType,
  inputSize,
  valueKind,
} from './field-types.ts'
import { omitUndefined } from './type-guards.ts'

/** What a tag says of its field; the members have the names that they have in an order. */
export interface TaggedMembers {
  type: InputType
  name: string
  label?: string
  required?: boolean
  value?: string | boolean
  read_only?: boolean
  options?: string[]
  min?: number | string
  max?: number | string
  max_length?: number
  formula?: string
  visible_if?: {
    conditions: Array<{ field: string; operator: ConditionOperator; value?: string | number }>
  }
}

/** A tag. */
export interface FieldTag {
  /** Role, or `signer1`. */
  signer: string
  members: TaggedMembers
  /** Points. */
  width: number
  height: number
  /** The tag gives the width. */
  isWide: boolean
  /** It says nothing but whose field it is and its name: another place of a field that another tag describes. */
  isRepeat: boolean
}

/** What can be wrong with a tag; the catalogues word it (`details.tagFaults`). */
type TagFault =
  | 'answer'
  | 'form'
  | 'label'
  | 'length'
  | 'name'
  | 'noSetting'
  | 'noValue'
  | 'optionLength'
  | 'optionsMany'
  | 'optionsMissing'
  | 'settingUnknown'
  | 'signer'
  | 'twice'
  | 'type'
  | 'whole'

/** What is wrong with a tag, and what its text is about. */
export class FieldTagError extends Error {
  readonly fault: TagFault
  readonly values: Readonly<Record<string, string | number>>

  constructor(fault: TagFault, values: Readonly<Record<string, string | number>> = {}) {
    super(fault)
    this.fault = fault
    this.values = values
  }
}

const SIGNER = /^[\p{L}\p{N}_.@ -]{1,64}$/u
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .-]*$/u
const LENGTH = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(pt|px|mm|cm|in|)$/i
/** Points in one of each unit that a tag may name. */
export const UNIT_POINTS: Readonly<Record<string, number>> = {
  '': 1,
  pt: 1,
  px: 0.75,
  mm: 72 / 25.4,
  cm: 72 / 2.54,
  in: 72,
}
const LENGTH_MAX = 2_000
const TRUE: ReadonlySet<string> = new Set(['yes', 'true', '1', 'oui', 'x'])
const FALSE: ReadonlySet<string> = new Set(['no', 'false', '0', 'non'])

/** Keys as other tools write them, too. */
const KEYS = FIELD_TAG_KEYS as Readonly<
  Record<string, keyof TaggedMembers | 'signer' | 'width' | 'height'>
>
const SHOWN = [...new Set(Object.values(KEYS))].map((key) => (key === 'signer' ? 'role' : key))

function fail(...fault: ConstructorParameters<typeof FieldTagError>): never {
  throw new FieldTagError(...fault)
}

function yesOrNo(key: string, text: string): boolean {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  return fail('answer', { text, key })
}

function lengthIn(key: string, text: string): number {
  const [, amount = '', unit = ''] = LENGTH.exec(text) ?? []
  const points = Number(amount.replace(',', '.')) * (UNIT_POINTS[unit.toLowerCase()] ?? 0)
  if (amount !== '' && points > 0 && points <= LENGTH_MAX) return Math.round(points * 100) / 100
  return fail('length', { text, key })
}

function optionsIn(text: string): string[] {
  const options = text.split(',').map((option) => option.trim())
  if (options.some((option) => option === '' || option.length > INPUT_LIMITS.option))
    fail('optionLength', { max: INPUT_LIMITS.option })
  if (options.length > INPUT_LIMITS.options)
    fail('optionsMany', { count: options.length, max: INPUT_LIMITS.options })
  return options
}

function whole(key: string, text: string, max: number): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= max ? count : fail('whole', { text, key, max })
}

const NUMERIC = /^-?\d{1,15}(?:\.\d{1,10})?$/
/** A bound: a number, or a day, which is checked against the type later. */
const boundIn = (text: string): number | string =>
  NUMERIC.test(text) ? Number(text) : text.slice(0, 10)

/** A condition in a tag. */
function conditionIn(text: string): TaggedMembers['visible_if'] {
  const [, negation = '', field = '', value] =
    /^(!?)\s*([^=]{1,64}?)\s*(?:=\s*(.+))?$/.exec(text) ?? []
  if (!NAME.test(field)) fail('name', { text })
  if (value === undefined)
    return { conditions: [{ field, operator: negation === '' ? 'filled' : 'empty' }] }
  const operator = negation === '' ? 'equals' : 'not_equals'
  return { conditions: [{ field, operator, value: NUMERIC.test(value) ? Number(value) : value }] }
}

/** The pairs of a tag by their keys. */
function pairsIn(parts: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const part of parts) {
    if (part.trim() === '') continue
    const [, written = '', value = ''] = /^\s*([a-z_ -]{1,20}?)\s*=\s*(.*?)\s*$/is.exec(part) ?? []
    const name = written.toLowerCase().replaceAll(/[ -]/g, '_')
    const key = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined
    if (written === '') fail('noSetting', { text: part.trim() })
    if (key === undefined) fail('settingUnknown', { name: written, known: SHOWN.join(', ') })
    if (pairs.has(key)) fail('twice', { name: written })
    if (value === '') fail('noValue', { name: written })
    pairs.set(key, value)
  }
  return pairs
}

function typeIn(text: string | undefined): InputType {
  if (text === undefined) return 'text'
  const type = INPUT_TYPES.find((each) => each === text.toLowerCase())
  return type ?? fail('type', { text, known: INPUT_TYPES.join(', ') })
}

function membersOf(name: string, pairs: ReadonlyMap<string, string>): TaggedMembers {
  const type = typeIn(pairs.get('type'))
  const given = <Value>(key: string, read: (text: string) => Value): Value | undefined => {
    const text = pairs.get(key)
    return text === undefined ? undefined : read(text)
  }
  const members = omitUndefined<TaggedMembers>({
    type,
    name,
    label: given('label', (text) => text),
    required: given('required', (text) => yesOrNo('required', text)),
    value: given('value', (text) =>
      valueKind(type) === 'boolean' ? yesOrNo('value', text) : text,
    ),
    read_only: given('read_only', (text) => yesOrNo('read_only', text)),
    options: given('options', optionsIn),
    min: given('min', boundIn),
    max: given('max', boundIn),
    formula: given('formula', (text) => text),
    visible_if: given('visible_if', conditionIn),
    max_length: given('max_length', (text) => whole('max_length', text, INPUT_LIMITS.text)),
  })
  if ((members.label ?? '').length > INPUT_LIMITS.label) fail('label', { max: INPUT_LIMITS.label })
  if (valueKind(type) === 'option' && members.options === undefined)
    fail('optionsMissing', { type })
  return members
}

/** @param signer and @param name as written @param parts what follows, without the semicolons */
function tagOf(signer: string, name: string, parts: readonly string[]): FieldTag {
  const pairs = pairsIn(parts)
  const whose = (pairs.get('signer') ?? signer).trim()
  const called = (pairs.get('name') ?? name).trim()
  if (!SIGNER.test(whose)) fail('signer', { text: whose })
  if (!NAME.test(called) || called.length > INPUT_LIMITS.name) fail('name', { text: called })
  const members = membersOf(called, pairs)
  const usual = inputSize(members)
  const width = pairs.get('width')
  const height = pairs.get('height')
  const others = [...pairs.keys()].filter(
    (key) => !['signer', 'name', 'width', 'height'].includes(key),
  )
  return {
    signer: whose,
    members,
    width: width === undefined ? usual.width : lengthIn('width', width),
    height: height === undefined ? usual.height : lengthIn('height', height),
    isWide: width !== undefined,
    isRepeat: others.length === 0,
  }
}

/**
 * Parses what follows `field:` in a tag: `client:start;type=date`.
 * @throws FieldTagError
 */
export function parseFieldTag(text: string): FieldTag {
  const [head = '', ...parts] = text.split(';')
  const [signer = '', name, ...rest] = head.split(':')
  if (name === undefined || rest.length > 0) fail('form')
  return tagOf(signer, name, parts)
}

const OWN = /^\s*field\s*:/i
const DOCUSEAL = /;\s*(?:type|role)\s*=/i
const SIGNING_TYPE = /;\s*type\s*=\s*(?:signature|sign|sig)\s*(?:;|$)/i

/**
 * Parses the text between the braces of any tag; undefined for one that is not about such a field.
 * @throws FieldTagError
 */
export function fieldTagIn(inside: string): FieldTag | undefined {
  if (OWN.test(inside)) return parseFieldTag(inside.replace(OWN, ''))
  if (!DOCUSEAL.test(inside) || SIGNING_TYPE.test(inside)) return undefined
  const [name = '', ...parts] = inside.split(';')
  // Whose it is may be left out: then it is the first signer's.
  return name.includes('=') ? tagOf('signer1', '', [name, ...parts]) : tagOf('signer1', name, parts)
}
