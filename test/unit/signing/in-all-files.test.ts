/** Fields of several files of one request: which are one field, and how many there may be. */
import { expect, test } from 'vitest'
import { AppError } from '../../../src/kernel/errors.ts'
import { INPUT_LIMITS } from '../../../src/kernel/field-types.ts'
import type { Input } from '../../../src/signing/model/fields.ts'
import { inAllFiles } from '../../../src/signing/requests/in-all-files.ts'
import type { SignerPlaces } from '../../../src/signing/requests/placements.ts'

const BOX = { x: 10, y: 10, width: 100, height: 20 }
const place = (file: number) => ({ ...(file > 1 && { file }), page: 1, box: BOX })
const text = (name: string, file: number, more: Partial<Input> = {}): Input => ({
  type: 'text',
  required: true,
  name,
  label: name,
  places: [place(file)],
  ...more,
})
const own = (inputs: Input[], repeats: string[] = []): SignerPlaces[] => [
  { signatures: [], inputs, repeats },
]

/** What is wrong, by code and pointer. */
function faultsOf(work: () => unknown): Array<readonly [string | undefined, string | undefined]> {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.errors.map(({ code, pointer }) => [code, pointer])
    throw error
  }
  return []
}

test('one file stays as it is', () => {
  const only = own([text('a', 1)])
  expect(inAllFiles([only])).toBe(only)
})

test('a name is that of one field, wherever its description is', () => {
  const described = (file: number) => text('Start', file, { type: 'date', label: 'From' })
  const repeat = (file: number) => text('start', file)
  const cases = [
    [own([described(1)]), own([repeat(2)], ['start'])],
    [own([repeat(1)], ['start']), own([described(2)])],
    [own([described(1)]), own([described(2)])],
  ] as const
  for (const [first, second] of cases) {
    const [{ inputs } = { inputs: [] }] = inAllFiles([first, second])
    expect(inputs).toEqual([{ ...described(1), places: [place(1), place(2)] }])
  }
})

test('two different fields of one name are refused with the file that has the second', () => {
  const different = () =>
    inAllFiles([own([]), own([text('a', 2)]), own([text('A', 3, { type: 'number' })])])
  expect(faultsOf(different)).toEqual([['tag_unusable', '/files/1']])
})

test('a field of a form gets a name of its own; a tag cannot be a place of one', () => {
  const form = (name: string, file: number) => text(name, file, { form_field: name })
  const long = 'é'.repeat(INPUT_LIMITS.name)
  const [{ inputs } = { inputs: [] }] = inAllFiles([
    own([form('Text1', 1), form(long, 1)]),
    own([form('text1', 2), form(long, 2), form('Text1-file3', 2)]),
    own([form('Text1', 3)]),
  ])
  expect(inputs.map(({ name }) => name)).toEqual([
    'Text1',
    long,
    'text1-file2',
    `${'é'.repeat(INPUT_LIMITS.name - 6)}-file2`,
    'Text1-file3',
    'Text1-file3-2',
  ])
  // What is replaced in the file is found by its own name.
  expect(inputs.map((each) => each.form_field).at(-1)).toBe('Text1')
  const tagged = () => inAllFiles([own([form('a', 1)]), own([text('a', 2)], ['a'])])
  expect(faultsOf(tagged)).toEqual([['tag_unusable', '/files/0']])
})

test('the limits are of all files together', () => {
  const many = (count: number, file: number, type: Input['type'] = 'text') =>
    Array.from({ length: count }, (_, index) => text(`${file}-${index}`, file, { type }))
  const half = INPUT_LIMITS.perSigner / 2
  expect(faultsOf(() => inAllFiles([own(many(half, 1)), own(many(half, 2))]))).toEqual([])
  expect(faultsOf(() => inAllFiles([own(many(half, 1)), own(many(half + 1, 2))]))).toEqual([
    ['fields_too_many', '/signers/0'],
  ])
  const files = (file: number) => own(many(3, file, 'file'))
  expect(faultsOf(() => inAllFiles([files(1), files(2)]))).toEqual([
    ['fields_too_many', '/signers/0'],
  ])
  const places = Array.from({ length: INPUT_LIMITS.placesPerRequest }, () => place(1))
  const often = own([text('a', 1, { places })])
  expect(faultsOf(() => inAllFiles([often, own([text('b', 2)])]))).toEqual([
    ['fields_too_many', '/signers'],
  ])
})
