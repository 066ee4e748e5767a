/** What the service is like after years, as Markdown. */
import { type Goal, goalTable, measuredOn, ms, row, table } from '../report-parts.ts'
import { median, quantile } from '../statistics.ts'
import type { Start, YearsResults } from './main.ts'

const PORT_MS = 5_000
const PAUSE_MS = 20
const seconds = (value: number): string => `${value.toFixed(1)} s`
const spread = (values: readonly number[]): string =>
  `p50 ${ms(median(values))}, p99 ${ms(quantile(values, 0.99))}, longest ${ms(Math.max(...values))}`

/** This part as Markdown; what was not measured is left out. */
export function yearsReport(results: YearsResults): string {
  const { documents, databaseMb, load, starts = [], lists = [], copies = [] } = results
  const { verifyAuditSeconds, restoreSeconds, restoredStart, retention } = results
  const latest = Math.max(...starts.map(({ portMs }) => portMs))
  const pause = retention?.stretches[0] ?? 0
  const goals: Goal[] = [
    ...(starts.length === 0
      ? []
      : [
          {
            text: `the port is open after at most ${ms(PORT_MS)}`,
            met: latest <= PORT_MS,
            seen: `${ms(latest)} at most, ${starts.length} starts`,
          },
        ]),
    ...(retention === undefined
      ? []
      : [
          {
            text: `retention holds up the event loop for at most ${ms(PAUSE_MS)}`,
            met: pause <= PAUSE_MS,
            seen: `longest stretches: ${retention.stretches.slice(0, 5).map(ms).join(', ')}`,
          },
        ]),
  ]
  const started = (name: string, { portMs, readyMs, stretches }: Start): string =>
    row(name, ms(portMs), ms(readyMs), stretches.slice(0, 3).map(ms).join(', '))
  const startLines = [
    ...starts.map((each, index) => started(`start ${index + 1}`, each)),
    ...(restoredStart === undefined ? [] : [started('after the restore', restoredStart)]),
  ]
  const figures: readonly (readonly [string, string | undefined])[] = [
    ...lists.map(({ name, ms: taken }) => [`list: ${name}`, spread(taken)] as const),
    [
      '`verify-audit --skip-files` of all trails',
      verifyAuditSeconds && seconds(verifyAuditSeconds),
    ],
    ...copies.map(
      ({ name, seconds: took, writesMs }) =>
        [
          `\`backup\`, ${name}, while ${writesMs.length} drafts were made`,
          `${seconds(took)}; a draft: ${spread(writesMs)}`,
        ] as const,
    ),
    ['`restore`', restoreSeconds && seconds(restoreSeconds)],
    [
      `retention: ${retention?.erased.toLocaleString('en')} documents erased`,
      retention &&
        `${seconds(retention.seconds)}; \`/health/live\` meanwhile: ${spread(retention.liveMs)}`,
    ],
  ].map(([what, result]) => [String(what), result === undefined ? undefined : String(result)])
  const lines = figures.flatMap(([what, result]) =>
    result === undefined ? [] : [row(what, result)],
  )
  return `${measuredOn(results, 'years')} Load average at the end: ${load.toFixed(0)}. ${documents.toLocaleString('en')} documents, ${databaseMb.toFixed(0)} MB of rows.

${goals.length === 0 ? '' : `${goalTable(goals)}\n\n`}${table(['', 'port open', 'ready, with LibreOffice', 'longest stretches of the event loop until ten seconds later'], startLines)}

${table(['what', 'result'], lines)}
`
}
