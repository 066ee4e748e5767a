/** Starts a process with pipes, or says why it could not. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { WorkerEnded } from './worker-port.ts'

/** A process that is spoken to through pipes. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** As whom a process runs; left out: as the service itself. */
export interface ChildOptions {
  uid?: number
  gid?: number
}

/**
 * Starts a process in a group of its own.
 * @throws WorkerEnded where the system has no file handle left: Node then gives a child without pipes, whose
 * 'error' comes before anybody could listen
 */
export function startChild(command: string, args: string[], user: ChildOptions = {}): Child {
  const child = spawn(command, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    // its own process group, so that one signal ends all of it
    detached: true,
    ...user,
  })
  child.on('error', () => undefined)
  if ((child.stdin as Writable | undefined) === undefined)
    throw new WorkerEnded('it could not be started: no file handle is left for its pipes')
  return child
}
