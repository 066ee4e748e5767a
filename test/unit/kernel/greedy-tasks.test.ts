import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { Processors } from '../../../src/kernel/processors.ts'
import { accountTenant, forTenant } from '../../../src/kernel/tenant.ts'
import { type ThreadLimits, ThreadPool } from '../../../src/kernel/thread-pool.ts'
import { poolWords } from '../../../src/translations/findings.ts'

type Kind = 'who' | 'keep' | 'grow' | 'spin' | 'wait' | 'hang'

const poolOf = (limits: ThreadLimits, module = 'thread-greedy.mjs') =>
  new ThreadPool<Record<Kind, object>, Record<Kind, string>>(
    { url: new URL(`../../support/${module}`, import.meta.url), execArgv: [] },
    limits,
    poolWords('merging'),
  )

const APART = { workers: 1, cpuMs: 1_000, isolation: { memoryMb: 200 } } as const

/** What the system says of a process; killed, it ends when it is next let run. */
const stateOf = (pid: number | string): Promise<string> =>
  readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State: gone')
const ENDED = /State:\s+(?:gone|Z|X)/

async function withPool(
  limits: ThreadLimits,
  use: (run: (kind: Kind) => Promise<string>) => Promise<void>,
): Promise<void> {
  const pool = poolOf(limits)
  try {
    await pool.warm()
    await use((kind) => pool.run(kind, {}))
  } finally {
    await pool.close()
  }
}

test('a thread that retains the memory of a task is replaced, and the next task is done', async () => {
  await withPool({ workers: 1, cpuMs: 60_000 }, async (run) => {
    const first = await run('who')
    expect(await run('who')).toBe(first)
    await run('keep')
    let next = await run('who')
    for (let time = 0; next === first && time < 50; time++) {
      await new Promise((done) => setTimeout(done, 100))
      next = await run('who')
    }
    expect(next).not.toBe(first)
    expect(await run('who')).toBe(next)
  })
})

describe.each([
  ['thread', {}],
  ['process', { isolation: { memoryMb: 200 } }],
] as const)('a task in a %s', (_, how) => {
  test('that uses the processor without end is ended for it', async () => {
    await withPool({ workers: 1, cpuMs: 300, ...how }, async (run) => {
      await expect(run('spin')).rejects.toMatchObject({
        code: 'render_limit_exceeded',
        message: expect.stringContaining('more than 0.3 s of processor time'),
      })
      await run('who')
    })
  })

  test('that waits for a processor longer than it may use one is done', async () => {
    await withPool({ workers: 1, cpuMs: 300, ...how }, async (run) => {
      const first = await run('who')
      expect(await run('wait')).toBe(first)
    })
  })

  test('that hangs is ended, and not for what it is', async () => {
    await withPool({ workers: 1, cpuMs: 60_000, wallMs: 5_000, ...how }, async (run) => {
      await expect(run('hang')).rejects.toMatchObject({
        code: 'server_busy',
        retryAfterSeconds: 10,
      })
      await run('who')
    })
  })
})

test('a process that the machine stops for a while, or ends, is not its task’s fault', async () => {
  await withPool({ ...APART, cpuMs: 400 }, async (run) => {
    const [pid] = (await run('who')).split(' ').map(Number)
    const stopped = run('wait')
    process.kill(pid ?? Number.NaN, 'SIGSTOP')
    await new Promise((done) => setTimeout(done, 2_000))
    process.kill(pid ?? Number.NaN, 'SIGCONT')
    expect((await stopped).split(' ')[0]).toBe(String(pid))
    const lost = run('hang')
    process.kill(pid ?? Number.NaN, 'SIGKILL')
    await expect(lost).rejects.toMatchObject({ code: 'server_busy' })
    await run('who')
  })
})

test.each([
  ['memory', 'grow'],
  ['processor time', 'spin'],
] as const)(
  'a process that takes too much %s is ended, and the next task is done',
  async (_, kind) => {
    await withPool(APART, async (run) => {
      const first = await run('who')
      expect(await run('who')).toBe(first)
      await expect(run(kind)).rejects.toThrow('more than 1 s of processor time or 200 MB of memory')
      expect(await run('who')).not.toBe(first)
      const [pid] = first.split(' ')
      await expect.poll(() => stateOf(pid ?? '')).toMatch(ENDED)
    })
  },
)

test('a process that retains the memory of a task is replaced', async () => {
  await withPool({ ...APART, cpuMs: 5_000, isolation: { memoryMb: 400 } }, async (run) => {
    const first = await run('who')
    await run('keep')
    expect(await run('who')).not.toBe(first)
  })
})

test('a party whose task has spent a process begins no other one until the successor is ready', async () => {
  const processors = new Processors(1)
  processors.arrive('another')
  const pool = poolOf({ ...APART, cpuMs: 5_000, isolation: { memoryMb: 400 }, processors })
  const mayBegin = () => processors.mayBegin('account a', () => undefined)
  try {
    await pool.warm()
    const run = (kind: Kind) => forTenant(accountTenant('a'), () => pool.run(kind, {}))
    await run('who')
    expect(mayBegin()).toBe(true)
    const first = await run('who')
    await run('keep')
    expect(mayBegin()).toBe(false)
    await expect.poll(mayBegin, { timeout: 30_000 }).toBe(true)
    expect(await run('who')).not.toBe(first)
  } finally {
    await pool.close()
  }
})

const processesOfPool = (): number[] =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'thread-greedy'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map(Number)

test('processes that are replaced while there is work have their successors ready', async () => {
  const isolation = { memoryMb: 400, warm: 1 }
  await withPool({ workers: 2, cpuMs: 60_000, isolation }, async (run) => {
    await Promise.all([run('keep'), run('keep')])
    await expect.poll(() => processesOfPool().length).toBe(2)
  })
})

test('a task whose process ended before it was ready is done by another', async () => {
  const pool = poolOf(APART, 'thread-greedy.mjs?late')
  try {
    const done = pool.run('who', {})
    const [first] = await vi.waitUntil(
      () => {
        const started = processesOfPool()
        return started.length > 0 && started
      },
      { timeout: 30_000, interval: 5 },
    )
    expect(first).toBeGreaterThan(1)
    process.kill(first ?? Number.NaN, 'SIGKILL')
    const [other] = (await done).split(' ')
    expect(other).not.toBe(String(first))
  } finally {
    await pool.close()
  }
})

test('a process with a task without end is gone soon after its parent was killed', async () => {
  const parent = spawn(process.execPath, ['--import', 'tsx', 'test/support/endless-task.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = String(said).trim()
  expect(await stateOf(pid)).toMatch(/State:\s+[RS]/)
  parent.kill('SIGKILL')
  await expect.poll(() => stateOf(pid)).toMatch(ENDED)
})

test('processes are started when they are needed, and those that need not stay end', async () => {
  const isolation = { memoryMb: 400, warm: 1 }
  await withPool({ workers: 2, cpuMs: 60_000, isolation }, async (run) => {
    const warm = await run('who')
    const [one, other] = await Promise.all([run('who'), run('who')])
    expect([one, other]).toContain(warm)
    const another = one === warm ? other : one
    expect(another).not.toBe(warm)
    const [pid = ''] = another.split(' ')
    await expect.poll(() => stateOf(pid), { timeout: 30_000, interval: 500 }).toMatch(ENDED)
    expect(await run('who')).toBe(warm)
  })
})
