/** The fields of a signer as the document is laid out with them. */

import type { Cover } from '../../pdf/covers.ts'
import { inputName } from '../documents/field-names.ts'
import { cellsOf, type Filler, placesOf } from './filling.ts'
import type { Input } from './input.ts'
import { shownValue } from './shown.ts'
import type { InputToLayOut } from './tasks.ts'

/** A value that the signer may change is not in the document before it is signed. */
function lookOf(
  input: Input,
  { box, option }: Input['places'][number],
  locale: Filler['locale'],
): InputToLayOut['look'] {
  const { type, name, options, read_only: isFixed } = input
  const value = isFixed === true ? input.value : undefined
  if (option !== undefined) return { type: 'checkbox', isOn: value === option, isRound: true }
  if (type === 'checkbox') return { type, isOn: value === true }
  const size = { width: box.width, height: box.height }
  const shown = shownValue(input, value, locale)
  return {
    type,
    name,
    size,
    ...(type === 'radio' && options !== undefined && { options }),
    ...(shown !== undefined && { value: shown }),
    ...cellsOf(input),
  }
}

/** Everything that a signer fills in, place by place. */
export const inputsToLayOut = ({ request_id, position, inputs, locale }: Filler): InputToLayOut[] =>
  placesOf(inputs).map(({ input, place }, index) => ({
    field: inputName(request_id, position, index + 1),
    page: place.page - 1,
    box: place.box,
    label: {
      text: place.option === undefined ? input.label : `${input.label}: ${place.option}`,
      language: locale,
    },
    exportName: input.name,
    // Of several options, one is enough.
    required: input.required && place.option === undefined,
    look: lookOf(input, place, locale),
    options: input.options ?? [],
  }))

/** The tags on the pages in whose place the fields are. */
export const coversOf = ({ inputs }: Pick<Filler, 'inputs'>): Cover[] =>
  inputs.flatMap(({ places }) =>
    places.flatMap(({ page, cover }) =>
      cover === undefined ? [] : [{ page: page - 1, box: cover }],
    ),
  )
