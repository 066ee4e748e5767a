/** What errors and findings say is in the catalogues: code names a text, and has no sentence of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../../src')

/** Sources with an English sentence of their own where nobody but these people reads it, or where its code is put into words. */
const ENGLISH = [
  // For the operator: health, doctor, commands.
  /^app\/|^cli\/|\/doctor\b|doctor-fonts|font-packages|retention\/retention\.ts|renewal\.ts|messages\/open\.ts|http\/health\.ts/,
  // Worded by their code (`findings`, `documentWarnings`, `console.requests`).
  /^docx\/|kernel\/parse-json\.ts|requests\/view\.ts|model\/upload-warnings\.ts|^xml\/scan\.ts/,
  // English of the checker and of the official sheets; the other languages have words of their own.
  /^http\/schema-check\.ts|^facturx\/official\/words\.ts/,
  // Stored in English: rows of a bulk send, and why it pauses.
  /^signing\/bulk\/(?:check|sending|service)\.ts/,
]

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.startsWith('translations/'),
)
const sourcesWith = (literal: RegExp): string[] =>
  sources.filter((name) => literal.test(readFileSync(resolve(SRC, name), 'utf8')))

test('no error has an English sentence where it is thrown', () => {
  const error = /new (?:App|Coded|Facturx|NoInvoice|Office|Pdf)Error\(\s*[\w.'[\]]+,\s*['"`]/
  expect(sources.length).toBeGreaterThan(1000)
  expect(sourcesWith(error).filter((name) => !/parse-json\.ts/.test(name))).toEqual([])
})

test('no finding that a caller gets has an English sentence where it is made', () => {
  const finding = /\bdetail(?::|\s=)\s*['"`][^'"`\n]* /
  const found = sourcesWith(finding).filter((name) => !ENGLISH.some((where) => where.test(name)))
  expect(found).toEqual([])
})

test('what is allowed to be English is', () => {
  const unused = ENGLISH.filter((where) => !sources.some((name) => where.test(name)))
  expect(unused).toEqual([])
})
