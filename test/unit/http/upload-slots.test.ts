import { beforeEach, expect, test } from 'vitest'
import { type Body, type Sender, Uploads } from '../../../src/http/upload-slots.ts'

let now = 0
let cut: string[] = []
const uploads = () => new Uploads(50, () => now)
const account = (name: string): Sender => ({ name, anonymous: false })
const anonymous = (name: string): Sender => ({ name, anonymous: true })

/** A body that comes with so many bytes a second. */
function body(name: string, bytesPerSecond: number, awaited = true): Body {
  const since = now
  return {
    received: () => Math.floor(((now - since) / 1000) * bytesPerSecond),
    awaited: () => awaited,
    cut: () => cut.push(name),
  }
}
/** How many of so many tries get a place. */
const enter = (places: Uploads, tries: number, sender: Sender, speed: number): number => {
  let entered = 0
  for (let each = 0; each < tries; each++) {
    try {
      places.enter(sender, body(sender.name, speed))
      entered += 1
    } catch {
      // it has its share
    }
  }
  return entered
}
const passSeconds = (places: Uploads, seconds: number) => {
  for (let each = 0; each < seconds; each++) {
    now += 1_000
    places.look()
  }
}

beforeEach(() => {
  now = 0
  cut = []
})

test('one address, one account and all anonymous callers together hold no more than their shares', () => {
  const places = uploads()
  expect(enter(places, 500, anonymous('a'), 1e6)).toBe(10)
  expect(enter(places, 500, account('one'), 1e6)).toBe(13)
  for (const address of ['b', 'c', 'd']) enter(places, 500, anonymous(address), 1e6)
  expect(places.running).toBe(25 + 13)
})

test('a place that is left is free, and leaving twice frees one', () => {
  const places = uploads()
  const leave = places.enter(account('one'), body('one', 1e6))
  places.enter(account('one'), body('one', 1e6))
  leave()
  leave()
  expect(places.running).toBe(1)
})

test('a body is ended that sends nothing for 5 seconds, or less than 1 KiB a second', () => {
  const places = uploads()
  places.enter(account('silent'), body('silent', 0))
  places.enter(account('dripping'), body('dripping', 100))
  places.enter(account('slow'), body('slow', 1_100))
  passSeconds(places, 4)
  expect(cut).toEqual([])
  passSeconds(places, 1)
  expect(cut).toEqual(['silent'])
  passSeconds(places, 60)
  expect(cut).toEqual(['silent', 'dripping'])
  expect(places.running).toBe(1)
})

test('a body is not ended because we have not read what came, or within the process', () => {
  const places = uploads()
  places.enter(account('unread'), body('unread', 0, false))
  places.enter(account('inside'), { ...body('inside', 0), received: () => undefined })
  passSeconds(places, 60)
  expect(cut).toEqual([])
})

test('where slow bodies of few accounts hold every place, one of them makes room for another', () => {
  const places = uploads()
  for (const name of ['a', 'b', 'c', 'd']) enter(places, 13, account(name), 2_000)
  expect(places.running).toBe(50)
  passSeconds(places, 3)
  for (let each = 0; each < 5; each++) places.enter(account('e'), body('e', 1e6))
  expect([places.running, cut.length, cut.includes('e')]).toEqual([50, 5, false])
})

test('what comes fast makes room for nobody', () => {
  const places = uploads()
  for (const name of ['a', 'b', 'c', 'd']) enter(places, 13, account(name), 1e6)
  passSeconds(places, 3)
  expect(enter(places, 1, account('e'), 1e6)).toBe(0)
  expect(cut).toEqual([])
})
