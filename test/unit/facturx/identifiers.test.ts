import { describe, expect, test } from 'vitest'
import {
  isBic,
  isDay,
  isFrenchVatId,
  isGtin,
  isIban,
  isSiren,
  isSiret,
  isVatId,
} from '../../../src/facturx/model/identifiers.ts'

/** Public numbers of well-known bodies, and the same with one digit changed. */
describe('check digits', () => {
  test.each(['732829320', '552081317', '356000000'])('SIREN %s is right', (siren) => {
    expect(isSiren(siren)).toBe(true)
  })
  test.each(['732829321', '73282932', '73282932O', '7328293200'])('SIREN %s is wrong', (siren) => {
    expect(isSiren(siren)).toBe(false)
  })
  test('a SIRET satisfies Luhn', () => {
    expect(isSiret('73282932000074')).toBe(true)
    expect(isSiret('73282932000075')).toBe(false)
  })
  test('the establishments of La Poste have a rule of their own', () => {
    expect(isSiret('35600000049837')).toBe(true)
    expect(isSiret('35600000049838')).toBe(false)
  })
  test.each(['FR44732829320', 'FR03552081317'])('French VAT number %s is right', (id) => {
    expect(isFrenchVatId(id)).toBe(true)
  })
  test.each(['FR45732829320', 'FR44732829321', 'FR4473282932', 'FRO4732829320'])(
    'French VAT number %s is wrong',
    (id) => {
      expect(isFrenchVatId(id)).toBe(false)
    },
  )
  test('a French VAT number with letters in its key is taken as it is', () => {
    expect(isVatId('FRX5732829320')).toBe(true)
  })
  test.each([
    'DE136695976',
    'ATU12345678',
    'BE0428759497',
    'NL004495445B01',
    'EL123456789',
    'CHE123456789MWST',
  ])('VAT number %s has the shape of its country', (id) => {
    expect(isVatId(id)).toBe(true)
  })
  test.each(['DE12345', 'ATU123456789', 'LU123456', 'IT1234567890'])(
    'VAT number %s does not',
    (id) => {
      expect(isVatId(id)).toBe(false)
    },
  )
  test.each(['FR7630004000031234567890143', 'DE89370400440532013000', 'GB29NWBK60161331926819'])(
    'IBAN %s is right',
    (iban) => {
      expect(isIban(iban)).toBe(true)
    },
  )
  test.each([
    'FR7630004000031234567890144',
    'DE8937040044053201300',
    'XX',
    'FR76300040000312345678901',
  ])('IBAN %s is wrong', (iban) => {
    expect(isIban(iban)).toBe(false)
  })
  test('a BIC has 8 or 11 characters', () => {
    expect(['BNPAFRPP', 'BNPAFRPPXXX', 'BNPAFRP', 'BNPAFRPPXX'].map(isBic)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
  test('a GTIN has a check digit', () => {
    expect(['4012345001235', '4012345001236', '96385074', '12'].map(isGtin)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
  test('a day exists in the calendar', () => {
    expect(['2024-02-29', '2026-02-29', '2026-11-31', '2026-13-01', '20261101'].map(isDay)).toEqual(
      [true, false, false, false, false],
    )
  })
})
