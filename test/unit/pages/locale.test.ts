import { expect, test } from 'vitest'
import { chooseLanguage, LANGUAGES } from '../../../src/kernel/languages.ts'
import { dateLocale } from '../../../src/pages/locale.ts'

test('a time of day has 24 hours in every language', () => {
  const early = Date.UTC(2026, 10, 22, 4, 27)
  for (const locale of LANGUAGES) {
    const format = new Intl.DateTimeFormat(dateLocale(locale), {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    })
    expect([format.format(early), format.format(early + 12 * 3_600_000)]).toEqual([
      '04:27',
      '16:27',
    ])
  }
})

test('a signer’s page comes in the language that the sender set, else in that of the browser', () => {
  const acceptLanguage = 'sv-SE, de-AT;q=0.9, en;q=0.8'
  expect(chooseLanguage({ acceptLanguage })).toBe('de')
  expect(chooseLanguage({ acceptLanguage, preferred: 'pl' })).toBe('pl')
  expect(chooseLanguage({ acceptLanguage, preferred: 'pl', query: 'pt-BR' })).toBe('pt')
  expect(chooseLanguage({ acceptLanguage: 'sv-SE' })).toBe('en')
})
