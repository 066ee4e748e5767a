/** How long somebody who has never been here takes to a first PDF and a first signed document, in Chromium. */
import { openBrowser } from '../../test/support/browser.ts'
import { type FirstMinutes, firstMinutes } from '../../test/support/first-minutes.ts'
import { dataFolder, freePort, ServerProcess } from '../../test/support/server-process.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Goal, goalTable, measuredOn, ms, row, table } from './report-parts.ts'

/** One way through, from the first page on. */
type NewcomerRound = Readonly<
  Pick<FirstMinutes, 'pdfMs' | 'signedMs' | 'pdfClicks' | 'signedClicks'>
>

/** What this part leaves behind: docs/measurements/benchmarks-newcomer.json. */
export interface NewcomerResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly rounds: readonly NewcomerRound[]
}

const ROUNDS = { quick: 1, full: 5 }
/** From the first page on. */
const GOALS = { pdfMs: 30_000, signedMs: 60_000, pdfClicks: 5, signedClicks: 12 } as const

/** Each round on a service of its own, whose authorities have no keys yet. */
async function round(): Promise<NewcomerRound> {
  const folder = await dataFolder()
  const settings = { PARAPH_DATA_DIR: folder.path, PARAPH_CA_AUTOMATIC: 'on' }
  const server = await new ServerProcess(await freePort(), settings).ready()
  const browser = await openBrowser()
  try {
    const { faults, signed: _signed, ...measured } = await firstMinutes(browser, server.url)
    if (faults.length > 0) throw new Error(faults.join('; '))
    return measured
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
  const worst = (of: keyof NewcomerRound) => Math.max(...rounds.map((round) => round[of]))
  const goal = (text: string, of: keyof NewcomerRound, shown: (value: number) => string): Goal => ({
    text: `${text}: at most ${shown(GOALS[of])}`,
    met: worst(of) <= GOALS[of],
    seen: `${shown(worst(of))} at most`,
  })
  const clicks = (count: number) => `${count} clicks`
  const goals = [
    goal('first PDF', 'pdfMs', ms),
    goal('first PDF', 'pdfClicks', clicks),
    goal('first signed document, downloaded', 'signedMs', ms),
    goal('first signed document, downloaded', 'signedClicks', clicks),
  ]
  const lines = rounds.map(({ pdfMs, signedMs, pdfClicks, signedClicks }, index) =>
    row(index + 1, ms(pdfMs), pdfClicks, ms(signedMs), signedClicks),
  )
  return `${measuredOn(results, 'newcomer')}

${goalTable(goals)}

${table(['round', 'first PDF', 'clicks', 'signed document downloaded', 'clicks in all'], lines)}
`
}
