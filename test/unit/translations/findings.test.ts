import { expect, test } from 'vitest'
import { LINT_FINDINGS } from '../../../src/docx/lint/lint-findings.ts'
import { saying } from '../../../src/kernel/coded-error.ts'
import { findingIn } from '../../../src/translations/findings.ts'

const worded = (code: string) => findingIn('fr', { code, detail: 'in English', fix: 'do it' })

test('every reason why a Word file is refused is worded in French', () => {
  const english = Object.keys(LINT_FINDINGS).filter((code) => worded(code).lang === 'en')
  expect(english).toEqual([])
})

test('a finding without French words has its own and says that they are English', () => {
  for (const code of ['something_new', 'constructor', '__proto__', ''])
    expect(worded(code)).toEqual({ detail: 'in English', fix: 'do it', lang: 'en' })
})

test('findings bring their own French', () => {
  const rule = { code: 'BR-01', ...saying({ en: 'en', fr: 'fr' }, { en: 'do', fr: 'faites' }) }
  expect(findingIn('fr', rule)).toEqual({ detail: 'fr', fix: 'faites', lang: undefined })
  expect(findingIn('de', rule)).toEqual({ detail: 'en', fix: 'do', lang: 'en' })
  expect(findingIn('en', rule)).toEqual({ detail: 'en', fix: 'do', lang: undefined })
})
