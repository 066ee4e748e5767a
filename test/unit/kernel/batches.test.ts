import { expect, test } from 'vitest'
import { together } from '../../../src/kernel/batches.ts'

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

test('items are worked on so many at a time, each once', async () => {
  let [running, most] = [0, 0]
  const done: number[] = []
  const items = Array.from({ length: 20 }, (_, item) => item)
  await together(items, 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await turn()
    running -= 1
    done.push(item)
  })
  expect(most).toBe(3)
  expect(done.sort((one, other) => one - other)).toEqual(items)
})

test('after the first error none is begun, and it is thrown when those that run have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = together([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item)
    if (item === 1) throw new Error('the first')
    await turn()
    ended.push(item)
  })
  await expect(work).rejects.toThrow('the first')
  expect(begun).toEqual([1, 2])
  expect(ended).toEqual([2])
})
