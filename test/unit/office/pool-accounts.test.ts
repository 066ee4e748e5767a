import { describe, expect, test } from 'vitest'
import { accountTenant, forTenant } from '../../../src/kernel/tenant.ts'
import { type FakeWorker, PDF, settle } from './fake-worker.ts'
import { docx, openPool } from './open-pool.ts'

describe('accounts', () => {
  const SHORT = { ms: 1, most: { what: 'pages' as const, count: 1, ms: 1, squared: false } }
  const a = accountTenant('a')
  const b = accountTenant('b')
  /** Known to be short, however long the machine stands still meanwhile: a long one would leave a slot free. */
  const short = (text: string) => ({ ...docx(text), cost: SHORT })

  /** Converts one document for an account; answers the worker that had it. */
  async function convertFor(
    { pool, workers }: Awaited<ReturnType<typeof openPool>>,
    tenant: typeof a,
    text: string,
  ): Promise<FakeWorker> {
    const before = workers.map(({ tasks }) => tasks.length)
    const document = forTenant(tenant, () => pool.convert(short(text)))
    const had = () => workers.find(({ tasks }, index) => tasks.length > (before[index] ?? 0))
    await expect.poll(had, { timeout: 2_000, interval: 1 }).toBeDefined()
    const worker = had()!
    worker.finish()
    await document
    await settle()
    await settle()
    return worker
  }

  test('a worker that two accounts have used takes no more than ten documents from then on', async () => {
    const stage = await openPool({ sharedDocuments: 10 })
    for (let n = 0; n < 30; n++) await convertFor(stage, a, `a${n}`)
    expect(stage.workers).toHaveLength(1)
    for (let n = 0; n < 60; n++) await convertFor(stage, n % 2 === 0 ? b : a, `x${n}`)
    for (const { tasks } of stage.workers) {
      const texts = tasks.map(({ docx }) => String(docx).slice(2, 3))
      const owners = tasks.map(({ docx }, index) =>
        texts[index] === 'a' || Number(String(docx).slice(3)) % 2 === 1 ? 'a' : 'b',
      )
      const second = owners.findIndex((owner) => owner !== owners[0])
      expect(second < 0 ? 0 : tasks.length - second).toBeLessThanOrEqual(10)
    }
    expect(stage.pool.supervisor.counts.lost).toBe(0)
  })

  test('where workers are not to be shared, each serves one account', async () => {
    const stage = await openPool({ workers: 2, sharedDocuments: 0 })
    for (let n = 0; n < 12; n++)
      await convertFor(stage, n % 3 === 0 ? b : a, n % 3 === 0 ? 'b' : 'a')
    for (const { tasks } of stage.workers)
      expect(new Set(tasks.map(({ docx }) => String(docx))).size).toBeLessThanOrEqual(1)
  })

  test('an account continues with the worker that it had, others with another', async () => {
    const stage = await openPool({ workers: 2 })
    const first = await convertFor(stage, a, 'a')
    expect(await convertFor(stage, b, 'b')).not.toBe(first)
    for (let n = 0; n < 20; n++) expect(await convertFor(stage, a, `a${n}`)).toBe(first)
    expect(stage.workers).toHaveLength(2)
  })

  describe('while a worker that two accounts have used up is being replaced', () => {
    /** `a` and `b` have used up the first worker; `b` works with the second; the third is about to start, or to fail. */
    async function usedUp() {
      let startThird: (works: boolean) => void = () => undefined
      const third = new Promise<boolean>((resolve) => {
        startThird = resolve
      })
      const stage = await openPool({ workers: 2, sharedDocuments: 2 }, (id) =>
        id < 3 ? true : third,
      )
      const { pool, workers } = stage
      const first = await convertFor(stage, a, 'a')
      const own = forTenant(b, () => pool.convert(short('b')))
      await settle()
      for (let n = 0; n < 2; n++) expect(await convertFor(stage, b, `b${n}`)).toBe(first)
      const second = workers[1]!
      second.finish()
      await own
      await settle()
      const document = forTenant(a, () => pool.convert(short('a')))
      await settle()
      expect(second.tasks.map(({ docx }) => String(docx))).toEqual(['PKb'])
      return { ...stage, startThird, second, document }
    }

    test('an account waits for the new one and does not share the one that another works with', async () => {
      const { workers, startThird, second, document } = await usedUp()
      startThird(true)
      await expect.poll(() => workers[2]?.tasks.length).toBe(1)
      workers[2]?.finish()
      expect((await document).pdf).toEqual(PDF)
      expect(second.tasks).toHaveLength(1)
    })

    test('an account shares one as soon as the new one has failed to start', async () => {
      const { startThird, second, document } = await usedUp()
      startThird(false)
      await expect.poll(() => second.tasks.length).toBe(2)
      second.finish()
      expect((await document).pdf).toEqual(PDF)
    })
  })

  test('a document that gives way to another account is begun anew, unseen', async () => {
    const { pool, workers } = await openPool()
    const long = forTenant(a, () => pool.convert(docx('long')))
    await settle()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const other = forTenant(b, () => pool.convert(short('short')))
    await expect.poll(() => workers[1]?.tasks.length).toBe(1)
    expect(workers[0]?.killed).toContain('gives way')
    expect(String(workers[1]?.tasks[0]?.docx)).toBe('PKshort')
    workers[1]?.finish()
    await other
    await settle()
    expect(String(workers[1]?.tasks[1]?.docx)).toBe('PKlong')
    workers[1]?.finish()
    expect((await long).pdf).toEqual(PDF)
    expect(pool.counters).toMatchObject({ preempted: 1, crashed: 0, retried: 0, converted: 2 })
  })
})
