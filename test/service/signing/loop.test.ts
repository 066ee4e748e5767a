/** Signing the largest document never holds up the other callers of the same process. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainDocument } from '../../support/pdf-samples.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

/** The service's own promise: nothing keeps the event loop longer in one go. */
const STRETCH_MS_MAX = 50
/** The first document finds code that was never run; the collector may run in any round. */
const ROUNDS = 3
/** Of the thread that answers, which is this process's first. */
const OWN_TIME = `/proc/${process.pid}/task/${process.pid}/schedstat`

let app: SigningApp

beforeAll(async () => {
  app = await startSigningApp({ PARAPH_SIGN_WORKERS: '1', PARAPH_VERIFY_WORKERS: '1' })
})
afterAll(() => app.close())

const onProcessorMs = (): number => Number(readFileSync(OWN_TIME, 'utf8').split(' ')[0]) / 1e6

/** Longest time on the processor in one go while `work` runs: a busy machine does not look like a blocked loop. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let [longest, before] = [0, onProcessorMs()]
  const look = (): void => {
    const now = onProcessorMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const probe = setInterval(look, 2)
  await work()
  look()
  clearInterval(probe)
  return longest
}

test('a document of 10 MB is created, signed and sealed without holding up the event loop', async () => {
  const document = await plainDocument()
  await document.attach(randomBytes(9_800_000), 'plan.bin', { description: 'Plan' })
  const pdf = await document.save()
  const best = { create: Infinity, sign: Infinity, seal: Infinity }
  const measured = async (step: keyof typeof best, work: () => Promise<unknown>): Promise<void> => {
    best[step] = Math.min(best[step], await longestStretch(work))
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = somebody()
    let id = ''
    await measured('create', async () => {
      id = (await app.create([who], { pdf })).id
    })
    const person = await app.person(who)
    await person.verify()
    await measured('sign', async () => expect((await person.sign()).status).toBe(200))
    await measured('seal', async () => {
      while ((await app.get(id)).status === 'pending') await app.work()
    })
    expect((await app.get(id)).status).toBe('completed')
  }
  expect(Object.entries(best).filter(([, ms]) => ms > STRETCH_MS_MAX)).toEqual([])
})
