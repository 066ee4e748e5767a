/** A fault finds its words by its code: what the API's sentence says is for people. */
import { expect, test } from 'vitest'
import { formFindingsOf } from '../../../src/console/pages/form-findings.ts'
import { findingsOf, newChecker } from '../../../src/http/schema-check.ts'
import { FINDING_CODES, type Finding } from '../../../src/kernel/coded-error.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { wrongPassword } from '../../../src/pdf/opening.ts'
import { fieldFindings } from '../../../src/signing/fields/definitions.ts'
import type { FieldMembers } from '../../../src/signing/model/schemas/fields.ts'
import { FieldSchema } from '../../../src/signing/model/schemas/signature-field.ts'
import { resolvePlacements } from '../../../src/signing/requests/placements.ts'
import { repeatedSigners } from '../../../src/signing/requests/request-input.ts'
import { textsIn } from '../../../src/translations/texts.ts'

const textOf = (finding: Finding) =>
  formFindingsOf('en', new AppError('validation_failed', 'Refused.', { errors: [finding] }))[0]
    ?.text

test.each([
  [FINDING_CODES.signerRepeated, '/signers/1/email', 'emailTwice'],
  [FINDING_CODES.placeOverlaps, '/signers/0/fields/1', 'overlap'],
  [FINDING_CODES.placeOutside, '/signers/0/fields/0', 'outside'],
] as const)('%s at %s has words of its own, whatever its sentence', (code, pointer, word) => {
  expect(textOf({ pointer, code, detail: 'Reworded.' })).toBe(textsIn('en').console.faults[word])
})

test.each([
  ['/signers/1/email', 'It is there twice.', 'email'],
  ['/signers/0/fields', 'It overlaps what does not fit.', 'place'],
] as const)(
  'a finding at %s without a code has the words of its field',
  (pointer, detail, word) => {
    expect(textOf({ pointer, detail })).toBe(textsIn('en').console.faults[word])
  },
)

test('a password that is missing or wrong is a fault of its field, not of the file', () => {
  const { message, errors } = wrongPassword('')
  const error = new AppError('pdf_encrypted', message, { errors: [...errors] })
  expect(formFindingsOf('en', error)).toMatchObject([{ field: 'password' }])
  expect(formFindingsOf('en', new AppError('pdf_encrypted', message))).toMatchObject([
    { field: 'file' },
  ])
})

test('what signing finds carries these codes', async () => {
  const signer = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Doe' }
  expect(repeatedSigners([signer, signer])).toMatchObject([{ code: 'signer_repeated' }])
  const place = { page: 1, x: 10, y: 10, width: 100, height: 40 }
  const fields = [place, { ...place, x: 20 }, { ...place, x: 150 }, { ...place, page: 2 }]
  const file = { pages: [{ width: 200, height: 200 }], signedPlacements: [] }
  const finder = { locate: async () => ({ found: [], faults: [] }), tags: async () => [] }
  const refused = resolvePlacements([{ ...signer, fields }] as never, file, finder as never)
  await expect(refused).rejects.toMatchObject({
    errors: [
      { pointer: '/signers/0/fields/1', code: 'place_overlaps' },
      { pointer: '/signers/0/fields/2', code: 'place_outside' },
      { pointer: '/signers/0/fields/3', code: 'place_outside' },
    ],
  })
})

const PLACE = { page: 1, x: 10, y: 10, width: 100, height: 40 }
const MEMBERS: ReadonlyArray<readonly [FieldMembers, string, RegExp]> = [
  [{ type: 'text', name: '-' }, 'name', /letters, digits/],
  [{ type: 'text', name: 'n', max_length: 5_000 }, 'max_length', /from 1 to/],
  [{ type: 'number', name: 'n', min: 'a lot of them' }, 'min', /number or a day/],
  [{ type: 'select', name: 'n', options: [] }, 'options', /Give 1 to 30 options/],
  [{ type: 'radio', name: 'n', options: ['a', 'a'] }, 'options', /each of them once/],
  [{ type: 'text', name: 'n', label: 'a<br>' }, 'label', /without HTML/],
  [{ type: 'number', name: 'n', min: 3, max: 1 }, 'max', /not above the maximum/],
  [{ type: 'date', name: 'n', value: '31/12/2026' }, 'value', /Choose a day/],
  [{ type: 'text', name: 'n', read_only: true }, 'value', /the signer cannot/],
]

test.each(MEMBERS)('the API’s fault in %j is told at its %s', (field, member, text) => {
  const check = newChecker().compile(FieldSchema)
  const placed = { ...PLACE, ...field }
  const errors = check(placed)
    ? fieldFindings([{ fields: [placed] }], { signatures: 5, files: 1 })
    : findingsOf(check.errors, '/signers/0/fields/0')
  for (const locale of ['en', 'fr'] as const) {
    const told = formFindingsOf(locale, new AppError('validation_failed', 'Refused.', { errors }))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ field: 'signer-0-fields', place: 0, member })
    if (locale === 'en') expect(told[0]?.text).toMatch(text)
  }
})
