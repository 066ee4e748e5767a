import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FairQueue, type Lease, type QueueRequest } from '../../../src/kernel/fair-queue.ts'
import {
  accountTenant,
  anonymousTenant,
  forTenant,
  type Tenant,
} from '../../../src/kernel/tenant.ts'

interface Task {
  name: string
  lease: Lease<number>
}

/** A queue over numbered places, on a clock that the test turns; `begun` lists who began, in order. */
function openQueue(places: number, { max = 200, timeoutMs = 60_000 } = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = 0
  const free = Array.from({ length: places }, (_, index) => index)
  const queue = new FairQueue<number>({
    places,
    claim: () => free.pop(),
    max,
    timeoutMs,
    words: {
      full: (most, whose) => ({ en: `${most} ${whose}` }),
      late: (s) => ({ en: `late ${s}` }),
    },
    now: () => now,
  })
  const begun: string[] = []
  const running = new Map<string, Task>()
  const ask = async (tenant: Tenant, name: string, input: QueueRequest = {}): Promise<void> => {
    const lease = await forTenant(tenant, () => queue.take(input))
    begun.push(name)
    running.set(name, { name, lease })
  }
  const end = (name: string): void => {
    const task = running.get(name)
    running.delete(name)
    if (task === undefined) throw new Error(`${name} does not run`)
    task.lease.done()
    free.push(task.lease.resource)
    queue.serve()
  }
  const pass = async (ms: number): Promise<void> => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  return { queue, begun, running, ask, end, pass }
}

const a = accountTenant('a')
const b = accountTenant('b')
const c = accountTenant('c')
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

/** Lets tasks of so many milliseconds run one after the other until nobody waits. */
async function runAll(stage: ReturnType<typeof openQueue>, msOf: (name: string) => number) {
  while (stage.running.size > 0) {
    const [next] = [...stage.running.keys()]
    await stage.pass(msOf(next!))
    stage.end(next!)
    await stage.pass(0)
  }
}

describe('turns', () => {
  test('an account that comes behind a flood of another waits for one task, not for all', async () => {
    const stage = openQueue(1)
    for (let n = 0; n < 40; n++) void stage.ask(a, `a${n}`)
    await stage.pass(1)
    void stage.ask(b, 'b')
    await runAll(stage, () => 100)
    expect(stage.begun.indexOf('b')).toBe(1)
    expect(stage.begun).toHaveLength(41)
  })

  test('two floods get the same time of the workers, not the same number of tasks', async () => {
    const stage = openQueue(1)
    for (let n = 0; n < 80; n++) void stage.ask(a, `a${n}`)
    for (let n = 0; n < 80; n++) void stage.ask(b, `b${n}`)
    await stage.pass(0)
    for (let n = 0; n < 60; n++) {
      const [next] = [...stage.running.keys()]
      await stage.pass(next!.startsWith('a') ? 500 : 100)
      stage.end(next!)
      await stage.pass(0)
    }
    const short = stage.begun.filter((name) => name.startsWith('b')).length
    const long = stage.begun.length - short
    expect(short / long).toBeGreaterThan(4)
    expect(short / long).toBeLessThan(6.5)
  })

  test('an account that was away has saved nothing up', async () => {
    const stage = openQueue(1)
    void stage.ask(b, 'b-before')
    await stage.pass(0)
    await runAll(stage, () => 10)
    for (let n = 0; n < 20; n++) void stage.ask(a, `a${n}`)
    await stage.pass(0)
    for (let n = 0; n < 10; n++) {
      await stage.pass(100)
      stage.end(`a${n}`)
      await stage.pass(0)
    }
    for (let n = 0; n < 10; n++) void stage.ask(b, `b${n}`)
    await runAll(stage, () => 100)
    const after = stage.begun.slice(12, 24)
    expect(after.filter((name) => name.startsWith('a')).length).toBeGreaterThanOrEqual(5)
  })

  test('a hundred addresses without a key have the share of one account, each its turn', async () => {
    const stage = openQueue(1, { max: 400 })
    for (let n = 0; n < 100; n++) void stage.ask(anonymousTenant(`10.0.0.${n}`), `s${n}`)
    for (let n = 0; n < 5; n++) void stage.ask(anonymousTenant('10.0.0.1'), `s1-more${n}`)
    for (let n = 0; n < 20; n++) void stage.ask(a, `a${n}`)
    await stage.pass(0)
    await runAll(stage, () => 100)
    const untilLast = stage.begun.slice(0, stage.begun.indexOf('a19') + 1)
    expect(untilLast.length).toBeLessThanOrEqual(42)
    expect(stage.begun.indexOf('s99')).toBeLessThan(stage.begun.indexOf('s1-more0'))
  })

  test('a task that lost its slot through no fault of its own is next, in a full queue too', async () => {
    const stage = openQueue(1, { max: 2 })
    void stage.ask(a, 'a0')
    void stage.ask(a, 'a1')
    void stage.ask(b, 'b0')
    void stage.ask(c, 'c-again', { again: true })
    await stage.pass(0)
    await runAll(stage, () => 100)
    expect(stage.begun[1]).toBe('c-again')
  })
})

