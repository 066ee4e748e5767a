/** What errors say is in the catalogues: code names a text, and has no sentence of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../../src')

test('no error of the API has an English sentence where it is thrown', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('translations/'),
  )
  const literal = /new AppError\(\s*[\w.'[\]]+,\s*['"`]/
  const found = sources.filter((name) => literal.test(readFileSync(resolve(SRC, name), 'utf8')))
  expect(sources.length).toBeGreaterThan(1000)
  expect(found).toEqual([])
})
