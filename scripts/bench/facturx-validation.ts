/**
 * Validations per second, ours beside Mustang, KoSIT's validator, phive and the official sheets as Saxon and Xerces run them,
 * on the same invoices: warm, in one process over all of them, and cold, from the start of a process.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { readReport } from '../../src/facturx/invoice-report.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { judgeHome } from '../../test/support/judge-home.ts'
import { type Layer, startJudgeProcess } from '../../test/support/judges.ts'
import { schemaInvoice } from '../../test/support/schema-invoices.ts'
import { homeOf, startOther } from './other-validators.ts'

/** How often each invoice is judged. */
const ROUNDS = { quick: 3, full: 10 }
const WARM_UPS = 5
const FILES = 20
const SEED = 16_931
const MADE = 400
const PROFILE = 'en16931'

/** One way to validate. */
export interface Validator {
  readonly name: string
  readonly perSecond: number
  /** Processor milliseconds of a validation, those of compiler and garbage collection among them. */
  readonly cpuMs: number
  /** From the start of a process to its first verdict; null where it was not measured. */
  readonly coldMs: number | null
}

/** What was measured; the first is ours. */
export interface ValidationResults {
  readonly files: number
  readonly validators: readonly Validator[]
  /** Those that could not be had here, and why. */
  readonly missing?: readonly string[]
}

/** Valid invoices of EN 16931, made from the JSON Schema. */
const invoices = (): string[] =>
  fc
    .sample(schemaInvoice, { seed: SEED, numRuns: MADE })
    .flatMap((json) => {
      const { errors, xml } = checkInvoice({ ...json, profile: PROFILE } as JsonObject, {})
      return errors.length > 0 ? [] : [xml]
    })
    .slice(0, FILES)

/** One that is ready to judge. */
interface Contestant {
  readonly name: string
  readonly coldMs: number
  readonly judge: (path: string) => Promise<unknown>
  /** Processor milliseconds of its process until now. */
  readonly cpuMs: () => number
  readonly close: () => void
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
/** Of /proc/PID/stat after the name: user and system time (proc(5), fields 14 and 15). */
const [USER_TIME, SYSTEM_TIME] = [11, 12]

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return TICK_MS * (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]))
}

/** All by turns, file set after file set: what else the machine does then slows each of them alike. */
async function compete(
  contestants: readonly Contestant[],
  paths: readonly string[],
  rounds: number,
): Promise<Validator[]> {
  const totals = contestants.map(() => ({ ms: 0, cpuMs: 0 }))
  for (let turn = -WARM_UPS; turn < rounds; turn++)
    for (const [index, { judge, cpuMs }] of contestants.entries()) {
      const [start, before] = [performance.now(), cpuMs()]
      for (const path of paths) await judge(path)
      const total = totals[index]
      if (turn < 0 || total === undefined) continue
      total.ms += performance.now() - start
      total.cpuMs += cpuMs() - before
    }
  const count = rounds * paths.length
  return contestants.map(({ name, coldMs }, index) => {
    const { ms, cpuMs } = totals[index] ?? { ms: Number.NaN, cpuMs: Number.NaN }
    return { name, coldMs, perSecond: (1000 * count) / ms, cpuMs: cpuMs / count }
  })
}

async function foreign(name: string, layers: readonly Layer[], first: string): Promise<Contestant> {
  judgeHome() // what is built once is no start of a process
  const start = performance.now()
  const judges = startJudgeProcess()
  await judges.judge(first, layers)
  return {
    name,
    coldMs: performance.now() - start,
    judge: (path) => judges.judge(path, layers),
    cpuMs: () => cpuMsOf(judges.pid),
    close: () => judges.close(),
  }
}

/** KoSIT's validator or phive; the reason when it cannot be built here. */
async function other(
  name: Parameters<typeof startOther>[0],
  shown: string,
  first: string,
): Promise<Contestant | string> {
  try {
    homeOf(name) // what is built and fetched once is no start of a process
    const start = performance.now()
    const { judge, close, pid } = startOther(name)
    const valid = async (path: string): Promise<void> => {
      if (!(await judge(path))) throw new Error(`${shown} calls a valid invoice invalid.`)
    }
    await valid(first)
    const coldMs = performance.now() - start
    return { name: shown, coldMs, judge: valid, cpuMs: () => cpuMsOf(pid), close }
  } catch (error) {
    return `${shown}: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Our check in a process of its own, from sources. */
function ownCold(path: string): number {
  const report = join(import.meta.dirname, '../../src/facturx/invoice-report.ts')
  const program = `const { readReport } = await import(${JSON.stringify(report)});
const { readFileSync } = await import('node:fs');
await readReport(readFileSync(${JSON.stringify(path)}), {})`
  const start = performance.now()
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
  return performance.now() - start
}

/** Runs this part. */
export async function benchValidation(mode: 'quick' | 'full'): Promise<ValidationResults> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-validation-'))
  try {
    const contents = invoices()
    const paths = contents.map((xml, index) => {
      const path = join(folder, `${index}.xml`)
      writeFileSync(path, xml)
      return path
    })
    const bytes = new Map(paths.map((path, index) => [path, Buffer.from(contents[index] ?? '')]))
    const [first = ''] = paths
    const own: Contestant = {
      name: 'Paraph, one thread',
      coldMs: ownCold(first),
      judge: (path) => readReport(bytes.get(path) ?? Buffer.alloc(0), {}),
      cpuMs: () => cpuMsOf(process.pid),
      close: () => undefined,
    }
    const sheets = ['xsd', 'profile', 'cen', 'fr'] as const
    const contestants = [
      own,
      await foreign('Official sheets by Saxon and Xerces', sheets, first),
      await foreign('Mustang', ['mustang'], first),
    ]
    const others = [
      await other('Kosit', 'KoSIT’s validator, XML schema and EN 16931', first),
      await other('Phive', 'phive, XML schema and EN 16931', first),
    ]
    const missing = others.filter((each) => typeof each === 'string')
    contestants.push(...others.filter((each) => typeof each !== 'string'))
    const validators = await compete(contestants, paths, ROUNDS[mode])
    for (const { close } of contestants) close()
    return { files: paths.length, validators, missing }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
