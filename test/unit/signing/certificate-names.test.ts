/** Whether the name in a certificate is that of the signer: by words, whatever their order, accents and case. */
import { expect, test } from 'vitest'
import { nameMatches } from '../../../src/signing/model/certificate-demand.ts'

test.each([
  ['Zoé', 'Łukasz', 'LUKASZ ZOE', true],
  ['Jeanne', 'Martin-Durand', 'Jeanne MARTIN DURAND', true],
  ['Jörg', 'Groß', 'Gross, Jörg (Sig)', true],
  ['Søren', null, 'Soren Kierkegaard', true],
  ['Jean', 'Martin', 'Jeanne Martin', false],
  ['Анна', 'Иванова', 'ИВАНОВА АННА', true],
  ['Анна', 'Иванова', 'Anna Ivanova', false],
  ['Anna', 'Berg', '', false],
  [null, null, 'Anna Berg', null],
  ['', ' ', 'Anna Berg', null],
])('%s %s and %s: %s', (first_name, last_name, holder, matches) => {
  expect(nameMatches({ first_name, last_name }, holder)).toBe(matches)
})
