import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type OfficeOptions, OfficePool } from '../../src/office/office.ts'

const GB = 1024 ** 3

/** Options of a small pool with its own scratch folder, which goes with the test. */
export function officeOptions(changes: Partial<OfficeOptions> = {}): OfficeOptions {
  return {
    workers: 1,
    queueMax: 100,
    queueTimeoutMs: 30_000,
    convertCpuMs: 30_000,
    memoryBytesMax: GB,
    recycleDocuments: 200,
    sharedDocuments: 10,
    recycleBytes: GB / 2,
    sandbox: 'auto',
    scratchDir: scratchFolder(),
    ...changes,
  }
}

/** A folder that users of the uid tier can pass through. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-office-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A pool that is closed after the test. */
export async function openOffice(changes: Partial<OfficeOptions> = {}): Promise<OfficePool> {
  const office = await OfficePool.start(officeOptions(changes))
  onTestFinished(() => office.close())
  return office
}

/** The text of a PDF, by poppler. */
export function pdfText(pdf: Uint8Array): string {
  return execFileSync('pdftotext', ['-', '-'], { encoding: 'utf8', input: pdf })
}

export const alive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The process that started this one. */
export const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const pipes = (): string[] =>
  readdirSync('/tmp').filter(
    (name) => name.startsWith('OSL_PIPE_') && name.includes('office-worker'),
  )
/** What another run on this machine has left is not ours to judge. */
const FOREIGN_PIPES = new Set(pipes())

/** What is left of workers in /tmp and the scratch folder. */
export const leftovers = (scratchDir: string): string[] => [
  ...readdirSync(scratchDir).filter((name) => name !== 'keep'),
  ...pipes().filter((name) => !FOREIGN_PIPES.has(name)),
]

export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))
