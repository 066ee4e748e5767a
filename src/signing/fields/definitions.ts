/** The fields of an order that are to be filled in: checked, with their defaults. Places come later. */
import type { Finding } from '../../kernel/coded-error.ts'
import {
  INPUT_LIMITS,
  type InputType,
  isInputType,
  traitsOf,
  valueKind,
} from '../../kernel/field-types.ts'
import type { Input, InputRule, InputValue } from '../model/fields.ts'
import type { FieldMembers } from '../model/schemas/fields.ts'
import { HIDDEN, isDay, readValue } from './values.ts'

/** A field without its places. */
export type InputDefinition = Omit<Input, 'places'>

type Members = FieldMembers

const SPECIAL = ['options', 'min', 'max', 'max_length'] as const
/** Nobody but the signer gives a file. */
const GIVEN = ['value', 'read_only'] as const
const NOT_OF_ALL = [...SPECIAL, ...GIVEN] as const
const OF_INPUTS = ['label', 'required', ...NOT_OF_ALL] as const

/** Whether fields of a type may have a member. */
export function mayHave(type: InputType, member: (typeof NOT_OF_ALL)[number]): boolean {
  const { value, members } = traitsOf(type)
  return GIVEN.some((each) => each === member)
    ? value !== 'file'
    : members.some((each) => each === member)
}
const MARKUP = /<\s*[/!?a-z]/i

/** Whether a field is where its signer signs. */
export const isSignature = ({ type }: Members): boolean => !isInputType(type)

/** Collects what is wrong with one field. */
class Check {
  readonly findings: Finding[] = []
  readonly #at: string

  constructor(at: string) {
    this.#at = at
  }

  addFinding(member: string, code: string, detail: string): void {
    const pointer = `${this.#at}/${member}`
    this.findings.push({ pointer, code, detail: `${pointer} ${detail}.` })
  }

  words(member: string, text: string): void {
    if (HIDDEN.test(text))
      this.addFinding(
        member,
        'field_hidden_characters',
        'contains invisible characters; remove them',
      )
    else if (MARKUP.test(text))
      this.addFinding(
        member,
        'field_markup',
        'contains HTML; write plain text, without < before a letter',
      )
    else if (text.trim() === '')
      this.addFinding(member, 'field_blank', 'is blank; write what is to be read')
  }
}

function bounds(check: Check, { type, min, max }: Members): void {
  const isDate = valueKind(type) === 'date'
  for (const [name, bound] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (bound === undefined) continue
    const fits = isDate ? typeof bound === 'string' && isDay(bound) : typeof bound === 'number'
    if (!fits)
      check.addFinding(
        name,
        'field_bound',
        `must be ${isDate ? 'a day such as 2026-11-24' : 'a number'}`,
      )
  }
  if (min !== undefined && typeof min === typeof max && max !== undefined && min > max)
    check.addFinding('max', 'field_bound', 'is less than min; exchange them')
}

function options(check: Check, { type, options: given = [] }: Members): void {
  if (valueKind(type) !== 'option') return
  if (given.length === 0)
    check.addFinding('options', 'field_options', `is required: a ${type} needs at least one option`)
  given.forEach((option, index) => {
    check.words(`options/${index}`, option)
    if (option !== option.trim())
      check.addFinding(
        `options/${index}`,
        'field_options',
        'begins or ends with a space; remove it',
      )
    if (given.indexOf(option) < index)
      check.addFinding(`options/${index}`, 'field_options', 'is there twice; remove one')
  })
}

/** Wording of what is wrong with the sender's own value. */
const VALUE_DETAILS: Readonly<Record<string, string>> = {
  value_missing: 'is required with read_only: nobody else can give it',
  value_unticked: 'must be true or false; a required box that is read-only must be true',
  value_not_text: 'must be a text',
  value_hidden_characters: 'contains invisible characters; remove them',
  value_too_long: 'is longer than the field takes; shorten it or raise max_length',
  value_not_number: 'is not a number of at most 15 digits',
  value_not_date: 'is not a day such as 2026-11-24',
  value_too_small: 'is less than min',
  value_too_large: 'is more than max',
  value_no_option: 'is none of the options',
}

/** The sender's value. Only one that cannot be changed must be all that the field asks for. */
function senderValue(check: Check, members: Members, rule: InputRule): InputValue | undefined {
  const { value, read_only: isFixed = false } = members
  if (value === undefined && !isFixed) return undefined
  const required = isFixed && (rule.required || valueKind(rule.type) !== 'boolean')
  const read = readValue({ ...rule, required }, value)
  if (read.finding === undefined) return read.value
  check.addFinding('value', read.finding, VALUE_DETAILS[read.finding] ?? 'does not fit')
  return undefined
}

