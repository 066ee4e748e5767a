/**
 * Which fields of a signer are there, and the values of those that are computed: the same on the signer's page, as they
 * type, and behind it, where it counts.
 */
import { type InputType, traitsOf } from '../../kernel/field-types.ts'
import type { InputRules, InputValue, InputValues } from '../model/fields.ts'
import { valueIn } from '../model/fields.ts'
import type { Condition, VisibleIf } from '../model/schemas/fields.ts'
import { compute, type FormulaFault } from './formula.ts'
import { type FieldRef, readFormula } from './formula-tree.ts'

/** A field with its rules. */
export type RuledInput = InputRules & { type: InputType }

/** A value of an earlier signer that rules refer to. */
export interface EarlierValue {
  signer: string
  name: string
  value: InputValue
}

/** What rules make of values. */
export interface Ruled {
  /** Names of fields that are not there. */
  hidden: ReadonlySet<string>
  /** Those of fields that are there, computed ones included. */
  values: InputValues
  /** Why a computed field that is there has no value. */
  faults: ReadonlyMap<string, FormulaFault>
}

const isFilled = (value: InputValue | undefined): boolean =>
  value !== undefined && value !== '' && value !== false

/** Whether a value is what a condition asks for; nothing is greater or less than an empty one. */
function holds({ operator, value: asked }: Condition, value: InputValue | undefined): boolean {
  switch (operator) {
    case 'filled':
    case 'checked':
      return isFilled(value)
    case 'empty':
    case 'unchecked':
      return !isFilled(value)
    case 'equals':
      return value === asked
    case 'not_equals':
      return value !== asked
    case 'one_of':
      return Array.isArray(asked) && asked.some((each) => each === value)
    case 'greater_than':
      return typeof value === typeof asked && value !== undefined && value > (asked as InputValue)
    case 'less_than':
      return typeof value === typeof asked && value !== undefined && value < (asked as InputValue)
  }
}

const isTrue = (
  { match, conditions }: VisibleIf,
  valueAt: (ref: FieldRef) => InputValue | undefined,
) =>
  match === 'any'
    ? conditions.some((each) => holds(each, valueAt(each)))
    : conditions.every((each) => holds(each, valueAt(each)))

/** Follows the rules of one signer's fields. */
class Following {
  readonly #fields: ReadonlyMap<string, RuledInput>
  readonly #given: InputValues
  readonly #earlier: readonly EarlierValue[]
  readonly #shown = new Map<string, boolean>()
  readonly #computed = new Map<string, InputValue | undefined>()
  readonly faults = new Map<string, FormulaFault>()

  constructor(inputs: readonly RuledInput[], given: InputValues, earlier: readonly EarlierValue[]) {
    this.#fields = new Map(inputs.map((input) => [input.name.toLowerCase(), input]))
    this.#given = given
    this.#earlier = earlier
  }

  isShown({ name, visible_if: rule }: RuledInput): boolean {
    const known = this.#shown.get(name)
    if (known !== undefined) return known
    // Orders with a circle are refused; should there be one all the same, it ends here.
    this.#shown.set(name, false)
    const shown = rule === undefined || isTrue(rule, (ref) => this.#valueAt(ref))
    this.#shown.set(name, shown)
    return shown
  }

  valueOf(input: RuledInput): InputValue | undefined {
    if (!this.isShown(input)) return undefined
    return input.formula === undefined
      ? valueIn(this.#given, input.name)
      : this.#result(input, input.formula)
  }

  #result({ name, type }: RuledInput, text: string): InputValue | undefined {
    if (this.#computed.has(name)) return this.#computed.get(name)
    this.#computed.set(name, undefined)
    const kind = traitsOf(type).value === 'date' ? 'date' : 'number'
    const { value, fault } = compute(readFormula(text), (ref) => this.#valueAt(ref), { kind })
    if (fault !== undefined) this.faults.set(name, fault)
    this.#computed.set(name, value)
    return value
  }

  #valueAt({ signer, field }: FieldRef): InputValue | undefined {
    const name = field.toLowerCase()
    if (signer !== undefined)
      return this.#earlier.find(
        (each) => each.signer === signer && each.name.toLowerCase() === name,
      )?.value
    const input = this.#fields.get(name)
    return input && this.valueOf(input)
  }
}

/**
 * What rules make of the values of a signer.
 * @param given as they are kept: numbers as numbers; absent: empty
 */
export function applyRules(
  inputs: readonly RuledInput[],
  given: InputValues,
  earlier: readonly EarlierValue[] = [],
): Ruled {
  const following = new Following(inputs, given, earlier)
  const hidden = new Set<string>()
  const values: Record<string, InputValue> = {}
  for (const input of inputs) {
    const value = following.valueOf(input)
    if (!following.isShown(input)) hidden.add(input.name)
    else if (value !== undefined) values[input.name] = value
  }
  return { hidden, values, faults: following.faults }
}

/** The fields that rules refer to. */
export const refsOf = ({ visible_if, formula }: Omit<InputRules, 'name'>): FieldRef[] => [
  ...(visible_if?.conditions ?? []),
  ...(formula === undefined ? [] : readFormula(formula).refs),
]
