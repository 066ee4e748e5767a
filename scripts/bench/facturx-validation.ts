/**
 * Validations per second, ours beside Mustang and beside the official sheets as Saxon and Xerces run them (as the validators
 * of KoSIT and phive do), on the same invoices: warm, in one process over all of them, and cold, from the start of a process.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { readReport } from '../../src/facturx/invoice-report.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type Layer, startJudges } from '../../test/support/judges.ts'
import { schemaInvoice } from '../../test/support/schema-invoices.ts'

/** How often each invoice is judged. */
const ROUNDS = { quick: 2, full: 10 }
const WARM_UPS = 3
const FILES = 20
const SEED = 16_931
const MADE = 400
const PROFILE = 'en16931'

/** One way to validate. */
export interface Validator {
  readonly name: string
  readonly perSecond: number
  /** From the start of a process to its first verdict. */
  readonly coldMs: number
}

/** What was measured; the first is ours. */
export interface ValidationResults {
  readonly files: number
  readonly validators: readonly Validator[]
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

async function perSecond(
  paths: readonly string[],
  rounds: number,
  validate: (path: string) => Promise<unknown>,
): Promise<number> {
  for (let turn = 0; turn < WARM_UPS; turn++) for (const path of paths) await validate(path)
  const start = performance.now()
  for (let turn = 0; turn < rounds; turn++) for (const path of paths) await validate(path)
  return (1000 * rounds * paths.length) / (performance.now() - start)
}

async function foreign(
  name: string,
  layers: readonly Layer[],
  paths: readonly string[],
  rounds: number,
): Promise<Validator> {
  const start = performance.now()
  const judges = startJudges()
  try {
    await judges.judge(paths[0] ?? '', layers)
    const coldMs = performance.now() - start
    return {
      name,
      coldMs,
      perSecond: await perSecond(paths, rounds, (path) => judges.judge(path, layers)),
    }
  } finally {
    judges.close()
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
    const own = (path: string) => readReport(bytes.get(path) ?? Buffer.alloc(0), {})
    const rounds = ROUNDS[mode]
    const sheets = ['xsd', 'profile', 'cen', 'fr'] as const
    return {
      files: paths.length,
      validators: [
        {
          name: 'Paraph, one thread',
          coldMs: ownCold(paths[0] ?? ''),
          perSecond: await perSecond(paths, rounds * 5, own),
        },
        await foreign('Official sheets by Saxon and Xerces', sheets, paths, rounds),
        await foreign('Mustang', ['mustang'], paths, rounds),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
