/** Every write transaction says what it relies on, but those that are rare: see docs/adr/0036-writers-side-by-side.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../../src')

/** Folders and files whose transactions run one by one, since nobody waits for them. */
const RARE = [
  // Commands of the operator, and what is done once a day or once at a start.
  ...['app/health.ts', 'cli/', 'console/account-retention.ts', 'pki/bootstrap.ts', 'retention/'],
  ...['signing/store/blob-refs.ts'],
  // What people change about their organisation.
  ...['accounts/keys.ts', 'fonts/store.ts', 'identity/', 'seals/', 'templates/store.ts'],
  ...['signing/branding/', 'signing/bulk/', 'signing/embedding/', 'signing/open-links/service.ts'],
  'signing/templates/',
]

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('database/'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

test('only rare transactions wait for all others', () => {
  const alone = sources
    .filter(({ text }) => text.includes('.transaction()'))
    .map(({ path }) => path)
  expect(alone.filter((path) => !RARE.some((rare) => path.startsWith(rare)))).toEqual([])
  expect(RARE.filter((rare) => !alone.some((path) => path.startsWith(rare)))).toEqual([])
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
