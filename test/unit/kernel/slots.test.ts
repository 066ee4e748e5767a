import { expect, test } from 'vitest'
import { Slots } from '../../../src/kernel/slots.ts'

test('no more run than there are slots, the others in order of request', async () => {
  const slots = new Slots(2)
  const [started, ends]: [number[], Array<() => void>] = [[], []]
  const runs = [0, 1, 2, 3].map((index) =>
    slots.run(async () => {
      started.push(index)
      await new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  await expect.poll(() => started).toEqual([0, 1])
  expect(slots.waiting).toBe(2)
  ends[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2])
  ends[1]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  await Promise.all(runs)
  expect(slots.waiting).toBe(0)
})

test('work that fails gives its slot back', async () => {
  const slots = new Slots(1)
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run(async () => 'done')).toBe('done')
})

test('who waits too long gets none, and takes none away later', async () => {
  const slots = new Slots(1)
  expect(await slots.acquire()).toBe(true)
  expect(await slots.acquire(5)).toBe(false)
  expect(slots.waiting).toBe(0)
  slots.release()
  expect(await slots.acquire(5)).toBe(true)
})
