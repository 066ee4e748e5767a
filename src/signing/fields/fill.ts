/** Filling in: the values of a signer, checked, and what becomes of them in the document. */
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { traitsOf, valueKind } from '../../kernel/field-types.ts'
import type { Language } from '../../kernel/languages.ts'
import { findingAt } from '../../translations/texts.ts'
import {
  type Input,
  type InputPlace,
  type InputValue,
  type InputValues,
  isConditional,
  isLaidOut,
  type Strokes,
  valueIn,
} from '../model/fields.ts'
import { fileOf } from '../model/files.ts'
import { inputName } from '../model/placement.ts'
import { fileText, type SignerFiles } from '../model/uploads.ts'
import { shownValue } from './display.ts'
import type { InputLook } from './draw.ts'
import { applyRules, type EarlierValue, type Ruled } from './rules.ts'
import type { FillInput } from './tasks.ts'
import { lengthMax, type ReadValue, readValue, type ValueFinding } from './values.ts'

type GivenFault =
  | ValueFinding
  | 'value_unknown'
  | 'value_read_only'
  | 'value_hidden'
  | 'value_differs'
  | 'value_division'
  | 'value_range'

/** What is wrong with a value, also for programs that sign on behalf of a person. */
const finding = (name: string, fault: GivenFault, input?: Input): Finding =>
  findingAt(`/values/${name}`, fault, 'inputs.given', {
    fault,
    isRequired: input?.required === true,
    length: input === undefined ? '' : lengthMax(input),
    min: input?.min ?? '',
    max: input?.max ?? '',
  })

/** What was uploaded for a field. A value is the hash of the file that the signer has seen there. */
function readFile(
  { name, required }: Input,
  given: InputValue | undefined,
  files: SignerFiles,
): ReadValue {
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  const sha256 = given === '' ? undefined : given
  if (sha256 !== undefined && sha256 !== file?.sha256) return { finding: 'value_other_file' }
  if (file !== undefined) return { value: fileText(file) }
  return required ? { finding: 'value_missing' } : {}
}

function readInput(input: Input, given: InputValues, files: SignerFiles): ReadValue {
  const isGiven = Object.hasOwn(given, input.name) && input.read_only !== true
  const value = isGiven ? given[input.name] : input.value
  return valueKind(input.type) === 'file' ? readFile(input, value, files) : readValue(input, value)
}

/** What a signer filled in: checked, by the names of the fields. */
export interface Filled {
  values: InputValues
  /** The initials as they were drawn. */
  initials?: Strokes
  /** Names of fields that a rule hid. */
  hidden?: readonly string[]
}

/** Whether something was given for a field that is not there; the sender's own value says nothing. */
const isGivenAnyway = ({ name, type, value }: Input, given: InputValues): boolean => {
  const own = valueIn(given, name)
  const isEmpty = own === undefined || own === '' || own === false
  return !isEmpty && own !== value && valueKind(type) !== 'file'
}

/** The value of a computed field, which its signer has seen. */
function readComputed(
  input: Input,
  { values, faults }: Ruled,
  given: InputValues,
): { value?: InputValue; finding?: GivenFault | undefined } {
  const { name, required } = input
  const fault = faults.get(name)
  const value = valueIn(values, name)
  if (fault === 'division' || fault === 'range')
    return required ? { finding: `value_${fault}` } : {}
  const seen = valueIn(given, name)
  if (seen !== undefined && String(seen) !== String(value ?? ''))
    return { finding: 'value_differs' }
  return readValue(input, value)
}

/** Values of fields that are none of the signer's, or not theirs to change. */
function strangeValues(inputs: readonly Input[], given: InputValues): Finding[] {
  const known = new Map(inputs.map((input) => [input.name, input]))
  return Object.keys(given).flatMap((name) => {
    const input = known.get(name)
    if (input === undefined) return [finding(name, 'value_unknown')]
    const isFixed = input.read_only === true && given[name] !== input.value
    return isFixed ? [finding(name, 'value_read_only')] : []
  })
}

