import { expect, test } from 'vitest'
import { findingWords } from '../../../src/console/finding-words.ts'
import { LINT_FINDINGS } from '../../../src/docx/lint/lint-findings.ts'

const worded = (code: string) => findingWords('fr', { code, detail: 'in English', fix: 'do it' })

test('every reason why a Word file is refused is worded in French', () => {
  const english = Object.keys(LINT_FINDINGS).filter((code) => worded(code).lang === 'en')
  expect(english).toEqual([])
})

test('a finding without French words has its own and says that they are English', () => {
  for (const code of ['something_new', 'constructor', '__proto__', ''])
    expect(worded(code)).toEqual({ detail: 'in English', fix: 'do it', lang: 'en' })
})

test('rules bring their own French', () => {
  const rule = { code: 'BR-01', detail: 'en', detailFr: 'fr', fix: 'do', fixFr: 'faites' }
  expect(findingWords('fr', rule)).toEqual({ detail: 'fr', fix: 'faites', lang: undefined })
  expect(findingWords('en', rule)).toEqual({ detail: 'en', fix: 'do', lang: undefined })
})
