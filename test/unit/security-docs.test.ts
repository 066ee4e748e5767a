/** docs/security-tests.md says nothing that no test shows. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const rows = readFileSync(resolve(ROOT, 'docs/security-tests.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:attack or fault|---)/.test(line))

test('every attack of docs/security-tests.md names a test file that is there', () => {
  expect(rows.length).toBeGreaterThan(60)
  const wrong = rows.filter((row) => {
    const files = [...row.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
    return files.length === 0 || files.some((file) => !existsSync(resolve(ROOT, 'test', file)))
  })
  expect(wrong).toEqual([])
})
