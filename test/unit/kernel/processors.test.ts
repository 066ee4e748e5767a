import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { FairQueue, type Lease } from '../../../src/kernel/fair-queue.ts'
import { Processors } from '../../../src/kernel/processors.ts'
import { accountTenant, forTenant, SERVICE_TENANT } from '../../../src/kernel/tenant.ts'

/** Ends the waits that a test leaves behind; else their time-outs would be the error of a later test. */
const ENDED = new Error('the test has ended')

/** Two pools of two threads each, on two processors; what runs in them, by party. */
function openQueues() {
  const processors = new Processors(2)
  const running: Array<{ party: string; queue: string; end: () => void }> = []
  const open = (queue: string) => {
    const own = new FairQueue<true>({
      places: 2,
      claim: () => true,
      processors,
      max: 100,
      timeoutMs: 60_000,
      words: { full: () => ({ en: 'full' }), late: () => ({ en: 'late' }) },
    })
    onTestFinished(() => own.dismiss(ENDED))
    return async (party: string) => {
      const tenant = party === SERVICE_TENANT ? { name: party, member: '' } : accountTenant(party)
      const begun = (lease: Lease<true>) => {
        const one = {
          party,
          queue,
          end: () => {
            running.splice(running.indexOf(one), 1)
            lease.done()
            own.serve()
          },
        }
        running.push(one)
      }
      await forTenant(tenant, () => own.take()).then(begun, (error) => {
        if (error !== ENDED) throw error
      })
    }
  }
  const of = (party: string) => running.filter((one) => one.party === party)
  return { merge: open('merge'), sign: open('sign'), running, of }
}

test('one party alone runs one task more than there are processors, and the next when one ends', async () => {
  const { merge, sign, of } = openQueues()
  for (const take of [merge, merge, sign, sign]) void take('a')
  await sleep(0)
  expect(of('a').map(({ queue }) => queue)).toEqual(['merge', 'merge', 'sign'])
  of('a')[0]?.end()
  await sleep(0)
  expect(of('a').map(({ queue }) => queue)).toEqual(['merge', 'sign', 'sign'])
})

test('a party beside it has a processor to itself, in whichever pools the other has tasks', async () => {
  const { merge, sign, of } = openQueues()
  const flood = (): void => {
    for (const take of [merge, sign]) void take('a')
  }
  for (let n = 0; n < 5; n++) flood()
  await sleep(0)
  void merge('b')
  for (let step = 0; step < 4; step++) {
    while (of('b').length === 0) {
      of('a')[0]?.end()
      flood()
      await sleep(0)
    }
    while (of('a').length > 1) of('a')[0]?.end()
    await sleep(0)
    // While its task runs, what ends of the other's is followed by one of them, in either pool.
    for (let n = 0; n < 4; n++) {
      expect(of('a')).toHaveLength(1)
      flood()
      of('a')[0]?.end()
      await sleep(0)
    }
    of('b')[0]?.end()
    void (step % 2 === 0 ? sign : merge)('b')
    await sleep(0)
  }
})

test('when the other has gone, the processors are busy again', async () => {
  const { merge, sign, of } = openQueues()
  void merge('b')
  for (const take of [merge, merge, merge, sign, sign, sign]) void take('a')
  await sleep(0)
  expect([of('a').length, of('b').length]).toEqual([1, 1])
  of('b')[0]?.end()
  await sleep(150)
  of('a')[0]?.end()
  await sleep(0)
  expect(of('a')).toHaveLength(3)
})

test('the service’s own tasks are not held back', async () => {
  const { merge, sign, of } = openQueues()
  void merge('b')
  await sleep(0)
  for (const take of [merge, sign, sign]) void take(SERVICE_TENANT)
  await sleep(0)
  expect(of(SERVICE_TENANT)).toHaveLength(3)
})