describe('the place of an account that has just finished a task', () => {
  /** Account b has had a task of so many milliseconds while the other account flooded with tasks of the same length. */
  async function besideFlood(places: number, ms: number) {
    const stage = openQueue(places)
    void stage.ask(b, 'b')
    for (let n = 0; n < 20; n++) void stage.ask(a, `a${n}`, { expectMs: ms })
    await stage.pass(ms)
    stage.end('b')
    return stage
  }

  test('is free for its next one, however many another account waits with', async () => {
    const stage = await besideFlood(2, 60)
    for (let n = 0; n < 20; n++) {
      await stage.pass(5)
      void stage.ask(b, `b${n}`)
      await stage.pass(0)
      expect(stage.running.has(`b${n}`)).toBe(true)
      await stage.pass(55)
      stage.end(`b${n}`)
      stage.end(`a${n}`)
      await stage.pass(0)
      expect(stage.running.has(`a${n + 1}`)).toBe(n < 19)
    }
  })

  test.each([
    [5, 20],
    [60, 60],
    [900, 100],
  ])(
    'is given to another after a pause: where its task took %i ms, of %i ms',
    async (ms, pauseMs) => {
      const stage = await besideFlood(2, ms)
      await stage.pass(pauseMs - 1)
      expect([...stage.running.keys()]).toEqual(['a0'])
      await stage.pass(1)
      expect([...stage.running.keys()]).toEqual(['a0', 'a1'])
    },
  )

  test('is at once that of a third account which has none, and the only place is kept for nobody', async () => {
    const stage = await besideFlood(2, 60)
    void stage.ask(c, 'c')
    await stage.pass(0)
    expect([...stage.running.keys()]).toEqual(['a0', 'c'])
    vi.useRealTimers()
    const single = await besideFlood(1, 60)
    await single.pass(0)
    expect([...single.running.keys()]).toEqual(['a0'])
  })
})

