import { afterEach, expect, test } from 'vitest'
import { PollLoop } from '../../../src/kernel/poll-loop.ts'

const HOUR_MS = 3_600_000
let loop: PollLoop | undefined
afterEach(() => loop?.close())

test('looks at its start, and once more for all that is requested while it looks', async () => {
  let looks = 0
  let goOn = () => {}
  const look = async () => {
    looks += 1
    await new Promise<void>((resolve) => (goOn = resolve))
  }
  loop = new PollLoop(look, () => {}, HOUR_MS)
  loop.wake()
  expect(looks, 'not before its start').toBe(0)
  loop.start()
  for (let round = 0; round < 5; round += 1) loop.wake()
  expect(looks).toBe(1)
  goOn()
  await expect.poll(() => looks).toBe(2)
  goOn()
  await new Promise(setImmediate)
  expect(looks).toBe(2)
})

test('a look that fails is reported, and the next one is made', async () => {
  const failures: unknown[] = []
  let looks = 0
  const look = async () => {
    looks += 1
    if (looks === 1) throw new Error('broken')
  }
  loop = new PollLoop(look, (error) => failures.push(error), 5)
  loop.start()
  await expect.poll(() => looks).toBeGreaterThan(1)
  expect(failures).toMatchObject([{ message: 'broken' }])
})

test('its end waits for the present look and allows no further one', async () => {
  let [looks, done] = [0, 0]
  const look = async () => {
    looks += 1
    await new Promise(setImmediate)
    done += 1
  }
  loop = new PollLoop(look, () => {}, HOUR_MS)
  loop.start()
  loop.wake()
  await loop.close()
  expect([looks, done]).toEqual([1, 1])
  loop.wake()
  await new Promise(setImmediate)
  expect(looks).toBe(1)
})
