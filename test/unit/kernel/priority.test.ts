/** Work gives way to the event loop; where the system keeps priorities is Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { WORK_NICENESS } from '../../../src/kernel/processors.ts'
import { TaskProcesses } from '../../../src/kernel/task-processes.ts'
import { ThreadPool } from '../../../src/kernel/thread-pool.ts'
import { workerEntry } from '../../../src/kernel/worker-url.ts'
import { poolWords } from '../../../src/translations/findings.ts'

const WHO = { url: new URL('../../support/thread-id.mjs', import.meta.url), execArgv: [] }

/** Niceness of a process's threads. */
const threads = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
const lower = (): number => Math.min(getPriority() + WORK_NICENESS, 19)

test('threads with tasks have a lower priority than the event loop, which keeps its own', async () => {
  const [own, before] = [getPriority(), threads().filter((nice) => nice === lower()).length]
  const limits = { workers: 2, cpuMs: 60_000 }
  const pool = new ThreadPool(workerEntry('pdf/pdf-worker'), limits, poolWords('finishing'))
  await pool.warm()
  expect(threads().filter((nice) => nice === lower()).length - before).toBe(2)
  expect(getPriority()).toBe(own)
  await pool.close()
})

test('so have processes with tasks', async () => {
  const limits = { workers: 1, heapMb: 100, memoryMb: 200 }
  const processes = new TaskProcesses(WHO, limits)
  const { signal } = new AbortController()
  const handing = {
    signal,
    time: { cpuMs: 60_000 },
    transferList: [],
    affinityKey: undefined,
    long: false,
  }
  const { value } = (await processes.run({ task: {} }, handing)) as { value: string }
  expect(getPriority(Number(value.split(' ')[0]))).toBe(lower())
  await processes.close()
})
