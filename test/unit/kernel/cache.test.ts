import { expect, test } from 'vitest'
import { Cache } from '../../../src/kernel/cache.ts'

test('what is known is made once, until too much is known', () => {
  const made: string[] = []
  const remembered = new Cache<string>(2)
  const of = (name: string) =>
    remembered.of(name, () => {
      made.push(name)
      return name.toUpperCase()
    })
  expect(['a', 'b', 'a', 'b'].map(of)).toEqual(['A', 'B', 'A', 'B'])
  expect(made).toEqual(['a', 'b'])
  expect(['c', 'c', 'a'].map(of)).toEqual(['C', 'C', 'A'])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('what could not be made is tried again', () => {
  const remembered = new Cache<number>(1)
  const broken = () => {
    throw new Error('not now')
  }
  expect(() => remembered.of('a', broken)).toThrow('not now')
  expect(remembered.of('a', () => 1)).toBe(1)
})
