import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CoveredDigests } from '../../../src/pades/covered-digests.ts'

const FILE = randomBytes(400)

test('are those of the two parts, in whatever order signatures are asked for', () => {
  const place = fc.integer({ min: 0, max: FILE.length })
  const asked = fc.tuple(fc.constantFrom('sha256', 'sha512'), place, place, place)
  fc.assert(
    fc.property(fc.array(asked), (signatures) => {
      const digests = new CoveredDigests()
      for (const [algorithm, ...places] of signatures) {
        const [hole, from, to] = places.sort((a, b) => a - b) as [number, number, number]
        const [before, after] = [FILE.subarray(0, hole), FILE.subarray(from, to)] as const
        const expected = createHash(algorithm).update(before).update(after).digest('hex')
        expect(digests.of(algorithm, [before, after]).toString('hex')).toBe(expected)
      }
    }),
  )
})
