/** Starts the judges that the project `judge` asks; their socket goes to the tests' processes alone. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { INSTALL } from './judge-home.ts'
import { judgeJava } from './judges.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    judgesSocket: string
  }
}

let folder: string | undefined
let java: ChildProcess | undefined

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'judges-'))
  const socket = join(folder, 'socket')
  java = judgeJava([socket])
  // It says a line once it listens.
  const listening = java.stdout === null ? undefined : once(java.stdout, 'data')
  const ended = once(java, 'exit').then(([code]) => {
    throw new Error(`The judges ended with exit code ${code}. Install: ${INSTALL}`)
  })
  await Promise.race([listening, ended])
  ended.catch(() => undefined)
  project.provide('judgesSocket', socket)
}

export function teardown(): void {
  java?.kill()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
