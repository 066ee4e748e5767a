/** How long somebody who has never been here takes to a first PDF and a first signed document, in Chromium. */
import { openBrowser } from '../../test/support/browser.ts'
import { firstMinutes } from '../../test/support/first-minutes.ts'
import { dataFolder, freePort, ServerProcess } from '../../test/support/server-process.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Goal, goalTable, measuredOn, ms, row, table } from './report-parts.ts'

/** What this part leaves behind: docs/benchmarks-newcomer.json. */
export interface NewcomerResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly rounds: readonly { readonly pdfMs: number; readonly signedMs: number }[]
}

const ROUNDS = { quick: 1, full: 5 }
/** From the first page on. */
const GOAL_MS = 120_000

/** Each round on a service of its own, whose authorities have no keys yet. */
async function round(): Promise<{ pdfMs: number; signedMs: number }> {
  const folder = await dataFolder()
  const settings = { PARAPH_DATA_DIR: folder.path, PARAPH_CA_AUTOMATIC: 'on' }
  const server = await new ServerProcess(await freePort(), settings).ready()
  const browser = await openBrowser()
  try {
    const { pdfMs, signedMs, faults } = await firstMinutes(browser, server.url)
    if (faults.length > 0) throw new Error(faults.join('; '))
    return { pdfMs, signedMs }
  } finally {
    await browser.close()
    await server.stop()
    await folder.remove()
  }
}

/** Runs this part. */
export async function benchNewcomer(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<NewcomerResults> {
  const rounds = []
  for (let n = 1; n <= ROUNDS[mode]; n++) {
    say(`a newcomer, ${n} of ${ROUNDS[mode]}`)
    rounds.push(await round())
  }
  return { mode, date: new Date().toISOString(), machine: describeMachine(), rounds }
}

/** This part as Markdown. */
export function newcomerReport(results: NewcomerResults): string {
  const { rounds } = results
  const worst = Math.max(...rounds.map(({ signedMs }) => signedMs))
  const goal: Goal = {
    text: `first PDF and first signed document within ${GOAL_MS / 60_000} minutes`,
    met: worst <= GOAL_MS,
    seen: `${ms(worst)} at most`,
  }
  const lines = rounds.map(({ pdfMs, signedMs }, index) => row(index + 1, ms(pdfMs), ms(signedMs)))
  return `${measuredOn(results, 'newcomer')}

${goalTable([goal])}

${table(['round', 'first PDF', 'signed document downloaded'], lines)}
`
}
