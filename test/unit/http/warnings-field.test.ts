/** The header Paraph-Warnings, read by an RFC 9651 parser that is not ours. */
import { parseList } from 'structured-headers'
import { describe, expect, test } from 'vitest'
import { readWarningsField, warningsField } from '../../../src/http/warnings-field.ts'
import {
  type DocumentWarning,
  joinedWarnings,
  WARNING_CODES,
} from '../../../src/kernel/document-warnings.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { warningText } from '../../../src/translations/document-warnings.ts'
import { templatesOf } from '../../../src/translations/messages.ts'
import { textsIn } from '../../../src/translations/texts.ts'

const AWKWARD = ['plain', 'quote " and \\ slash', '漢字 100 % "so", é;a=1', 'a, b;c=2', '']

describe('Paraph-Warnings', () => {
  test('is a list of tokens with parameters (RFC 9651) that says what was meant', () => {
    const warnings = AWKWARD.map(
      (text): DocumentWarning => ({ code: 'link_removed', text, part: 'word/document.xml' }),
    )
    const field = warningsField([...warnings, { code: 'glyph_missing', text: '漢', count: 7 }])
    expect(field).toMatch(/^[\x20-\x7e]+$/)
    const members = parseList(field)
    expect(members.map(([token]) => String(token))).toEqual([
      ...AWKWARD.map(() => 'link_removed'),
      'glyph_missing',
    ])
    expect(members.map(([, parameters]) => String(parameters.get('text')))).toEqual([
      ...AWKWARD,
      '漢',
    ])
    expect(members.at(-1)?.[1].get('count')).toBe(7)
    expect(readWarningsField(field)).toEqual([
      ...warnings,
      { code: 'glyph_missing', text: '漢', count: 7 },
    ])
  })

  test('stays below 2,048 bytes whatever comes, and says how many it left out', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      code: 'merge_field_left' as const,
      text: `«名前${index}»`.repeat(40),
    }))
    const field = warningsField(many)
    expect(field.length).toBeLessThanOrEqual(2048)
    const members = parseList(field)
    const [last, parameters] = members.at(-1) ?? []
    expect(String(last)).toBe('more')
    expect(parameters?.get('count')).toBe(100 - members.length + 1)
    expect(readWarningsField(field)).toHaveLength(members.length - 1)
  })

  test('skips what a later version may add', () => {
    expect(readWarningsField('not_known;text="x", font_replaced;by="y"')).toEqual([
      { code: 'font_replaced', by: 'y' },
    ])
  })
})

test.each(LOCALES)('each code has its words, with what it is about filled in (%s)', (locale) => {
  for (const code of WARNING_CODES) {
    const words = textsIn(locale).documentWarnings
    const { detail, fix } = warningText({ code, text: 'x', by: 'y', count: 3 }, words)
    for (const text of [detail, fix]) expect(text).toMatch(/^[A-ZÀ-Ý«„x].*\.$/s)
    expect(detail).not.toMatch(/\{(?:text|by|count)\}|undefined/)
    // As the scripts of pages fill it in.
    expect(warningText({ code, text: 'x', by: 'y', count: 3 }, templatesOf(words))).toEqual({
      detail,
      fix,
    })
  }
})

test('equal warnings are one with a count, long texts are shortened, there are at most 100', () => {
  const link: DocumentWarning = { code: 'link_removed', text: 'ftp://a', part: 'word/document.xml' }
  expect(joinedWarnings([link, { ...link, part: 'word/header1.xml' }], [link])).toEqual([
    { ...link, count: 3 },
  ])
  const [long] = joinedWarnings([{ ...link, text: 'x'.repeat(500) }])
  expect(long?.text).toHaveLength(120)
  const many = Array.from({ length: 300 }, (_, index) => ({ ...link, text: String(index) }))
  expect(joinedWarnings(many)).toHaveLength(100)
})
