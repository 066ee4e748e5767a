/** What callers see while instances are restarted in turn, and while one is killed; nobody repeats a call. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CALLS, type CallName, type Calls } from './calls.ts'
import type { InstancesResults, Kill, Outcome } from './results.ts'
import type { Instance, Site } from './stages.ts'
import { rowsOf } from './written.ts'

/** Callers of each kind of call, each with a pause between two. */
const CALLERS = 2
const PAUSE_MS = 20
const BEFORE_MS = 1_000
const AFTER_MS = 6_000
const JOB_MS = 60_000

interface Made {
  readonly call: CallName
  readonly startMs: number
  readonly endMs: number
  /** Empty if it was answered as wanted. */
  readonly fault: string
}

/** Calls of every kind until `stop`, which answers all that were made. */
function keepCalling(calls: Calls): { stop(): Promise<Made[]> } {
  const made: Made[] = []
  let over = false
  const caller = async (call: CallName) => {
    while (!over) {
      const startMs = performance.now()
      const fault = await calls[call]().then(
        () => '',
        (error) => (error instanceof Error ? error.message : String(error)) || 'failed',
      )
      made.push({ call, startMs, endMs: performance.now(), fault })
      await sleep(PAUSE_MS)
    }
  }
  const callers = CALLS.flatMap((call) => Array.from({ length: CALLERS }, () => caller(call)))
  return {
    async stop() {
      over = true
      await Promise.all(callers)
      return made
    },
  }
}

/** @param killedMs when an instance was killed; absent: none was */
function outcomes(all: readonly Made[], killedMs?: number): Outcome[] {
  return CALLS.map((call) => {
    const made = all.filter((one) => one.call === call)
    const failed = made.filter(({ fault }) => fault !== '')
    const why = [...new Set(failed.map(({ fault }) => fault))]
    const counted = { call, made: made.length, failed: failed.length, why }
    if (killedMs === undefined) return counted
    const right = made.filter(({ fault, startMs }) => fault === '' && startMs >= killedMs)
    return {
      ...counted,
      firstMs: Math.min(...right.map(({ endMs }) => endMs)) - killedMs,
      lastFailureMs: Math.max(killedMs, ...failed.map(({ endMs }) => endMs)) - killedMs,
    }
  })
}

/** Each instance of three in turn: SIGTERM, its end, its start, ready; then the next. */
export async function rollingRestart(
  { stages: { three } }: Site,
  calls: Calls,
): Promise<InstancesResults['restarts']> {
  const startMs = performance.now()
  const calling = keepCalling(calls)
  await sleep(BEFORE_MS)
  for (const instance of three.instances) {
    const code = await instance.process.stop('SIGTERM')
    if (code !== 0) throw new Error(`an instance ended with ${code}: ${instance.process.said}`)
    instance.start()
    await instance.ready()
    // As an orchestrator does: the balancer has to see it, too.
    await sleep(3_000)
  }
  const made = await calling.stop()
  return { seconds: (performance.now() - startMs) / 1000, outcomes: outcomes(made) }
}

/** Whose job it is to send the mail that the mail server does not let go of. */
async function holder(site: Site): Promise<Instance> {
  const endMs = performance.now() + JOB_MS
  const { three } = site.stages
  const sql = "SELECT owner FROM jobs WHERE owner IS NOT NULL AND kind = 'mail'"
  while (performance.now() < endMs) {
    for (const { owner } of await rowsOf<{ owner: string }>(site, three, sql)) {
      const found = three.instances.find(({ id }) => id === owner)
      if (found !== undefined) return found
    }
    await sleep(20)
  }
  throw new Error('nobody sends the mail')
}

/** A mail whose taking is not confirmed, so that whoever sends it still has the job when they are killed. */
async function heldMail({ sink }: Site, create: () => Promise<Buffer>) {
  let letGo: () => void = () => undefined
  const free = new Promise<void>((done) => {
    letGo = done
  })
  const before = sink.taken.length
  sink.beforeAnswer = () => (sink.taken.length === before + 1 ? free : undefined)
  await create()
  const until = async (isSo: () => boolean) => {
    const endMs = performance.now() + JOB_MS
    while (!isSo()) {
      if (performance.now() > endMs) throw new Error('the mail did not come')
      await sleep(5)
    }
  }
  await until(() => sink.taken.length > before)
  const address = sink.taken[before]?.to[0] ?? ''
  const again = () => until(() => sink.taken.filter(({ to }) => to.includes(address)).length === 2)
  return { letGo, again }
}

/** Kills the instance of three that has a job; it is started again at once, or once another has done the job. */
export async function kill(site: Site, calls: Calls, restarted: boolean): Promise<Kill> {
  const mail = await heldMail(site, calls.create)
  const victim = await holder(site)
  const calling = keepCalling(calls)
  await sleep(BEFORE_MS)
  const killedMs = performance.now()
  await victim.process.stop('SIGKILL')
  mail.letGo()
  if (restarted) victim.start()
  const done = mail.again().then(() => performance.now() - killedMs)
  await sleep(AFTER_MS)
  const made = await calling.stop()
  const jobMs = await done
  if (!restarted) victim.start()
  await victim.ready()
  return { outcomes: outcomes(made, killedMs), jobMs, restarted }
}
