/** Who spent how much processor time, as the kernel counts it. */
import { readFileSync } from 'node:fs'
import { treeCpu } from '../memory.ts'
import type { Spent } from './results.ts'
import type { Site, Stage } from './stages.ts'

const TICK_MS = 10

/** Processor time of the thread that runs a process's event loop. */
function mainThread(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

type Running = Pick<Site, 'postgres' | 's3'> & Partial<Pick<Site, 'proxy'>>
type Worked = Pick<Stage, 'instances'>

function now({ postgres, s3, proxy }: Running, { instances }: Worked): Spent {
  const roots = instances.map(({ process }) => process.pid)
  const { user, system } = process.cpuUsage()
  return {
    instances: treeCpu(roots),
    main: roots.reduce((sum, pid) => sum + mainThread(pid), 0),
    database: treeCpu([postgres.pid]),
    storage: treeCpu([s3.pid]),
    balancer: proxy ? treeCpu([proxy.pid ?? 0]) : 0,
    client: (user + system) / 1000,
  }
}

/** Runs work on one stage and tells what it cost; `count` of the answer is how many calls that were. */
export async function spentOn<T extends { readonly count: number }>(
  site: Running,
  stage: Worked,
  work: () => Promise<T>,
): Promise<T & { spent: Spent }> {
  const before = now(site, stage)
  const done = await work()
  const after = now(site, stage)
  const each = (name: keyof Spent): number => (after[name] - before[name]) / done.count
  const spent = {
    instances: each('instances'),
    main: each('main'),
    database: each('database'),
    storage: each('storage'),
    balancer: each('balancer'),
    client: each('client'),
  }
  return { ...done, spent }
}
