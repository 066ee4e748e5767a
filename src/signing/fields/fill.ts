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
  valueIn,
} from '../model/fields.ts'
import { fileOf } from '../model/files.ts'
import { inputName } from '../model/placement.ts'
import { fileText, type SignerFiles } from '../model/uploads.ts'
import { shownValue } from './display.ts'
import type { InputLook } from './draw.ts'
import type { FillInput } from './tasks.ts'
import { lengthMax, type ReadValue, readValue, type ValueFinding } from './values.ts'

/** What is wrong with a value, also for programs that sign on behalf of a person. */
const finding = (
  name: string,
  fault: ValueFinding | 'value_unknown' | 'value_read_only',
  input?: Input,
): Finding =>
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

/**
 * The values of all fields of a signer, with the sender's where they cannot be changed, and with what was uploaded.
 * @throws AppError `validation_failed` listing every fault
 */
export function checkedValues(
  inputs: readonly Input[],
  given: InputValues,
  files: SignerFiles = {},
): InputValues {
  const findings: Finding[] = []
  const values: Record<string, InputValue> = {}
  const known = new Map(inputs.map((input) => [input.name, input]))
  for (const name of Object.keys(given)) {
    const input = known.get(name)
    if (input === undefined) findings.push(finding(name, 'value_unknown'))
    else if (input.read_only === true && given[name] !== input.value)
      findings.push(finding(name, 'value_read_only'))
  }
  for (const input of inputs) {
    const { name } = input
    const read = readInput(input, given, files)
    if (read.finding !== undefined) findings.push(finding(name, read.finding, input))
    else if (read.value !== undefined) values[name] = read.value
  }
  throwIfInvalid(findings)
  return values
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
export const placesOf = ({
  request_id,
  position,
  inputs,
}: Filler): Array<{ input: Input; place: InputPlace; field: string }> =>
  inputs
    .flatMap((input) => input.places.map((place) => ({ input, place })))
    .map((each, index) => ({ ...each, field: inputName(request_id, position, index + 1) }))

/**
 * What is written for a signer.
 * @param file its number; absent: all files
 */
export const fillInputs = (filler: Filler, values: InputValues, file?: number): FillInput[] =>
  placesOf(filler).flatMap(({ input, place, field }) =>
    file === undefined || fileOf(place) === file
      ? [fillInput({ input, place, field, locale: filler.locale }, values)]
      : [],
  )

function fillInput(
  { input, place, field, locale }: ReturnType<typeof placesOf>[number] & Pick<Filler, 'locale'>,
  values: InputValues,
): FillInput {
  const { option } = place
  const { name, type, read_only: isFixed } = input
  const value = valueIn(values, name)
  if (isFixed === true || value === undefined) return { field, type: 'kept' }
  if (option !== undefined) return { field, type: 'checkbox', isOn: value === option }
  if (type === 'checkbox') return { field, type, isOn: value === true }
  return { field, ...lookWith(type, input, place, value, locale) }
}

/** A signer who fills something in. */
export interface Filler {
  request_id: string
  position: number
  inputs: readonly Input[]
  locale: Language
}
