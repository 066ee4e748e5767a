/**
 * What fields that a signer fills in add to the sealing step: the same PDF with ten of them and without, in turns. The step is
 * that of signing.ts: from the last signer's order to `completed`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { scannedFile } from '../../test/support/host-samples.ts'
import { cachedKeys } from '../../test/support/rsa-keys.ts'
import { SigningApp, startSigningApp } from '../../test/support/signing-app.ts'
import { describeMachine, type Machine } from './machine.ts'
import { goalTable, measuredOn, ms, ratio, row, table, verdict } from './report-parts.ts'
import { deskSettings, type Filled, finish, finished, timed, waiting } from './signing-desk.ts'
import { median, quantile, summarise } from './statistics.ts'

/** With ten filled fields the step may take this share of the time without. */
const GOAL = 1.3
/** About 50 kB, as the smallest of signing.ts. */
const BYTES = 25_000
const WARM_UPS = { quick: 1, full: 3 }
const ROUNDS = { quick: 2, full: 60 }

/** What this part leaves behind: docs/measurements/benchmarks-signing-fields.json. */
export interface FieldsResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  /** Load average (1 minute) when the run began and ended. */
  readonly load: readonly [before: number, after: number]
  /** Milliseconds of each round. */
  readonly plainMs: readonly number[]
  readonly filledMs: readonly number[]
}

const WISHES: readonly [field: object, value: string | boolean][] = [
  ...['city', 'street', 'employer', 'nationality'].map((name): [object, string] => [
    { type: 'text', name },
    'Łódź',
  ]),
  [{ type: 'number', name: 'share' }, '12.5'],
  [{ type: 'date', name: 'start' }, '2026-11-24'],
  [{ type: 'checkbox', name: 'terms' }, true],
  [{ type: 'select', name: 'plan', options: ['Basic', 'Plus'] }, 'Plus'],
  [{ type: 'radio', name: 'pay', options: ['Card', 'Transfer'] }, 'Transfer'],
  [{ type: 'initials', name: 'initials' }, 'ZŁ'],
]
const place = (index: number) => ({ page: 1, x: 60, y: 60 + index * 45 })

const FILLED: Filled = {
  fields: [...WISHES.map(([field], index) => ({ ...place(index), ...field })), place(12)],
  values: Object.fromEntries(
    WISHES.map(([field, value]) => [(field as { name: string }).name, value]),
  ),
}

async function roundOf(signing: SigningApp, pdf: Uint8Array, filled?: Filled): Promise<number> {
  const document = await waiting(signing, pdf, filled)
  const [took] = await timed(() => finish(signing, document))
  await finished(signing, document.id)
  return took
}

/** Runs this part. */
export async function benchFields(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<FieldsResults> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-bench-fields-'))
  const { app } = await startSigningApp(deskSettings(folder), { makeKey: cachedKeys() })
  const signing = new SigningApp(app, await app.newKey('bench_signature'))
  const [before = 0] = loadavg()
  const plainMs: number[] = []
  const filledMs: number[] = []
  try {
    const pdf = await scannedFile(BYTES)
    for (let round = -WARM_UPS[mode]; round < ROUNDS[mode]; round++) {
      say(`ten filled fields, round ${round}`)
      const plainFirst = round % 2 === 0
      const early = plainFirst ? await roundOf(signing, pdf) : 0
      const filled = await roundOf(signing, pdf, FILLED)
      const plain = plainFirst ? early : await roundOf(signing, pdf)
      if (round < 0) continue
      plainMs.push(plain)
      filledMs.push(filled)
    }
    const load = [before, loadavg()[0] ?? 0] as const
    const date = new Date().toISOString()
    return { mode, date, machine: describeMachine(), load, plainMs, filledMs }
  } finally {
    await signing.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This part as Markdown. */
export function fieldsReport(results: FieldsResults): string {
  const { plainMs, filledMs, load } = results
  const paired = summarise(filledMs.map((value, round) => value / (plainMs[round] ?? Number.NaN)))
  const text = `sealing with ten filled fields ≤ ${GOAL} × without`
  const met = verdict(paired, (value) => value <= GOAL)
  const [before, after] = load.map((value) => value.toFixed(1))
  return [
    `${measuredOn(results, 'signing-fields')} Load average ${before} before, ${after} after.`,
    '',
    goalTable([{ text, met, seen: ratio(paired) }]),
    '',
    table(
      ['fields filled in by the last signer', 'p50', 'p95', 'rounds'],
      [
        row('none', ms(median(plainMs)), ms(quantile(plainMs, 0.95)), plainMs.length),
        row('ten', ms(median(filledMs)), ms(quantile(filledMs, 0.95)), filledMs.length),
      ],
    ),
    '',
  ].join('\n')
}
