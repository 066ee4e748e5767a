/** docs/security-tests.md says nothing that no test shows. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
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

/** A test file with what it takes its cases from. */
function textOf(file: string): string {
  const path = resolve(ROOT, 'test', file)
  const text = readFileSync(path, 'utf8')
  const cases = [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, name = '']) => resolve(dirname(path), name))
    .filter((name) => name.startsWith(resolve(ROOT, 'test')) && existsSync(name))
  return [text, ...cases.map((name) => readFileSync(name, 'utf8'))]
    .join('\n')
    .replaceAll("\\'", "'")
}

/** Whether a text has a title that reads so, with whatever its variables stand for. */
function hasTitle(text: string, words: string): boolean {
  if (text.includes(words)) return true
  return [...text.matchAll(/(['"`])([^\n]{8,}?)\1/g)].some(([, , title = '']) => {
    if (!/%[sdi]|\$\{/.test(title)) return false
    const fixed = title
      .split(/%[sdi]|\$\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return (
      new RegExp(fixed.join('.+')).test(words) ||
      fixed.some((part) => part.length > 15 && words.includes(part))
    )
  })
}

test('every test that docs/security-tests.md names has a title that reads so', () => {
  const wrong = rows.flatMap((row) => {
    const cell = row.split(' | ').at(-1) ?? ''
    const [, ...parts] = cell.split(/`([\w/.-]+\.test\.ts)`/)
    return parts.flatMap((file, index) => {
      const names = parts[index + 1]
      if (index % 2 > 0 || !names?.startsWith(':')) return []
      const text = textOf(file)
      return names
        .slice(1)
        .split(/; | › |…|\.\.\.|\{[a-z]+\}|\((?:\d+ tests?|one per row|all|and \d+ more)\)/)
        .map((words) => words.replaceAll(/^[\s",;|]+|[\s",;|]+$/g, ''))
        .filter((words) => words.length > 3 && !hasTitle(text, words))
        .map((words) => `${file}: ${words}`)
    })
  })
  expect(wrong).toEqual([])
})
