/** How long a signer's page takes to be ready in a frame on a phone: Chromium with a phone's screen and a slowed processor. */
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH, PHONE } from '../../test/support/browser.ts'
import { type EmbeddingStage, startEmbeddingStage } from '../../test/support/embedding-stage.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Goal, goalTable, measuredOn, ms, row, table } from './report-parts.ts'
import { median, quantile } from './statistics.ts'

/** What this part leaves behind: docs/measurements/benchmarks-embedding.json. */
export interface EmbeddingResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  /** Milliseconds from the insertion of the frame to its event `ready`, with nothing in the cache and with everything. */
  readonly first: readonly number[]
  readonly again: readonly number[]
}

const ROUNDS = { quick: 5, full: 25 }
/** As Lighthouse slows the processor for a phone of the middle class. */
const SLOWER = 4
const GOAL_MS = 1_000
/** The plan of the stage allows 30 sends a minute. */
const PACE_MS = 2_100
/** Like on most phones, the frame and its page share a process: the slowing is of one process. */
const ONE_PROCESS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
]

/** Notes in the sender's page when the frame was inserted, and when it was ready. */
const WATCH = `
  new MutationObserver(() => {
    if (document.querySelector('iframe') && !window.framedAt) window.framedAt = performance.now()
  }).observe(document, { childList: true, subtree: true })
  addEventListener('message', ({ data }) => {
    if (data?.type === 'ready') window.readyAfter = performance.now() - window.framedAt
  })`

async function round(stage: EmbeddingStage, folder: Awaited<ReturnType<typeof newPhone>>) {
  await pause(PACE_MS)
  stage.given = (await stage.request()).url
  await folder.page.goto(`${stage.home}/contract`)
  await folder.page.waitForFunction('window.readyAfter > 0', undefined, { timeout: 60_000 })
  return (await folder.page.evaluate('window.readyAfter')) as number
}

/** A phone that has seen nothing yet. */
async function newPhone(browser: Awaited<ReturnType<typeof chromium.launch>>) {
  const options = { viewport: PHONE, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { page, close: () => context.close() }
}

/** Runs this part. */
export async function benchEmbedding(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<EmbeddingResults> {
  const stage = await startEmbeddingStage()
  const args = [...CHROMIUM_ARGUMENTS, ...ONE_PROCESS]
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args })
  const [first, again]: [number[], number[]] = [[], []]
  try {
    for (let n = 1; n <= ROUNDS[mode]; n++) {
      say(`a frame on a phone, ${n} of ${ROUNDS[mode]}`)
      const phone = await newPhone(browser)
      first.push(await round(stage, phone))
      again.push(await round(stage, phone))
      await phone.close()
    }
  } finally {
    await browser.close()
    await stage.close()
  }
  return { mode, date: new Date().toISOString(), machine: describeMachine(), first, again }
}

/** This part as Markdown. */
export function embeddingReport(results: EmbeddingResults): string {
  const line = (name: string, values: readonly number[]): string =>
    row(
      name,
      ms(median(values)),
      ms(quantile(values, 0.95)),
      ms(Math.max(...values)),
      values.length,
    )
  const p95 = quantile(results.first, 0.95)
  const goals: Goal[] = [
    {
      text: `ready on a phone with an empty cache (p95): at most ${ms(GOAL_MS)}`,
      met: p95 <= GOAL_MS,
      seen: ms(p95),
    },
  ]
  const lines = [line('empty cache', results.first), line('second visit', results.again)]
  return `${measuredOn(results, 'embedding')}

${goalTable(goals)}

${table(['frame inserted → event `ready`', 'median', 'p95', 'slowest', 'rounds'], lines)}
`
}
