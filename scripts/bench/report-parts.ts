/** What all parts of the report are written with: numbers, tables, goals. */
import type { Machine } from './machine.ts'
import type { Ratio } from './statistics.ts'

export const ms = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(value >= 9_995 ? 1 : 2)} s` : `${value.toFixed(0)} ms`
export const ratio = (value: Ratio | undefined): string =>
  value ? `${value.median.toFixed(2)} (${value.low.toFixed(2)}–${value.high.toFixed(2)})` : '–'
export const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
export const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows].join('\n')

export interface Goal {
  readonly text: string
  /** Undefined where the interval lies on both sides of the goal, or the rounds are too few. */
  readonly met: boolean | undefined
  readonly seen: string
}

const ROUNDS_FOR_A_VERDICT = 2

export function verdict(value: Ratio, met: (median: number) => boolean): boolean | undefined {
  const [low, high] = [met(value.low), met(value.high)]
  return value.rounds >= ROUNDS_FOR_A_VERDICT && low === high ? low : undefined
}

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['goal', 'measured', 'met'],
    goals.map(({ text, seen, met }) =>
      row(text, seen, met === undefined ? 'not shown' : met ? 'yes' : '**no**'),
    ),
  )

/** When, how and on what a part was measured. */
export const measuredOn = (
  { mode, date, machine }: { mode: 'quick' | 'full'; date: string; machine: Machine },
  part: string,
): string =>
  `Measured ${date.slice(0, 10)} (\`npm run bench -- ${part}${mode === 'quick' ? ' --quick' : ''}\`) on ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB; ${machine.system}; Node ${machine.node}.`
