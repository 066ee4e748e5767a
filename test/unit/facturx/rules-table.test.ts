import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { officialRows, RULES_PAGE, rulesPage } from '../../../scripts/facturx-official/table.ts'

test('the table of official assertions is what its script makes of the sheets', () => {
  expect(readFileSync(RULES_PAGE, 'utf8'), 'npx tsx scripts/facturx-official/table.ts').toBe(
    rulesPage(),
  )
})

test('each of the 6,262 official assertions has its row, by id and sheet', () => {
  const places = officialRows().map(({ levels }) => levels.size)
  expect(places.reduce((sum, count) => sum + count, 0)).toBe(6262)
})