/**
 * The values of all fields of a signer, with the sender's where they cannot be changed, with what was uploaded, and with
 * what rules make of them.
 * @throws AppError `validation_failed` listing every fault
 */
export function checkedValues(
  { inputs, earlier }: { inputs: readonly Input[]; earlier?: readonly EarlierValue[] },
  given: InputValues,
  files: SignerFiles = {},
): Filled {
  const findings = strangeValues(inputs, given)
  const values: Record<string, InputValue> = {}
  const typed = new Map(
    inputs
      .filter(({ formula }) => formula === undefined)
      .map((input) => [input.name, readInput(input, given, files)]),
  )
  const raw = [...typed].flatMap(([name, read]) =>
    read.finding === undefined && read.value !== undefined ? [[name, read.value] as const] : [],
  )
  const ruled = applyRules(inputs, Object.fromEntries(raw), earlier)
  for (const input of inputs) {
    const { name } = input
    if (ruled.hidden.has(name)) {
      if (isGivenAnyway(input, given)) findings.push(finding(name, 'value_hidden', input))
      continue
    }
    const read = typed.get(name) ?? readComputed(input, ruled, given)
    if (read.finding !== undefined) findings.push(finding(name, read.finding, input))
    else if (read.value !== undefined) values[name] = read.value
  }
  throwIfInvalid(findings)
  return { values, ...(ruled.hidden.size > 0 && { hidden: [...ruled.hidden] }) }
}

/** The cells of a text of which each character has its own. */
const cellsOf = ({ comb, max_length }: Input): { cells?: number } =>
  comb === true && max_length !== undefined ? { cells: max_length } : {}

/** How a field looks in a place, with a value or without. @param type of the field, which is no box to tick */
export function lookWith(
  type: InputLook['type'],
  input: Input,
  { box }: InputPlace,
  value: InputValue | undefined,
  locale: Language,
): InputLook {
  const { name, options } = input
  const shown = shownValue(input, value, locale)
  return {
    type,
    name,
    size: { width: box.width, height: box.height },
    ...(traitsOf(type).hasRows === true && options !== undefined && { options }),
    ...(shown !== undefined && { value: shown }),
    ...cellsOf(input),
  }
}

/** Every place of a signer's fields with its name in the document: numbered over all files. */
export const placesOf = ({ request_id, position, inputs }: Filler) =>
  inputs
    .flatMap((input) => input.places.map((place) => ({ input, place })))
    .map((each, index) => ({ ...each, field: inputName(request_id, position, index + 1) }))

/**
 * What is written for a signer.
 * @param file its number; absent: all files
 */
export const fillInputs = (filler: Filler, filled: Partial<Filled>, file?: number): FillInput[] =>
  placesOf(filler).flatMap(({ input, place, field }) =>
    file === undefined || fileOf(place) === file
      ? [fillInput({ input, place, field, locale: filler.locale }, filled)]
      : [],
  )

function fillInput(
  { input, place, field, locale }: ReturnType<typeof placesOf>[number] & Pick<Filler, 'locale'>,
  { values = {}, hidden = [], initials }: Partial<Filled>,
): FillInput {
  const { option, box } = place
  const { name, type } = input
  const value = valueIn(values, name)
  const isThere = isConditional(input) && !hidden.includes(name)
  const isRows = type !== 'checkbox' && traitsOf(type).hasRows === true
  if (isLaidOut(input) || (value === undefined && !(isThere && isRows)))
    return { field, type: 'kept' }
  if (option !== undefined || type === 'checkbox') {
    const isOn = option === undefined ? value === true : value === option
    return { field, type: 'checkbox', isOn, ...(isThere && { unticked: box, isRound: isRows }) }
  }
  const look = lookWith(type, input, place, value, locale)
  return {
    ...{ field, ...look },
    ...(isThere && { isWhole: true }),
    ...(type === 'initials' && initials !== undefined && { strokes: initials }),
  }
}

/** A signer who fills something in. */
export interface Filler {
  request_id: string
  position: number
  inputs: readonly Input[]
  locale: Language
}
