import { describe, expect, test } from 'vitest'
import { validatePhone } from '../../../src/messages/phone-rules.ts'

const EUROPE = new Set(['FR', 'DE', 'GB', 'RE', 'CH'])
const judged = (phone: string, allowed: ReadonlySet<string> = EUROPE) => {
  const result = validatePhone(phone, allowed, '/phone')
  return 'number' in result ? result.number : result.finding.code
}

test.each([
  ['+33612345678', 'FR', '3361234'],
  ['+4915112345678', 'DE', '491511234'],
  ['+447400123456', 'GB', '44740012'],
  ['+262692123456', 'RE', '26269212'],
  ['+41791234567', 'CH', '4179123'],
])('%s is a mobile number of an allowed country', (phone, country, prefix) => {
  expect(judged(phone)).toEqual({ country, prefix })
})

describe('a number as people write it', () => {
  const read = (typed: string, country?: string) => {
    const result = validatePhone(typed, EUROPE, '/phone', { country })
    return 'phone' in result ? result.phone : result.finding.code
  }

  test.each([
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06.12.34.56.78', 'FR', '+33612345678'],
    ['06\u00a012\u00a034\u00a056\u00a078', 'FR', '+33612345678'],
    ['+33 (0)6 12 34 56 78', 'FR', '+33612345678'],
    ['0033 6 12 34 56 78', 'DE', '+33612345678'],
    ['07400 123456', 'GB', '+447400123456'],
    ['079 123 45 67', 'CH', '+41791234567'],
  ])('%s in %s is %s', (typed, country, phone) => {
    expect(read(typed, country)).toBe(phone)
  })

  test('without the code of a country, and the country unknown, is ambiguous; a landline is refused with an example', () => {
    expect(read('06 12 34 56 78')).toBe('phone_ambiguous')
    const result = validatePhone('01 23 45 67 89', EUROPE, '/phone', { country: 'FR' })
    expect(result).toMatchObject({
      finding: {
        code: 'phone_not_mobile',
        fix: 'Enter a mobile number, such as 06 12 34 56 78 or +33 6 12 34 56 78.',
        wording: {
          fix: {
            fr: 'Indiquez un numéro de mobile, par exemple 06 12 34 56 78 ou +33 6 12 34 56 78.',
          },
        },
      },
    })
  })
})

describe('gets no text message', () => {
  test.each([
    ['+870773123456', 'Inmarsat'],
    ['+8816123456789', 'Iridium'],
    ['+881612345678', 'Globalstar'],
    ['+88213123456', 'an international network'],
    ['+979123456789', 'international premium'],
    ['+33899123456', 'French premium rate'],
    ['+33123456789', 'a French landline'],
    ['+33800123456', 'toll-free'],
    ['+33931234567', 'an internet telephone'],
    ['+447012345678', 'a British personal number'],
    ['+447600123456', 'a British pager'],
    ['+448451234567', 'British shared cost'],
    ['+491803123456', 'German shared cost'],
    ['+12025550123', 'a landline or mobile, where that country is allowed but not this one'],
  ])('%s (%s)', (phone) => {
    expect(['phone_not_mobile', 'phone_country']).toContain(judged(phone))
  })

  test.each(['+33700000000', '+999999999', '+3361234567'])('%s, which nobody has', (phone) => {
    expect(judged(phone)).toBe('phone_unknown')
  })

  test.each(['+5355123456', '+447624123456', '+18765551234', '+79161234567'])(
    '%s, in a country that is not allowed',
    (phone) => {
      expect(judged(phone)).toBe('phone_country')
    },
  )
})

test('where a landline cannot be distinguished from a mobile, as in the United States, both are accepted', () => {
  expect(judged('+12025550123', new Set(['US']))).toEqual({ country: 'US', prefix: '1202555' })
})

test('a refusal names the field, what is wrong and what to give, in both languages', () => {
  const result = validatePhone('+5355123456', new Set(['FR', 'BE']), '/signers/0/phone')
  expect(result).toMatchObject({
    finding: {
      code: 'phone_country',
      pointer: '/signers/0/phone',
      detail: '/signers/0/phone is in a country to which no text messages are sent (Cuba).',
      fix: 'Enter a mobile number from one of these countries: France, Belgium.',
      wording: {
        detail: { fr: '/signers/0/phone est dans un pays où aucun SMS n’est envoyé (Cuba).' },
        fix: { fr: 'Indiquez un mobile de l’un de ces pays : France, Belgique.' },
      },
    },
  })
})
