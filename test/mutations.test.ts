/** The list of `npm run test:mutations`: each of its lines stands in src, once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { occurrences } from '../scripts/mutations/mutation.ts'
import { SERVICE } from '../scripts/mutations/service.ts'
import { SIGNATURES } from '../scripts/mutations/signatures.ts'

const SRC = resolve(import.meta.dirname, '../src')

test('each line that is to be changed is found once', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(SRC, path), 'utf8'))
  const found = [...SIGNATURES, ...SERVICE].map(({ what, text }) => ({
    what,
    times: sources.reduce((sum, source) => sum + occurrences(source, text), 0),
  }))
  expect(found.filter(({ times }) => times !== 1)).toEqual([])
})

test('each file that must notice is there', () => {
  const named = new Set([...SIGNATURES, ...SERVICE].flatMap(({ tests }) => tests))
  expect([...named].filter((name) => !existsSync(join(SRC, '../test', name)))).toEqual([])
})
