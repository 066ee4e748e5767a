/** Every write transaction says what it relies on: see docs/adr/0036-writers-side-by-side.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../../src')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('database/'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

test('every write transaction goes through the functions that ask for its guard', () => {
  const silent = sources.filter(({ text }) => text.includes('.transaction()'))
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('a transaction that relies on a turn takes one', () => {
  const turns = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/concurrently\([^,]+, 'turn', async \(\w+\) => \{\n\s*(.*)/g)].map(
      ([, first = '']) => [path, first.startsWith('await takeTurn(')],
    ),
  )
  expect(turns.length).toBeGreaterThan(0)
  expect(turns.filter(([, takes]) => takes !== true)).toEqual([])
})
