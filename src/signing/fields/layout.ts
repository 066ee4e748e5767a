/** The fields of a signer as the document is laid out with them. */

import type { Cover } from '../../pdf/covers.ts'
import { type Input, type InputPlace, isConditional, isLaidOut } from '../model/fields.ts'
import { fileOf } from '../model/files.ts'
import { type Filler, lookWith, placesOf } from './fill.ts'
import type { InputToLayOut } from './tasks.ts'

/** A value that the signer may change is not in the document before it is signed. */
function lookOf(input: Input, place: InputPlace, locale: Filler['locale']): InputToLayOut['look'] {
  const { type } = input
  const { option } = place
  const value = isLaidOut(input) ? input.value : undefined
  if (option !== undefined) return { type: 'checkbox', isOn: value === option, isRound: true }
  if (type === 'checkbox') return { type, isOn: value === true }
  return lookWith(type, input, place, value, locale)
}

const isIn = (file: number) => (place: InputPlace) => fileOf(place) === file

/** Everything that a signer fills in in a file, place by place. */
export const inputsToLayOut = (filler: Filler, file: number): InputToLayOut[] =>
  placesOf(filler)
    .filter(({ place }) => isIn(file)(place))
    .map((each) => toLayOut(each, filler))

const toLayOut = (
  { input, place, field }: ReturnType<typeof placesOf>[number],
  { locale }: Filler,
): InputToLayOut => ({
  field,
  page: place.page - 1,
  box: place.box,
  label: {
    text: place.option === undefined ? input.label : `${input.label}: ${place.option}`,
    language: locale,
  },
  exportName: input.name,
  // Of several options, one is enough.
  required: input.required && place.option === undefined && !isConditional(input),
  ...(isConditional(input) && { isConditional: true }),
  look: lookOf(input, place, locale),
  options: input.options ?? [],
})

/** The tags on the pages of a file in whose place the fields are. */
export const coversOf = ({ inputs }: Pick<Filler, 'inputs'>, file: number): Cover[] =>
  inputs.flatMap(({ places }) =>
    places
      .filter(isIn(file))
      .flatMap(({ page, cover }) => (cover === undefined ? [] : [{ page: page - 1, box: cover }])),
  )

/** Full names of the fields of a file's form in whose place there are fields now. */
export const formFieldsOf = ({ inputs }: Pick<Filler, 'inputs'>, file: number): string[] =>
  inputs.flatMap(({ form_field: name, places }) =>
    name !== undefined && places.some(isIn(file)) ? [name] : [],
  )
