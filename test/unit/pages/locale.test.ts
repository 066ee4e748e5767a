import { expect, test } from 'vitest'
import { dateLocale } from '../../../src/pages/locale.ts'

test('a time of day has 24 hours in both languages', () => {
  const early = Date.UTC(2026, 10, 22, 4, 27)
  for (const locale of ['en', 'fr'] as const) {
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
