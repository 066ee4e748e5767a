/** Whether the rules of an order's fields can be followed: checked once the fields of all signers are known. */
import type { Finding } from '../../kernel/coded-error.ts'
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  type InputType,
  typesWithValue,
  type ValueKind,
  valueKind,
} from '../../kernel/field-types.ts'
import { findingAt } from '../../translations/texts.ts'
import type { Input, InputValue } from '../model/fields.ts'
import type { Condition, VisibleIf } from '../model/schemas/fields.ts'
import { compute } from './formula.ts'
import { type FieldRef, readFormula, withSigners } from './formula-tree.ts'
import { refsOf } from './rules.ts'
import { isDay } from './values.ts'

/** A signer with their fields, wherever those come from. */
export interface RuledPerson {
  /** Under which others may refer to them, in lower case. */
  names: readonly string[]
  step: number
  /** Of the order: to find where a field was asked for. */
  asked: ReadonlyArray<{ name?: string | undefined }>
  inputs: readonly Input[]
  /** Whether those that were not asked for are the person's already, not the file's. */
  keeps?: boolean
}

/** Kinds of values that an operator compares; of the others it asks whether there is one. */
const COMPARED: Readonly<Partial<Record<ConditionOperator, readonly ValueKind[]>>> = {
  equals: ['text', 'number', 'date', 'option'],
  not_equals: ['text', 'number', 'date', 'option'],
  one_of: ['text', 'option'],
  greater_than: ['number', 'date'],
  less_than: ['number', 'date'],
  checked: ['boolean'],
  unchecked: ['boolean'],
}
const VALUELESS: readonly ConditionOperator[] = ['filled', 'empty', 'checked', 'unchecked']

const fits = (operator: ConditionOperator, kind: ValueKind): boolean =>
  COMPARED[operator]?.includes(kind) ?? true

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type Wanted = 'none' | 'list' | 'options' | 'number' | 'date' | 'text'

/** What must be given to compare with a value of a kind, and whether it is. */
const WANTED: Readonly<
  Partial<Record<ValueKind, [Wanted, (value: unknown, field: Input) => boolean]>>
> = {
  option: ['options', (value, { options }) => options?.some((each) => each === value) === true],
  number: ['number', (value) => typeof value === 'number'],
  date: ['date', (value) => typeof value === 'string' && isDay(value)],
}

