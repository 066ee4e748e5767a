import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  EXAMPLES,
  languageDocument,
  pictureNames,
} from '../../../scripts/language-docs/document.ts'
import { FILTER_NOTES } from '../../../scripts/language-docs/filter-notes.ts'
import { wordFile } from '../../../scripts/language-docs/word.ts'
import { LINT_FINDINGS } from '../../../src/docx/lint/lint-findings.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import { ALL_FILTERS } from '../../../src/docx/rich/rich-content.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const PICTURES_BYTES_MAX = 1_000_000
const PICTURE_BYTES_MAX = 15_000

/** Versions of Node differ in the kinds of spaces they put into numbers and dates. */
const lines = (text: string): string[] =>
  text.split('\n').map((line) => line.replaceAll(/[\s\u202f]+/g, ' '))

describe('the guide to the template language', () => {
  test.each([
    ['en', 'template-language.md'],
    ['fr', 'fr/template-language.md'],
  ] as const)('is what npm run docs makes today (%s)', (locale, path) => {
    const written = readFileSync(join(DOCS, path), 'utf8')
    expect(lines(written)).toEqual(lines(languageDocument(locale)))
  })
  test('says in French what to do about everything that is refused', () => {
    const french = languageDocument('fr')
    for (const { fix } of Object.values(LINT_FINDINGS)) expect(french).not.toContain(fix)
  })
  test('explains every filter and no other', () => {
    expect(Object.keys(FILTER_NOTES).sort()).toEqual([...ALL_FILTERS.keys()].sort())
  })
  test('shows every picture there is, each small', () => {
    const named = EXAMPLES.flatMap(pictureNames).map((name) => name.replace('images/', ''))
    const fidelity = readFileSync(join(DOCS, 'fidelity.md'), 'utf8')
    const others = [...fidelity.matchAll(/\(images\/([^)]+)\)/g)].map(([, name = '']) => name)
    expect(readdirSync(join(DOCS, 'images')).sort()).toEqual([...named, ...others].sort())
    const sizes = named.map((name) => statSync(join(DOCS, 'images', name)).size)
    expect(Math.max(...sizes)).toBeLessThan(PICTURE_BYTES_MAX)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(PICTURES_BYTES_MAX)
  })
  test('uses a name for one example only', () => {
    expect(new Set(EXAMPLES.map(({ id }) => id)).size).toBe(EXAMPLES.length)
  })
})

describe('an example of the language', () => {
  test.each(EXAMPLES.map((example) => [example.id, example] as const))(
    '%s merges',
    (_, example) => {
      const { locale = 'en-GB', timezone = 'Europe/Paris', missing = 'error' } = example
      const { docx } = mergeDocx({
        template: wordFile(example),
        data: example.data,
        locale,
        timezone,
        missing,
        pictures: new Map(Object.entries(example.uploads ?? {})),
      })
      expect(docx.length).toBeGreaterThan(1000)
    },
  )
})
