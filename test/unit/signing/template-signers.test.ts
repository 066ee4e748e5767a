import { expect, test } from 'vitest'
import { saying } from '../../../src/kernel/coded-error.ts'
import { renamed } from '../../../src/signing/templates/signers.ts'

test('a finding about a role names it in every language as the caller does', () => {
  const finding = {
    pointer: '/signers/1/phone',
    ...saying({ en: '/signers/1/phone is missing.', fr: 'Il manque /signers/1/phone.' }),
  }
  const seen = renamed(finding, (index) => `/roles/${index}`)
  expect(seen).toMatchObject({ pointer: '/roles/1/phone', detail: '/roles/1/phone is missing.' })
  expect(seen.wording?.detail).toEqual({
    en: '/roles/1/phone is missing.',
    fr: 'Il manque /roles/1/phone.',
  })
})
