/** The users that workers run as when the service is root: one each, so that none can affect another. */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { membersOf } from '../kernel/type-guards.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000

/** The ids of one user. */
export interface WorkerUser {
  uid: number
  gid: number
}

const FIRST = 64_200
const COUNT = 500
/** What is tried in advance is tried as this user. */
export const SOME_WORKER: WorkerUser = { uid: FIRST, gid: FIRST }

/** Their processes are about to be started. */
const taken = new Set<number>()

/** Users of the machine's processes: other services that run as root take theirs from the same range. */
function usersInUse(): Set<number> {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Set(
    processes.map((id) => statSync(`/proc/${id}`, { throwIfNoEntry: false })?.uid ?? 0),
  )
}

/** A user that no process of this machine has, kept for one until it is released. */
export function takeUser(worker: number): WorkerUser {
  const inUse = usersInUse()
  const all = Array.from({ length: COUNT }, (_, index) => FIRST + ((worker + index) % COUNT))
  const uid = all.find((id) => !taken.has(id) && !inUse.has(id)) ?? FIRST + (worker % COUNT)
  taken.add(uid)
  return { uid, gid: uid }
}

/** It has a process now, or will not get one. */
export function releaseUser(user: WorkerUser | undefined): void {
  if (user !== undefined) taken.delete(user.uid)
}

/** Root may lack the capability, or these ids, as in a container without them. */
export async function mayChangeUser(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  return await runAs(SOME_WORKER, '/bin/true', []).then(
    () => true,
    () => false,
  )
}

/** Runs a program as a worker's user. @throws Error with what it printed, or why it could not be run */
export async function runAs(
  user: WorkerUser | undefined,
  program: string,
  args: readonly string[],
): Promise<string> {
  try {
    return (await run(program, args, { env: {}, cwd: '/', timeout: TIMEOUT_MS, ...user })).stdout
  } catch (error) {
    const { stderr, code, message } = membersOf(error)
    const output = typeof stderr === 'string' ? stderr.trim() : ''
    const ended = typeof code === 'number' ? `${program} ended with ${code}` : String(message)
    throw new Error(output || ended, { cause: error })
  }
}
