import { expect, test } from 'vitest'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { textsIn } from '../../../src/translations/texts.ts'

test.each(LOCALES)('the lesson about templates sends what its tags name (%s)', (locale) => {
  const { word, json } = textsIn(locale).console.lesson
  const named = word.flatMap((line) => [...line.matchAll(/\{#?([\w.]+)/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(4)
  const names = named.flatMap((name) => name?.split('.') ?? [])
  const sent = JSON.stringify(JSON.parse(json))
  expect(names.filter((name) => !sent.includes(`"${name}":`))).toEqual([])
})