function wantedValue({ operator, value }: Condition, field: Input): Wanted | undefined {
  if (VALUELESS.includes(operator)) return value === undefined ? undefined : 'none'
  if ((operator === 'one_of') !== Array.isArray(value))
    return operator === 'one_of' ? 'list' : 'text'
  const [wanted, isIt] = WANTED[valueKind(field.type) ?? 'text'] ?? ['text', isText]
  const given = Array.isArray(value) ? value : [value]
  return given.every((each) => isIt(each, field)) ? undefined : wanted
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** A value of a type, to see whether a formula can be evaluated at all. */
const SAMPLES: Readonly<Record<ValueKind, InputValue>> = {
  number: 1,
  date: '2026-01-01',
  boolean: true,
  text: 'text',
  option: 'text',
  file: 'text',
}

class Checking {
  readonly findings: Finding[] = []
  readonly #people: readonly RuledPerson[]
  readonly #called: (signer: string) => string

  constructor(people: readonly RuledPerson[], called: (signer: string) => string) {
    this.#people = people
    this.#called = called
  }

  all(): Finding[] {
    for (const [index, person] of this.#people.entries()) {
      for (const input of person.inputs) this.#field(index, person, input)
      this.#circles(index, person)
    }
    return this.findings
  }

  #at(index: number, { asked, keeps = false }: RuledPerson, { name }: Input): string {
    const number = asked.findIndex((each) => each.name !== undefined && sameName(each.name, name))
    const place = number < 0 ? name : number
    return number < 0 && !keeps ? '/file' : `/signers/${index}/fields/${place}`
  }

  #field(index: number, person: RuledPerson, input: Input): void {
    const at = this.#at(index, person, input)
    const { visible_if: rule, formula, type } = input
    for (const [number, condition] of (rule?.conditions ?? []).entries())
      this.#condition(`${at}/visible_if/conditions/${number}`, person, condition)
    if (formula !== undefined) this.#formula(`${at}/formula`, person, { formula, type })
  }

  #condition(at: string, person: RuledPerson, condition: Condition): void {
    const other = this.#found(`${at}/field`, person, condition)
    if (other === undefined) return
    const { operator } = condition
    const { name, type } = other
    const kind = valueKind(type)
    if (kind !== undefined && !fits(operator, kind)) {
      const operators = CONDITION_OPERATORS.filter((each) => fits(each, kind)).join(', ')
      const facts = { operator, name, type, operators }
      this.findings.push(findingAt(`${at}/operator`, 'rule_operator', 'inputs.ruleKind', facts))
      return
    }
    const wanted = wantedValue(condition, other)
    if (wanted !== undefined)
      this.findings.push(
        findingAt(`${at}/value`, 'rule_value', 'inputs.ruleValue', { kind: wanted, name }),
      )
  }

  #formula(
    at: string,
    person: RuledPerson,
    { formula, type }: { formula: string; type: InputType },
  ) {
    const read = readFormula(formula)
    const fields = read.refs.map((ref) => this.#found(at, person, ref))
    if (fields.includes(undefined)) return
    const isDate = typesWithValue('date').includes(type)
    const sample = (ref: FieldRef) => {
      const kind = valueKind(fields[read.refs.indexOf(ref)]?.type)
      return kind && SAMPLES[kind]
    }
    const how = { kind: isDate ? 'date' : 'number', all: true } as const
    if (compute(read, sample, how).fault !== 'kind') return
    this.findings.push(findingAt(at, 'formula_invalid', 'inputs.formulaKind', { isDay: isDate }))
  }

  /** The field that a rule refers to; what is wrong with it is noted. */
  #found(at: string, person: RuledPerson, { signer, field: name }: FieldRef): Input | undefined {
    const other =
      signer === undefined
        ? person
        : this.#people.find(({ names }) => names.includes(signer.toLowerCase()))
    const called = this.#called(signer ?? '')
    if (other === undefined) {
      this.findings.push(findingAt(at, 'rule_unknown', 'inputs.ruleSigner', { signer: called }))
      return undefined
    }
    const isOwn = other === person
    const found = other.inputs.find((each) => sameName(each.name, name))
    if (found === undefined) {
      const names = other.inputs.map((each) => each.name).join(', ') || 'none'
      const facts = { name, isOwn, signer: called, names }
      this.findings.push(findingAt(at, 'rule_unknown', 'inputs.ruleUnknown', facts))
    } else if (!isOwn && other.step >= person.step)
      this.findings.push(findingAt(at, 'rule_later', 'inputs.ruleLater', { name, signer: called }))
    return found
  }

  /** Each circle once. */
  #circles(index: number, person: RuledPerson): void {
    const known = new Set<Input>()
    const isOwn = ({ signer }: FieldRef) =>
      signer === undefined || person.names.includes(signer.toLowerCase())
    const follow = (input: Input, path: readonly Input[]): void => {
      const start = path.indexOf(input)
      if (start >= 0) {
        const names = [...path.slice(start), input].map((each) => each.name).join(' → ')
        const at = this.#at(index, person, input)
        const member = input.formula === undefined ? 'visible_if' : 'formula'
        this.findings.push(
          findingAt(`${at}/${member}`, 'rule_circle', 'inputs.ruleCircle', { path: names }),
        )
      }
      if (start >= 0 || known.has(input)) return
      known.add(input)
      for (const ref of refsOf(input).filter(isOwn)) {
        const next = person.inputs.find((each) => sameName(each.name, ref.field))
        if (next !== undefined) follow(next, [...path, input])
      }
    }
    for (const input of person.inputs) follow(input, [])
  }
}

/**
 * What is wrong with the rules of all signers' fields.
 * @param called what people call the signer whom a rule names by an id
 */
export const ruleFindings = (
  people: readonly RuledPerson[],
  called = (signer: string): string => signer,
): Finding[] => new Checking(people, called).all()

/** Rules with the ids of the signers in the place of their names in the order; own fields without one. */
export function withSignerIds(
  input: Input,
  idOf: (name: string) => string | undefined,
  ownId: string,
): Input {
  const { visible_if: rule, formula } = input
  const conditions = rule?.conditions.map(({ signer, ...rest }): Condition => {
    const id = signer === undefined ? undefined : idOf(signer.toLowerCase())
    return id === undefined || id === ownId ? rest : { ...rest, signer: id }
  })
  const named = formula && withSigners(formula, (name) => idOf(name.toLowerCase()), ownId)
  const shown: VisibleIf | undefined = rule && conditions && { ...rule, conditions }
  return {
    ...input,
    ...(shown !== undefined && { visible_if: shown }),
    ...(named !== undefined && { formula: named }),
  }
}
