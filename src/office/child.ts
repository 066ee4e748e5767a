/** Starts a process with pipes, or throws the reason it could not. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { WorkerEnded } from './worker-port.ts'

/** A process connected through pipes. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** User a process runs as; absent: the service's own. */
interface ChildOptions {
  uid?: number
  gid?: number
}

/**
 * Starts a process in its own process group.
 * @throws WorkerEnded when no file descriptors are left: Node then returns a child without pipes, whose 'error' is
 * emitted before a listener can be attached
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
