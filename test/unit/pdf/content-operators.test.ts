import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ContentError,
  numbersOf,
  operandsOf,
  operatorsOf,
} from '../../../src/pdf/content-operators.ts'

const read = (content: string) => {
  const bytes = Buffer.from(content, 'latin1')
  return operatorsOf(bytes).map((each) => `${operandsOf(bytes, each)} ${each.name}`.trim())
}

describe('a content stream', () => {
  test.each([
    [
      'strings with brackets, escapes and operators in them',
      '(a (b) \\) Tj)Tj',
      ['(a (b) \\) Tj) Tj'],
    ],
    [
      'arrays without white space',
      '/F1 26 Tf[<01>1(\\()-.5]TJ',
      ['/F1 26 Tf', '[<01>1(\\()-.5] TJ'],
    ],
    [
      'dictionaries',
      '/P<</MCID 0/A[1 2]/B<</C true>>>>BDC',
      ['/P<</MCID 0/A[1 2]/B<</C true>>>> BDC'],
    ],
    ['comments', '1 w % 2 w\n3 w%Q\rq', ['1 w', '3 w', 'q']],
    ['constants among operands', 'true null false x', ['true null false x']],
    ['numbers of every shape', '-.5 +3. 0 1.25 --7 m', ['-.5 +3. 0 1.25 --7 m']],
    ['quotes that are operators', '1 2 (a)"(b)\'', ['1 2 (a) "', "(b) '"]],
    ['operators next to delimiters', 'q[]0 d/Im1 Do', ['q', '[]0 d', '/Im1 Do']],
    ['an inline image with EI in its data', 'BI /W 9 ID ab\nEI\x00\x01 EIx\nEI Q', ['BI', 'Q']],
    ['nothing', ' % nothing', []],
  ])('may hold %s', (_what, content, operators) => {
    expect(read(content)).toEqual(operators)
  })

  test.each(['(a', '(a\\', '<ab', '[1 2', '1]', '<</A 1', '>>', 'BI /W 1', 'BI ID abc'])(
    'that breaks off like %s is refused',
    (content) => {
      expect(() => read(content)).toThrow(ContentError)
    },
  )

  test('of any bytes is read or refused, within its borders', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          for (const { start, at, end } of operatorsOf(bytes)) {
            expect(start <= at && at < end && end <= bytes.length).toBe(true)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ContentError)
        }
      }),
    )
  })

  test('gives the operands of an operator as numbers', () => {
    const bytes = Buffer.from('1 0 0\n-1 .5 7. cm')
    expect(operatorsOf(bytes).map((each) => numbersOf(bytes, each))).toEqual([
      [1, 0, 0, -1, 0.5, 7],
    ])
  })
})
