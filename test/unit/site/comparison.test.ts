/** The comparison with others can be checked: every statement has its link, every figure its benchmark. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const textOf = (path: string) => readFileSync(join(DOCS, path), 'utf8')

/** The rows of both tables without their heads: what is compared, ours, then the others. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| [^|-]/.test(line) && !line.startsWith('| | '))
    .map((line) => {
      const [subject = '', ours = '', ...others] = line.split('|').slice(1, -1)
      return { subject: subject.trim(), ours: ours.trim(), others: others.map((one) => one.trim()) }
    })
const addressesOf = (text: string) =>
  new Map([...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, name = '', to = '']) => [name, to]))
const namesOf = (text: string) => [...text.matchAll(/\]\[([\w-]+)\]/g)].map(([, name = '']) => name)

const LANGUAGES = [
  {
    path: 'comparison.md',
    yes: /\byes\b/,
    silent: /^(?:not found|see above|is a library|free under its licence)$/,
  },
  {
    path: 'fr/comparison.md',
    yes: /\boui\b/,
    silent: /^(?:non trouvé|voir ci-dessus|est une bibliothèque|gratuit selon sa licence)$/,
  },
]

describe.each(LANGUAGES)('$path', ({ path, yes, silent }) => {
  const text = textOf(path)
  const rows = rowsOf(text)

  test('has rows for documents and for signatures', () => {
    expect(rows.filter(({ others }) => others.length === 3).length).toBeGreaterThan(20)
    expect(rows.filter(({ others }) => others.length === 4).length).toBeGreaterThan(25)
  })

  test('every yes of ours links to a guide', () => {
    const bare = rows.filter(
      ({ ours }) => yes.test(ours) && !/\]\([\w./-]+\.(?:md|yaml)/.test(ours),
    )
    expect(bare).toEqual([])
  })

  test('whatever is said of others has a link to where they say it', () => {
    const bare = rows.flatMap(({ subject, others }) =>
      others
        .filter((one) => !silent.test(one) && namesOf(one).length === 0)
        .map((one) => `${subject}: ${one}`),
    )
    expect(bare).toEqual([])
    const known = addressesOf(text)
    expect([...new Set(namesOf(text))].sort()).toEqual([...known.keys()].sort())
    expect([...known.values()].filter((to) => !to.startsWith('https://'))).toEqual([])
  })

  test('its figures of speed are those of the benchmarks', () => {
    const measured = textOf('benchmarks.md')
    const figures = [...text.matchAll(/\d[.,]\d\d \(\d[.,]\d\d–\d[.,]\d\d\)/g)].map(([one]) =>
      one.replaceAll(',', '.'),
    )
    expect(figures).toHaveLength(5)
    for (const figure of figures)
      expect(measured).toContain(`never slower than Carbone | ${figure}`)
  })
})

test('both languages have the same links in the same rows', () => {
  const [english = [], french = []] = LANGUAGES.map(({ path }) =>
    rowsOf(textOf(path)).map(({ others }) => others.map(namesOf)),
  )
  expect(french).toEqual(english)
  expect(addressesOf(textOf('fr/comparison.md'))).toEqual(addressesOf(textOf('comparison.md')))
})
