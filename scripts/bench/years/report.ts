/** What the service is like after years, as Markdown. */
import { type Goal, goalTable, measuredOn, ms, row, table } from '../report-parts.ts'
import { median, quantile } from '../statistics.ts'
import type { Start, YearsResults } from './main.ts'

const PORT_MS = 5_000
const PAUSE_MS = 20
const seconds = (value: number): string => `${value.toFixed(1)} s`
const spread = (values: readonly number[]): string =>
  `p50 ${ms(median(values))}, p99 ${ms(quantile(values, 0.99))}, longest ${ms(Math.max(...values))}`

/** This part as Markdown. */
export function yearsReport(results: YearsResults): string {
  const { documents, databaseMb, starts, lists, verifyAuditSeconds, copies, retention } = results
  const latest = Math.max(...starts.map(({ portMs }) => portMs))
  const pause = retention.stretches[0] ?? 0
  const goals: Goal[] = [
    {
      text: `the port is open after at most ${ms(PORT_MS)}`,
      met: latest <= PORT_MS,
      seen: `${ms(latest)} at most, ${starts.length} starts`,
    },
    {
      text: `retention holds up the event loop for at most ${ms(PAUSE_MS)}`,
      met: pause <= PAUSE_MS,
      seen: `${ms(pause)}, the second longest ${ms(retention.stretches[1] ?? 0)}`,
    },
  ]
  const started = (name: string, { portMs, readyMs, stretches }: Start): string =>
    row(name, ms(portMs), ms(readyMs), stretches.slice(0, 3).map(ms).join(', '))
  const startLines = [
    ...starts.map((each, index) => started(`start ${index + 1}`, each)),
    started('after the restore', results.restoredStart),
  ]
  const lines = [
    ...lists.map(({ name, ms: taken }) => row(`list: ${name}`, spread(taken))),
    row('`verify-audit` of all trails', seconds(verifyAuditSeconds)),
    ...copies.map(({ name, seconds: took, writesMs }) =>
      row(
        `\`backup\`, ${name}, while ${writesMs.length} drafts were made`,
        `${seconds(took)}; a draft: ${spread(writesMs)}`,
      ),
    ),
    row('`restore`', seconds(results.restoreSeconds)),
    row(
      `retention: ${retention.erased.toLocaleString('en')} documents erased`,
      `${seconds(retention.seconds)}; \`/health/live\` meanwhile: ${spread(retention.liveMs)}`,
    ),
  ]
  return `${measuredOn(results, 'years')} ${documents.toLocaleString('en')} documents, ${databaseMb.toFixed(0)} MB of rows.

${goalTable(goals)}

${table(['', 'port open', 'ready, with LibreOffice', 'longest stretches of the event loop until ten seconds later'], startLines)}

${table(['what', 'result'], lines)}
`
}
