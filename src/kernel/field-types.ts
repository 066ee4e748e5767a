/** Types of the fields that signers fill in, their limits and sizes: the same in templates, PDFs and orders. */

/** What a field that is filled in can be; a `signature` is none of them. */
export const INPUT_TYPES = [
  'text',
  'number',
  'date',
  'checkbox',
  'radio',
  'select',
  'initials',
  'company',
  'file',
] as const

/** One of {@link INPUT_TYPES}. */
export type InputType = (typeof INPUT_TYPES)[number]

/** Limits, each defined once. */
export const INPUT_LIMITS = {
  perSigner: 50,
  /** Of all signers of a request. */
  perRequest: 200,
  /** Places of all of them: an anchor may occur often. */
  placesPerRequest: 400,
  name: 64,
  label: 200,
  options: 30,
  option: 100,
  text: 1_000,
  /** Unless the sender sets another. */
  textDefault: 200,
  company: 100,
  initials: 10,
  /** Coordinates of drawn initials: they are kept in a row. */
  initialsNumbers: 4_000,
  /** Digits that a number keeps exactly. */
  digits: 15,
  /** Fields of type `file`. */
  filesPerSigner: 5,
  filesPerRequest: 20,
  /** Of one file. */
  fileBytes: 10_000_000,
  fileName: 100,
  /** Bytes of the values of a half-filled form. */
  keptBytes: 40_000,
  /** Of one rule. */
  conditions: 10,
  /** Characters. */
  formula: 500,
} as const

/** How a rule that shows a field compares the value of another. */
export const CONDITION_OPERATORS = [
  'equals',
  'not_equals',
  'filled',
  'empty',
  'checked',
  'unchecked',
  'one_of',
  'greater_than',
  'less_than',
] as const

/** One of {@link CONDITION_OPERATORS}. */
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** What the value of a field is. */
export type ValueKind = 'text' | 'number' | 'date' | 'boolean' | 'option' | 'file'

/** Members of an order that some types have and others do not. */
export type TypeMember = 'options' | 'min' | 'max' | 'max_length' | 'formula'

/** What a type is: everything that is not a matter of its drawing, its control on a page or its name. */
interface InputTraits {
  value: ValueKind
  members: readonly TypeMember[]
  /** Maximum number of characters that are typed, where the sender cannot set it. */
  length?: number
  /** Default and least size in points; of one option where each option has a row. */
  width: number
  height: number
  min: { width: number; height: number }
  /** All options are on the page, each in a row of its own. */
  hasRows?: true
}

const INPUT_TRAITS: Readonly<Record<InputType, InputTraits>> = {
  text: {
    value: 'text',
    members: ['max_length'],
    ...{ width: 180, height: 20, min: { width: 20, height: 8 } },
  },
  number: {
    value: 'number',
    members: ['min', 'max', 'formula'],
    ...{ width: 100, height: 20, min: { width: 20, height: 8 } },
  },
  date: {
    value: 'date',
    members: ['min', 'max', 'formula'],
    ...{ width: 110, height: 20, min: { width: 40, height: 8 } },
  },
  checkbox: {
    value: 'boolean',
    members: [],
    ...{ width: 14, height: 14, min: { width: 6, height: 6 } },
  },
  radio: {
    value: 'option',
    members: ['options'],
    hasRows: true,
    ...{ width: 180, height: 16, min: { width: 20, height: 8 } },
  },
  select: {
    value: 'option',
    members: ['options'],
    ...{ width: 180, height: 20, min: { width: 20, height: 8 } },
  },
  initials: {
    value: 'text',
    members: [],
    length: INPUT_LIMITS.initials,
    ...{ width: 60, height: 28, min: { width: 15, height: 8 } },
  },
  company: {
    value: 'text',
    members: [],
    length: INPUT_LIMITS.company,
    ...{ width: 180, height: 20, min: { width: 20, height: 8 } },
  },
  file: {
    value: 'file',
    members: [],
    // Name, size and SHA-256 of the file, in three lines.
    ...{ width: 180, height: 32, min: { width: 116, height: 20 } },
  },
}

/** What a type is. */
export const traitsOf = (type: InputType): InputTraits => INPUT_TRAITS[type]

/** What the value of a field is; undefined for a place to sign and for what is no type. */
export const valueKind = (type: string | undefined): ValueKind | undefined =>
  isInputType(type) ? INPUT_TRAITS[type].value : undefined

/** Whether a type is one that is filled in. */
export const isInputType = (type: string | undefined): type is InputType =>
  type !== undefined && Object.hasOwn(INPUT_TRAITS, type)

/** The types whose value is of a kind. */
export const typesWithValue = (...kinds: readonly ValueKind[]): InputType[] =>
  INPUT_TYPES.filter((type) => kinds.includes(INPUT_TRAITS[type].value))

/** Default and least size of one field. */
export function inputSize({
  type,
  options = [],
}: {
  type: InputType
  options?: readonly string[]
}) {
  const { width, height, min, hasRows } = INPUT_TRAITS[type]
  const rows = hasRows === true ? Math.max(1, options.length) : 1
  return {
    width,
    height: height * rows,
    min: { width: min.width, height: min.height * rows },
  }
}
