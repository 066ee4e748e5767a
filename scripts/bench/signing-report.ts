/** The signing part of docs/benchmarks.md. */
import { type Goal, goalTable, measuredOn, ms, ratio, row, table, verdict } from './report-parts.ts'
import type { SigningResults, SigningSize } from './signing.ts'
import { median, quantile, type Ratio, summarise } from './statistics.ts'

/** Our sealing step may take this share of pyHanko's time. */
const SEALING_GOAL = 0.1

const paired = (ours: readonly number[], theirs: readonly number[]): Ratio =>
  summarise(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
const sealing = ({ sealMs, pyHankoSealMs }: SigningSize): Ratio => paired(sealMs, pyHankoSealMs)
const checking = (size: SigningSize): Ratio => paired(size.verifyMs, size.pyHankoVerifyMs)
const exact = ({ median: value, low, high }: Ratio): string =>
  `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`

function goals({ sizes }: SigningResults): Goal[] {
  return sizes.map((size) => {
    const value = sealing(size)
    const text = `${size.name}: sealing step ≤ 1/10 of pyHanko`
    return { text, met: verdict(value, (r) => r <= SEALING_GOAL), seen: exact(value) }
  })
}

const sealTable = ({ sizes }: SigningResults): string =>
  table(
    [
      'file',
      'signatures',
      'Paraph p50',
      'p95',
      'pyHanko p50',
      'Paraph ÷ pyHanko',
      'pyHanko with start',
      'Paraph ÷ that',
      'rounds',
    ],
    sizes.map((size) =>
      row(
        size.name,
        size.signatures,
        ms(median(size.sealMs)),
        ms(quantile(size.sealMs, 0.95)),
        ms(median(size.pyHankoSealMs)),
        exact(sealing(size)),
        ms(size.pyHankoColdMs),
        (median(size.sealMs) / size.pyHankoColdMs).toFixed(3),
        size.sealMs.length,
      ),
    ),
  )

const verifyTable = ({ sizes }: SigningResults): string =>
  table(
    ['file', 'Paraph p50', 'p95', 'pyHanko p50', 'Paraph ÷ pyHanko', 'rounds'],
    sizes.map((size) =>
      row(
        size.name,
        ms(median(size.verifyMs)),
        ms(quantile(size.verifyMs, 0.95)),
        ms(median(size.pyHankoVerifyMs)),
        ratio(checking(size)),
        size.verifyMs.length,
      ),
    ),
  )

/** This part as Markdown. */
export function signingReport(results: SigningResults): string {
  const { created, memory } = results
  const mb = (value: number): string => value.toFixed(0)
  return [
    measuredOn(results, 'signing'),
    '\n### Goals\n',
    goalTable(goals(results)),
    '\n### The sealing step\n',
    sealTable(results),
    '\n### Verification\n',
    verifyTable(results),
    '\n### Requests\n',
    table(
      [
        '`POST /api/v1/documents`, 50 kB, one signer',
        ...created.map(({ atOnce }) => `${atOnce} at once`),
      ],
      [row('requests/s', ...created.map(({ perSecond }) => perSecond.toFixed(1)))],
    ),
    '\n### Memory\n',
    table(
      [
        'peak MB of the process',
        'before',
        'one of 10 MB',
        'ten of 10 MB at once',
        'pyHanko, one of 10 MB',
      ],
      [row('', mb(memory.beforeMb), mb(memory.oneMb), mb(memory.tenMb), mb(memory.pyHankoOneMb))],
    ),
    '',
  ].join('\n')
}