function ruleOf({ type, required = true, ...members }: Members & { type: InputType }): InputRule {
  const rule: InputRule = { type, required }
  if (members.options !== undefined) rule.options = members.options
  if (members.min !== undefined) rule.min = members.min
  if (members.max !== undefined) rule.max = members.max
  if (members.max_length !== undefined) rule.max_length = members.max_length
  return rule
}

/** Whether the members fit the type, whatever they say. */
function checkMembers(check: Check, members: Members & { type: InputType }, label: string): void {
  const { type, name } = members
  if (name === undefined)
    check.addFinding(
      'name',
      'required',
      `is required: a field of type ${type} needs one for its value`,
    )
  // The one name under which an object of JSON cannot hold a value.
  if (name === '__proto__')
    check.addFinding('name', 'pattern', 'cannot be __proto__; choose another')
  if (label !== '') check.words('label', label)
  for (const member of NOT_OF_ALL)
    if (members[member] !== undefined && !mayHave(type, member))
      check.addFinding(member, 'field_member', `is not for fields of type ${type}; leave it out`)
}

/** A field to be filled in. @param at pointer of the field */
export function inputOf(
  members: Members & { type: InputType },
  at: string,
): { input: InputDefinition; findings: readonly Finding[] } {
  const check = new Check(at)
  const { name = '', label = name } = members
  checkMembers(check, members, label)
  bounds(check, members)
  options(check, members)
  const rule = ruleOf(members)
  const value = check.findings.length === 0 ? senderValue(check, members, rule) : undefined
  const input: InputDefinition = { ...rule, name, label }
  if (value !== undefined) input.value = value
  if (members.read_only === true) input.read_only = true
  return { input, findings: check.findings }
}

/** A field of an order that is filled in, or undefined for one that is signed in. */
export const definitionOf = (
  members: Members,
  at: string,
): ReturnType<typeof inputOf> | undefined =>
  isInputType(members.type) ? inputOf({ ...members, type: members.type }, at) : undefined

function signatureFindings(members: Members, at: string): Finding[] {
  const check = new Check(at)
  for (const member of OF_INPUTS)
    if (members[member] !== undefined)
      check.addFinding(
        member,
        'field_member',
        'is for fields that are filled in; give "type" or leave it out',
      )
  return check.findings
}

const fileOf = ({ file_number: number = 1 }: Members): number => number

/** Whether a field is in one of so many files. */
function fileFindings(field: Members, at: string, among: number): Finding[] {
  const number = fileOf(field)
  if (number <= among) return []
  const pointer = `${at}/file_number`
  const detail = `${pointer} is ${number}; the request has ${among} file(s).`
  return [{ pointer, code: 'file_unknown', detail }]
}

/** What is wrong with the fields of all signers, apart from their places. */
export function fieldFindings(
  signers: ReadonlyArray<{ fields?: readonly Members[] }>,
  { signatures, files: among }: { signatures: number; files: number },
): Finding[] {
  const findings: Finding[] = []
  let all = 0
  let allFiles = 0
  const atMost = (pointer: string, count: number, max: number, what: string): void => {
    if (count > max)
      findings.push({
        pointer,
        code: 'fields_too_many',
        detail: `${pointer} has ${count} ${what}; at most ${max} are possible.`,
      })
  }
  signers.forEach(({ fields = [] }, signer) => {
    const at = `/signers/${signer}/fields`
    const names = new Set<string>()
    fields.forEach((field, number) => {
      const pointer = `${at}/${number}`
      findings.push(...fileFindings(field, pointer, among))
      const read = definitionOf(field, pointer)
      findings.push(...(read?.findings ?? signatureFindings(field, pointer)))
      if (read === undefined || field.name === undefined) return
      const name = field.name.toLowerCase()
      if (names.has(name))
        findings.push({
          pointer: `${pointer}/name`,
          code: 'field_repeated',
          detail: `${pointer}/name is there twice for this signer; give each field a name of its own.`,
        })
      names.add(name)
    })
    const inputs = fields.filter((field) => !isSignature(field)).length
    const files = fields.filter(({ type }) => type === 'file').length
    all += inputs
    allFiles += files
    for (const number of Array(among).keys()) {
      const own = fields.filter((field) => isSignature(field) && fileOf(field) === number + 1)
      atMost(
        at,
        own.length,
        signatures,
        among === 1 ? 'places to sign' : 'places to sign in a file',
      )
    }
    atMost(at, inputs, INPUT_LIMITS.perSigner, 'fields to fill in')
    atMost(at, files, INPUT_LIMITS.filesPerSigner, 'fields of type file')
  })
  atMost('/signers', all, INPUT_LIMITS.perRequest, 'fields to fill in')
  atMost('/signers', allFiles, INPUT_LIMITS.filesPerRequest, 'fields of type file')
  return findings
}
