import { afterAll, expect, test } from 'vitest'
import { TaskProcesses } from '../../../src/kernel/task-processes.ts'
import { TaskThreads } from '../../../src/kernel/task-threads.ts'
import { ThreadPool } from '../../../src/kernel/thread-pool.ts'
import { poolWords } from '../../../src/translations/findings.ts'

/** Says which thread or process it ran in. */
const WHO = { url: new URL('../../support/thread-id.mjs', import.meta.url), execArgv: [] }
const pool = new ThreadPool<{ who: object }, { who: string }>(
  WHO,
  { workers: 2, cpuMs: 10_000 },
  poolWords('merging'),
)
afterAll(() => pool.close())

type PoolLimits = { workers: number; heapMb: number }

const who = (about?: string) =>
  pool.run('who', {}, about === undefined ? {} : { affinityKey: about })

test('tasks about one thing go to the thread that had the last one, while it is free', async () => {
  await pool.warm()
  const [a, b] = await Promise.all([who('a'), who('b')])
  expect(a).not.toBe(b)
  for (const [about, thread] of [
    ['b', b],
    ['b', b],
    ['a', a],
    ['b', b],
  ] as const)
    expect(await who(about)).toBe(thread)
  const [first, second] = await Promise.all([who('a'), who('a')])
  expect([first, second]).toEqual([a, b])
  expect(await who('a')).toBe(b)
})

test.each([
  ['thread', (limits: PoolLimits) => new TaskThreads(WHO, limits)],
  ['process', (limits: PoolLimits) => new TaskProcesses(WHO, { ...limits, memoryMb: 200 })],
])('a long task leaves the %s that has run the most to short ones', async (_, open) => {
  const own = open({ workers: 2, heapMb: 100 })
  const run = async (long: boolean) => {
    const { signal } = new AbortController()
    const time = { cpuMs: 60_000 }
    const handing = { signal, time, transferList: [], affinityKey: undefined, long }
    return ((await own.run({ task: {} }, handing)) as { value: string }).value
  }
  try {
    await Promise.all([run(false), run(false)])
    const [short, long] = [await run(false), await run(true)]
    expect(long).not.toBe(short)
    for (let turn = 0; turn < 3; turn++) {
      expect(await run(false)).toBe(short)
      expect(await run(true)).toBe(long)
    }
    expect(await Promise.all([run(true), run(true)])).toEqual([long, short])
  } finally {
    await own.close()
  }
})

test('a thread that has started retains nothing of what that took', async () => {
  const threads = new ThreadPool<{ fill: object; size: object }, { fill: number; size: number }>(
    { url: new URL('../../support/thread-heap.mjs', import.meta.url), execArgv: [] },
    { workers: 1, cpuMs: 10_000 },
    poolWords('merging'),
  )
  try {
    await threads.warm()
    const rested = await threads.run('size', {})
    expect(rested).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(await threads.run('fill', {})).toBeGreaterThan(2 * rested)
  } finally {
    await threads.close()
  }
})

test('a thread that dies in the moment in which its task runs out of time ends nothing else', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const threads = new ThreadPool<{ die: object }, { die: boolean }>(
    { url: new URL('../../support/thread-late-fault.mjs', import.meta.url), execArgv: [] },
    { workers: 1, cpuMs: 60_000, wallMs: 400 },
    poolWords('merging'),
  )
  try {
    await threads.warm()
    const task = threads.run('die', {}).catch((error: Error) => error.message)
    // After this the event loop looks at its timers before it hears of threads.
    await new Promise((resolve) => setImmediate(resolve))
    // A busy main thread: the time is over and the thread is dead before either is heard of.
    for (const until = performance.now() + 800; performance.now() < until; );
    expect(await task).toContain('too busy')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(uncaught).toEqual([])
  } finally {
    process.off('uncaughtException', note)
    await threads.close()
  }
})
