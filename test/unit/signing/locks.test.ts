import { expect, test } from 'vitest'
import { locksOf } from '../../../src/signing/documents/locks.ts'

const fields = (...names: string[]) => ({ fields: names })

test('each signature fixes what was signed before it, and nothing that others have still to sign', () => {
  const locks = locksOf({
    signers: [
      { step: 1, fields: ['a1', 'a2'] },
      { step: 1, fields: ['b1'] },
      { step: 2, fields: ['c1'] },
    ],
    seals: ['s1', 's2'],
    own: ['theirs'],
  })
  const signed = ['theirs', 'a1', 'a2', 'b1', 'c1']
  expect(Object.fromEntries(locks)).toEqual({
    a1: fields('theirs', 'a1'),
    a2: fields('theirs', 'a1', 'a2'),
    b1: fields('theirs', 'b1'),
    c1: fields('theirs', 'a1', 'a2', 'b1', 'c1'),
    s1: fields(...signed, 's1'),
    s2: { ...fields(...signed, 's1', 's2'), permissions: 1 },
  })
})
