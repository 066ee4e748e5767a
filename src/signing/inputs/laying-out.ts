/** The fields of a signer as the document is laid out with them. */

import type { Cover } from '../../pdf/covers.ts'
import { inputName } from '../documents/field-names.ts'
import { type Filler, placesOf } from './filling.ts'
import type { Input } from './input.ts'
import { shownValue } from './shown.ts'
import type { InputToLayOut } from './tasks.ts'

/** A value that the signer may change is not in the document before it is signed. */
function lookOf(
  input: Input,
  size: { width: number; height: number },
  locale: Filler['locale'],
): InputToLayOut['look'] {
  const { type, name, options, read_only: isFixed } = input
  const value = isFixed === true ? input.value : undefined
  if (type === 'checkbox') return { type, isOn: value === true }
  const shown = shownValue(input, value, locale)
  return {
    type,
    name,
    size,
    ...(type === 'radio' && options !== undefined && { options }),
    ...(shown !== undefined && { value: shown }),
  }
}

/** Everything that a signer fills in, place by place. */
export const inputsToLayOut = ({ request_id, position, inputs, locale }: Filler): InputToLayOut[] =>
  placesOf(inputs).map(({ input, place: { page, box } }, index) => ({
    field: inputName(request_id, position, index + 1),
    page: page - 1,
    box,
    label: { text: input.label, language: locale },
    exportName: input.name,
    required: input.required,
    look: lookOf(input, { width: box.width, height: box.height }, locale),
    options: input.options ?? [],
  }))

/** The tags on the pages in whose place the fields are. */
export const coversOf = ({ inputs }: Pick<Filler, 'inputs'>): Cover[] =>
  inputs.flatMap(({ places }) =>
    places.flatMap(({ page, cover }) =>
      cover === undefined ? [] : [{ page: page - 1, box: cover }],
    ),
  )
