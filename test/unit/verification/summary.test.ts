/** What is said of a file in one sentence is what was found, and no more. */
import { describe, expect, test } from 'vitest'
import { textsIn } from '../../../src/translations/texts.ts'
import type { VerifiedSignature } from '../../../src/verification/schemas.ts'
import { summaryOf } from '../../../src/verification/summary.ts'

const AT = '2026-11-22T03:17:51Z'
const signature = (changes: VerifiedSignature['changes_after'] = []): VerifiedSignature => ({
  field: 'One',
  kind: 'signature',
  signer_kind: 'natural_person',
  signer: {
    name: 'Ada',
    serial: '01',
    issuer: 'CA',
    fingerprint: 'ab',
    valid_from: AT,
    valid_to: AT,
  },
  verdict: 'valid',
  intact: true,
  trusted: true,
  chain: [],
  level: null,
  signed_at: { proven: AT, claimed: null },
  timestamp: null,
  covers_whole_file: false,
  changes_after: changes,
  problems: [],
})
const details = { detail: 'a', allowed: true }

const inBoth = (found: Parameters<typeof summaryOf>[0]) =>
  (['en', 'fr'] as const).map((locale) => summaryOf(found, textsIn(locale).verification.summary))

describe('a file whose form was filled in after a signature', () => {
  const filled = signature([
    { ...details, code: 'form_filled', field: 'Amount', old_value: '', new_value: '5' },
    { ...details, code: 'form_value_replaced', field: 'Price', old_value: '1', new_value: '9' },
  ])

  test.each(['valid', 'unknown_issuer', 'doubtful', 'weak'] as const)(
    'is not said to be unchanged, and old and new values are named (%s)',
    (verdict) => {
      const [en, fr] = inBoth({ signatures: [filled], verdict })
      expect(en).not.toMatch(/not been changed|file is intact/)
      expect(fr).not.toMatch(/pas été modifié|fichier est intact/)
      expect(en).toContain('Amount (“5”)')
      expect(en).toContain('Price (“1” → “9”)')
      expect(fr).toContain('Amount (« 5 »)')
      expect(fr).toContain('Price (« 1 » → « 9 »)')
    },
  )

  test('one that nobody filled in is said to be unchanged', () => {
    const [en] = inBoth({ signatures: [signature()], verdict: 'valid' })
    expect(en).toBe('The file contains a valid signature by Ada, and has not been changed since.')
  })
})

test('what cannot be checked is neither called intact nor changed', () => {
  const [en] = inBoth({ signatures: [signature()], verdict: 'not_checkable' })
  expect(en).toMatch(/cannot be checked.*may or may not have been changed/)
})

test.each(['changed', 'not_checkable', 'unsigned'] as const)(
  'a file that is %s is not called intact, in any sentence',
  (verdict) => {
    const [en, fr] = inBoth({ signatures: [signature()], verdict })
    expect(en).not.toMatch(/intact|not been changed/)
    expect(fr).not.toMatch(/intact|pas été modifié/)
  },
)
