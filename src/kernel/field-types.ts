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
  /** Digits that a number keeps exactly. */
  digits: 15,
  /** Fields of type `file`. */
  filesPerSigner: 5,
  filesPerRequest: 20,
  /** Of one file. */
  fileBytes: 10_000_000,
  fileName: 100,
} as const

/** Default and least size of each kind in points; a radio's height is of one option. */
const INPUT_SIZES: Readonly<
  Record<InputType, { width: number; height: number; least: { width: number; height: number } }>
> = {
  text: { width: 180, height: 20, least: { width: 20, height: 8 } },
  number: { width: 100, height: 20, least: { width: 20, height: 8 } },
  date: { width: 110, height: 20, least: { width: 40, height: 8 } },
  checkbox: { width: 14, height: 14, least: { width: 6, height: 6 } },
  radio: { width: 180, height: 16, least: { width: 20, height: 8 } },
  select: { width: 180, height: 20, least: { width: 20, height: 8 } },
  initials: { width: 60, height: 28, least: { width: 15, height: 8 } },
  company: { width: 180, height: 20, least: { width: 20, height: 8 } },
  // Name, size and SHA-256 of the file, in three lines.
  file: { width: 180, height: 32, least: { width: 116, height: 20 } },
}

/** Default and least size of one field. */
export function inputSize({
  type,
  options = [],
}: {
  type: InputType
  options?: readonly string[]
}) {
  const { width, height, least } = INPUT_SIZES[type]
  const rows = type === 'radio' ? Math.max(1, options.length) : 1
  return {
    width,
    height: height * rows,
    least: { width: least.width, height: least.height * rows },
  }
}
