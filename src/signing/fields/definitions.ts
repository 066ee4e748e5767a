/** The fields of an order that are to be filled in: checked, with their defaults. Places come later. */
import type { Finding } from '../../kernel/coded-error.ts'
import {
  INPUT_LIMITS,
  type InputType,
  isInputType,
  traitsOf,
  valueKind,
} from '../../kernel/field-types.ts'
import { type DetailName, findingAt, type Rest } from '../../translations/texts.ts'
import type { Input, InputRule, InputValue } from '../model/fields.ts'
import type { FieldMembers } from '../model/schemas/fields.ts'
import { FormulaError, readFormula } from './formula-tree.ts'
import { HIDDEN, isDay, readValue } from './values.ts'

/** A field without its places. */
export type InputDefinition = Omit<Input, 'places'>

type Members = FieldMembers

const SPECIAL = ['options', 'min', 'max', 'max_length', 'formula'] as const
/** Nobody but the signer gives a file. */
const GIVEN = ['value', 'read_only'] as const
const NOT_OF_ALL = [...SPECIAL, ...GIVEN] as const
const OF_INPUTS = ['label', 'required', 'visible_if', ...NOT_OF_ALL] as const

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

  addFinding<Name extends DetailName>(
    member: string,
    code: string,
    name: Name,
    ...rest: Rest<Name>
  ): void {
    this.findings.push(findingAt(`${this.#at}/${member}`, code, name, ...rest))
  }

  words(member: string, text: string): void {
    if (HIDDEN.test(text)) this.addFinding(member, 'field_hidden_characters', 'inputs.hidden')
    else if (MARKUP.test(text)) this.addFinding(member, 'field_markup', 'inputs.markup')
    else if (text.trim() === '') this.addFinding(member, 'field_blank', 'inputs.blank')
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
    if (!fits) check.addFinding(name, 'field_bound', 'inputs.bound', { isDay: isDate })
  }
  if (min !== undefined && typeof min === typeof max && max !== undefined && min > max)
    check.addFinding('max', 'field_bound', 'inputs.boundOrder')
}

function options(check: Check, { type, options: given = [] }: Members): void {
  if (valueKind(type) !== 'option') return
  if (given.length === 0)
    check.addFinding('options', 'field_options', 'inputs.options', { type: type ?? '' })
  given.forEach((option, index) => {
    check.words(`options/${index}`, option)
    if (option !== option.trim())
      check.addFinding(`options/${index}`, 'field_options', 'inputs.optionSpace')
    if (given.indexOf(option) < index)
      check.addFinding(`options/${index}`, 'field_options', 'inputs.optionTwice')
  })
}

/** The sender's value. Only one that cannot be changed must be all that the field asks for. */
function senderValue(check: Check, members: Members, rule: InputRule): InputValue | undefined {
  const { value, read_only: isFixed = false } = members
  if (value === undefined && !isFixed) return undefined
  const required = isFixed && (rule.required || valueKind(rule.type) !== 'boolean')
  const read = readValue({ ...rule, required }, value)
  if (read.finding === undefined) return read.value
  check.addFinding('value', read.finding, 'inputs.sender', { fault: read.finding })
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
  if (name === undefined) check.addFinding('name', 'required', 'inputs.nameMissing', { type })
  // The one name under which an object of JSON cannot hold a value.
  if (name === '__proto__') check.addFinding('name', 'pattern', 'inputs.nameProto')
  if (label !== '') check.words('label', label)
  for (const member of NOT_OF_ALL)
    if (members[member] !== undefined && !mayHave(type, member))
      check.addFinding(member, 'field_member', 'inputs.member', { type })
}

/** A formula that can be read; what it refers to is looked at once all fields are known. */
function formulaOf(check: Check, members: Members): Pick<Input, 'formula' | 'decimals'> {
  const { formula } = members
  if (formula === undefined) return {}
  for (const member of GIVEN)
    if (members[member] !== undefined)
      check.addFinding(member, 'field_member', 'inputs.computedMember')
  try {
    if (formula.length > INPUT_LIMITS.formula) throw new FormulaError(INPUT_LIMITS.formula)
    const { decimals } = readFormula(formula)
    return { formula, ...(decimals !== undefined && { decimals }) }
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    const rest = formula.slice(error.at, error.at + 20).trim() || 'none'
    check.addFinding('formula', 'formula_invalid', 'inputs.formula', { rest })
    return {}
  }
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
  const formula = formulaOf(check, members)
  const rule = ruleOf(members)
  const value = check.findings.length === 0 ? senderValue(check, members, rule) : undefined
  const input: InputDefinition = { ...rule, name, label, ...formula }
  if (members.visible_if !== undefined) input.visible_if = members.visible_if
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
        member === 'visible_if' ? 'inputs.signatureHidden' : 'inputs.signatureMember',
      )
  if ('pages' in members) check.addFinding('pages', 'field_member', 'inputs.signaturePages')
  return check.findings
}

const fileOf = ({ file_number: number = 1 }: Members): number => number

/** Whether a field is in one of so many files. */
function fileFindings(field: Members, at: string, among: number): Finding[] {
  const number = fileOf(field)
  if (number <= among) return []
  const facts = { number, count: among }
  return [findingAt(`${at}/file_number`, 'file_unknown', 'inputs.fileUnknown', facts)]
}

type Many = Rest<'inputs.tooMany'>[0]
type ManyOf = Many['what']

/** What is wrong with so many of something; nothing up to `max`. */
export const countFindings = (pointer: string, many: Many & Record<'count' | 'max', number>) =>
  many.count > many.max ? [findingAt(pointer, 'fields_too_many', 'inputs.tooMany', many)] : []

/** What is wrong with the fields of all signers, apart from their places. */
export function fieldFindings(
  signers: ReadonlyArray<{ fields?: readonly Members[] }>,
  { signatures, files: among }: { signatures: number; files: number },
): Finding[] {
  const findings: Finding[] = []
  let all = 0
  let allFiles = 0
  const atMost = (pointer: string, count: number, max: number, what: ManyOf): void => {
    findings.push(...countFindings(pointer, { count, max, what }))
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
        findings.push(findingAt(`${pointer}/name`, 'field_repeated', 'inputs.repeated'))
      names.add(name)
    })
    const inputs = fields.filter((field) => !isSignature(field)).length
    const files = fields.filter(({ type }) => type === 'file').length
    all += inputs
    allFiles += files
    for (const number of Array(among).keys()) {
      const own = fields.filter((field) => isSignature(field) && fileOf(field) === number + 1)
      atMost(at, own.length, signatures, among === 1 ? 'places' : 'placesFile')
    }
    atMost(at, inputs, INPUT_LIMITS.perSigner, 'inputs')
    atMost(at, files, INPUT_LIMITS.filesPerSigner, 'files')
  })
  atMost('/signers', all, INPUT_LIMITS.perRequest, 'inputs')
  atMost('/signers', allFiles, INPUT_LIMITS.filesPerRequest, 'files')
  return findings
}