describe('long tasks', () => {
  test('while others are about, an account with long tasks never holds the last place', async () => {
    const stage = openQueue(2)
    void stage.ask(b, 'b')
    await stage.pass(50)
    stage.end('b')
    for (let n = 0; n < 6; n++) void stage.ask(a, `a${n}`, { expectMs: 20_000 })
    await stage.pass(0)
    expect([...stage.running.keys()]).toEqual(['a0'])
    expect(stage.running.get('a0')?.lease.long).toBe(true)
    for (let n = 0; n < 20; n++) {
      void stage.ask(b, `b${n}`, { expectMs: 100 })
      await stage.pass(0)
      expect(stage.running.get(`b${n}`)?.lease.long).toBe(false)
      await stage.pass(100)
      stage.end(`b${n}`)
    }
  })

  test('what is long is measured by what the other account sends: it never waits for one half as long again as its own', async () => {
    for (const [own, floods, waits] of [
      [10, 140, false],
      [10, 25, false],
      [50, 80, false],
      [50, 70, true],
      [400, 550, true],
      [400, 700, false],
    ] as const) {
      const stage = openQueue(2)
      for (const [tenant, ms] of [
        [a, floods],
        [b, own],
      ] as const) {
        void stage.ask(tenant, 'before')
        await stage.pass(ms)
        stage.end('before')
      }
      await stage.pass(100)
      for (let n = 0; n < 6; n++) void stage.ask(a, `a${n}`, { expectMs: floods })
      await stage.pass(0)
      void stage.ask(b, 'b again', { expectMs: own })
      await stage.pass(0)
      expect([own, floods, !stage.running.has('b again')]).toEqual([own, floods, waits])
      vi.useRealTimers()
    }
  })

  test('accounts whose tasks are alike leave no place empty', async () => {
    const stage = openQueue(2)
    for (const tenant of [a, b]) void stage.ask(tenant, tenant.name)
    await stage.pass(60)
    for (const tenant of [a, b]) stage.end(tenant.name)
    await stage.pass(60)
    for (let n = 0; n < 6; n++) void stage.ask(a, `a${n}`, { expectMs: 85 })
    await stage.pass(0)
    expect(stage.running.size).toBe(2)
  })

  test('many accounts with a long task each do not hold the last place either', async () => {
    const stage = openQueue(2)
    for (let n = 0; n < 50; n++)
      void stage.ask(accountTenant(`x${n}`), `x${n}`, { expectMs: 9_000 })
    await stage.pass(0)
    expect(stage.running.size).toBe(1)
    void stage.ask(b, 'b', { expectMs: 100 })
    await stage.pass(0)
    expect(stage.running.has('b')).toBe(true)
  })

  test('an account that is alone has every place, whatever its tasks take', async () => {
    const stage = openQueue(2)
    for (let n = 0; n < 4; n++) void stage.ask(a, `a${n}`, { expectMs: 20_000 })
    await stage.pass(0)
    expect(stage.running.size).toBe(2)
  })

  test('long tasks that hold every place let one go when somebody else comes, once each', async () => {
    const stage = openQueue(2)
    const preempted: string[] = []
    const flood = async (name: string): Promise<void> => {
      const again = (): void => {
        preempted.push(name)
        stage.end(name)
        void stage.ask(a, `${name} again`, { preempted: true })
      }
      await stage.ask(a, name, { preempt: again })
    }
    for (let n = 0; n < 6; n++) void flood(`a${n}`)
    await stage.pass(1_500)
    expect(stage.running.size).toBe(2)
    void stage.ask(b, 'b')
    await stage.pass(300)
    expect(preempted).toEqual(['a1'])
    expect(stage.begun).toEqual(['a0', 'a1', 'b'])
    stage.end('b')
    await stage.pass(2_000)
    // known to be long from now on, it leaves the place to those who have none
    expect([...stage.running.keys()]).toEqual(['a0'])
    stage.end('a0')
    await stage.pass(0)
    expect(stage.running.has('a1 again')).toBe(true)
    expect(preempted).toHaveLength(1)
  })

  test('short tasks of an account overtake its long ones, which are not forgotten for it', async () => {
    const stage = openQueue(2)
    void stage.ask(b, 'b')
    void stage.ask(a, 'long1', { expectMs: 20_000 })
    void stage.ask(a, 'long2', { expectMs: 20_000 })
    void stage.ask(a, 'short', { expectMs: 50 })
    await stage.pass(50)
    stage.end('b')
    await stage.pass(50)
    expect([...stage.running.keys()]).toEqual(['long1', 'short'])
    stage.end('short')
    stage.end('long1')
    await stage.pass(0)
    expect(stage.running.has('long2')).toBe(true)
  })
})

describe('bounds', () => {
  test('one account may not fill the queue, and others still get in', async () => {
    const stage = openQueue(1, { max: 10 })
    for (let n = 0; n < 6; n++) void failure(stage.ask(a, `a${n}`))
    expect(await failure(stage.ask(a, 'a6'))).toMatchObject({
      code: 'server_busy',
      message: '5 own',
    })
    void stage.ask(b, 'b')
    await stage.pass(0)
    expect(stage.queue.length).toBe(6)
  })

  test('when the queue is full, the longest line gives its last place to who has a shorter one', async () => {
    const stage = openQueue(1, { max: 6 })
    const refused: string[] = []
    const ask = (tenant: Tenant, name: string) =>
      stage.ask(tenant, name).catch(() => refused.push(name))
    for (let n = 0; n < 4; n++) void ask(a, `a${n}`)
    for (let n = 0; n < 3; n++) void ask(b, `b${n}`)
    void ask(c, 'c0')
    await stage.pass(0)
    expect(refused).toHaveLength(1)
    expect(['a3', 'b2']).toContain(refused[0])
    expect(stage.queue.length).toBe(6)
  })

  test('who waits too long or leaves is gone from the queue', async () => {
    const stage = openQueue(1, { timeoutMs: 1_000 })
    void stage.ask(a, 'a')
    const late = failure(stage.ask(b, 'late'))
    const leaving = new AbortController()
    const left = failure(stage.ask(c, 'left', { signal: leaving.signal }))
    leaving.abort(new Error('gone'))
    expect(await left).toMatchObject({ message: 'gone' })
    await stage.pass(1_000)
    expect(await late).toMatchObject({ code: 'server_busy', message: 'late 1' })
    expect(stage.queue.length).toBe(0)
  })
})
