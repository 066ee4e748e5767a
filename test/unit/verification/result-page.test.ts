import { expect, test } from 'vitest'
import { resultParts } from '../../../src/verification/pages/result.tsx'
import type { Verification } from '../../../src/verification/schemas.ts'

const AT = '2026-11-22T03:17:51Z'

/** What is found out about a file of ours with one signature. */
const resultOf = (issuer: string): Verification => ({
  file: { name: 'a.pdf', size: 1, sha256: 'ab'.repeat(32), pages: 1 },
  valid: false,
  verdict: 'unknown_issuer',
  summary: 'Somebody signed.',
  signatures: [
    {
      field: 'a',
      kind: 'signature',
      signer_kind: 'natural_person',
      signer: {
        name: 'ada@example.com',
        serial: '01',
        issuer,
        fingerprint: 'cd'.repeat(32),
        valid_from: AT,
        valid_to: AT,
      },
      verdict: 'valid',
      intact: true,
      trusted: false,
      chain: [],
      level: null,
      signed_at: { proven: null, claimed: AT },
      timestamp: null,
      covers_whole_file: false,
      changes_after: [
        {
          code: 'visible_signature_added',
          allowed: true,
          detail: 'bob@example.com signed',
        },
        {
          code: 'form_changed',
          allowed: true,
          detail: 'a time-stamp was added',
        },
      ],
      problems: [],
    },
  ],
  problems: [],
  ours: { document_id: 'doc_1', status: 'completed', completed_at: AT, matches: true },
})
const page = (issuer: string, locale: 'en' | 'fr' = 'en') =>
  String(resultParts(resultOf(issuer), AT, locale))

test('a test document of ours is shown as one, a real one is not', () => {
  const [calm = '', detail = ''] = page('TEST Paraph Issuing CA 1').split(
    '<details class="findings">',
  )
  expect(calm).toContain('ada@example.com signed it with this service in test mode')
  expect(calm.match(/class="alert /g)).toHaveLength(1)
  expect(calm).not.toMatch(/alert (?:error|warning)|class="signature/)
  expect(detail).toContain('class="signature')
  expect(detail).not.toMatch(/alert (?:error|warning)|class="signature bad/)
  expect(page('TEST Paraph Issuing CA 1', 'fr')).toContain('en mode test par ada@example.com')
  expect(page('Paraph Issuing CA 1')).not.toContain('in test mode')
})

test('a seal is distinguished from signatures, and what does not say whose it is, is no seal', () => {
  const [one] = resultOf('Paraph Issuing CA 1').signatures
  if (one === undefined) throw new Error('the sample has a signature')
  const result = {
    ...resultOf('Paraph Issuing CA 1'),
    signatures: [
      one,
      { ...one, signer_kind: null },
      { ...one, signer_kind: 'legal_person' as const },
    ],
  }
  const english = String(resultParts(result, AT, 'en'))
  for (const words of ['2 signatures, 1 seal.', 'Signature 2<', 'Sealed by', 'not to a person'])
    expect(english).toContain(words)
  expect(String(resultParts(result, AT, 'fr'))).toContain('2 signatures, 1 cachet.')
})

test.each<[Verification['verdict'], string, string]>([
  ['changed', 'Not valid', 'Non valable'],
  ['not_checkable', 'Cannot be checked', 'Impossible à vérifier'],
  ['weak', 'Too weak', 'Trop faible'],
  ['unknown_issuer', 'Not confirmed', 'Non confirmé'],
])('"%s" has a title of its own, and only what was changed is called so', (verdict, en, fr) => {
  const result = { ...resultOf('Elsewhere'), verdict }
  expect(String(resultParts(result, AT, 'en'))).toContain(en)
  expect(String(resultParts(result, AT, 'fr'))).toContain(fr)
  expect(String(resultParts(result, AT, 'en')).includes('Not valid')).toBe(verdict === 'changed')
})

test('a signature that cannot be checked is not shown as one that does not match', () => {
  const result = resultOf('Elsewhere')
  const signatures = result.signatures.map((each) => ({
    ...each,
    intact: false,
    verdict: 'not_checkable' as const,
  }))
  const english = String(resultParts({ ...result, signatures }, AT, 'en'))
  expect(english).toContain('Could not be checked')
  expect(english).not.toContain('does not fit the signature')
})

test('sentences begin with a capital letter, addresses stay as they are written', () => {
  expect(page('Paraph Issuing CA 1')).toContain('<li>bob@example.com signed.</li>')
  expect(page('Paraph Issuing CA 1')).toContain('<li>A time-stamp was added.</li>')
})
