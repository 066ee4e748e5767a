import { describe, expect, test } from 'vitest'
import { type SenderFacts, wordFindings } from '../../../src/signing/branding/name-rules.ts'

const FACTS: SenderFacts = {
  email: 'ada@example.com',
  verified: ['BNP Paribas'],
  reserved: ['Paraph', 'Société Acme'],
}
const faults = (options: { sender?: string; name?: string; message?: string }, signer = {}) =>
  wordFindings({ options, signers: [{ email: 'zoe@example.com', ...signer }] }, FACTS).map(
    ({ pointer, code }) => [pointer, code],
  )

describe('a sender may not be called', () => {
  test.each([
    ['Ada\r\nBcc: all@example.com', 'name_disguised'],
    ['Ada \u202egnalam', 'name_disguised'],
    ['Pay\u200bPal', 'name_disguised'],
    ['Ada <ceo@bank.example>', 'sender_address'],
    ['ceo@bank.example', 'sender_address'],
    ['Ada https://evil.example', 'text_link'],
    ['Ada www.evil.example', 'text_link'],
    ['Ada evil.example/pay', 'text_link'],
    ['PayPal', 'sender_reserved'],
    ['PayPal Support', 'sender_reserved'],
    ['The PayPaI Security Team', 'sender_reserved'],
    ['Micr0soft', 'sender_reserved'],
    ['Rnicrosoft', 'sender_reserved'],
    ['РауРаӏ', 'sender_reserved'],
    ['PаyPal', 'name_mixed'],
    ['ＤｏｃｕＳｉｇｎ', 'sender_reserved'],
    ['𝐃𝐨𝐜𝐮𝐒𝐢𝐠𝐧', 'sender_reserved'],
    ['Credit Agricole', 'sender_reserved'],
    ['Service client Crédit-Agricole', 'sender_reserved'],
    ['DHL France', 'sender_reserved'],
    ['Paraph', 'sender_reserved'],
    ['Paraph Support', 'sender_reserved'],
    ['Societe Acme', 'sender_reserved'],
  ])('%j', (sender, code) => {
    expect(faults({ sender })).toEqual([['/sender', code]])
  })
})

test.each([
  'Ada Martin',
  'ada@example.com',
  'ada+contracts@example.com',
  'Łukasz Żółć',
  'Ειρήνη Παπαδοπούλου',
  'Анна Каренина',
  '山田太郎 Yamada',
  'Applebaum & Söhne',
  'La Pomme d’Or SARL',
  'Stripes and Dots',
  'Post Office Hill Farm',
  'Cabinet Durand (Paris 8e)',
  'Acme.com',
  'BNP Paribas',
])('a sender may be called %j', (sender) => {
  expect(faults({ sender })).toEqual([])
})

test('links and disguises are refused in the name of the document, in messages and in names of people', () => {
  expect(faults({ name: 'Pay at https://evil.example' })).toEqual([['/name', 'text_link']])
  expect(faults({ name: 'Contract with Microsoft, v2.1' })).toEqual([])
  expect(faults({ message: 'Hello,\nplease log in at http://evil.example' })).toEqual([
    ['/message', 'text_link'],
  ])
  expect(faults({ message: 'Hello,\n\tp. 3/4, see art. 12 and/or annex B' })).toEqual([])
  expect(faults({}, { first_name: 'Zoé\n' })).toEqual([['/signers/0/first_name', 'name_disguised']])
  expect(faults({}, { last_name: 'see www.evil.example' })).toEqual([
    ['/signers/0/last_name', 'text_link'],
  ])
})

test('a refusal names the field and the fix, in both languages', () => {
  const [fault] = wordFindings({ options: { sender: 'PayPal' }, signers: [] }, FACTS)
  expect(fault).toMatchObject({
    detail: expect.stringContaining('/sender is the name of a company'),
    fix: expect.stringContaining('verify'),
    wording: {
      detail: { fr: expect.stringContaining('/sender est le nom d’une entreprise') },
      fix: { fr: expect.stringContaining('vérifier') },
    },
  })
})
