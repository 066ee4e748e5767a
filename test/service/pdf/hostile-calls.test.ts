/** Every hostile PDF at every route that reads one: quota exact, nothing left behind, nothing fetched. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AbusedApp, startAbusedApp } from '../../support/abuse.ts'
import type { FormParts } from '../../support/app.ts'
import { HOSTILE_PDFS, type HostilePdf } from '../../support/hostile-pdf.ts'
import { isLong } from '../../support/long-tests.ts'

const AT_ONCE = 2
const DETECTION = '/detect-signature-fields'
/** What is sent besides the file; nobody is mailed. */
const ROUTES: Readonly<Record<string, FormParts>> = {
  '/api/v1/verify': [],
  '/validate-facturx': [],
  [DETECTION]: [],
  '/api/v1/documents': [
    [
      'signers',
      '[{"email":"a@example.com","phone":"+33612345678","fields":[{"page":1,"x":60,"y":640}]}]',
    ],
    ['send', 'false'],
  ],
}
/**
 * Contents that are searched for as long as a search may take. One of the kind is, and is enough: "a name of 60 MB in
 * contents".
 */
const LONG_SEARCHES = new Set([
  'inline images, a million',
  'operators, ten million',
  'lines, four million',
  'the same contents 100,000 times',
  'run lengths behind deflate',
  'ASCII 85 behind deflate',
  'deflate four times',
  'forms that draw forms',
  'a table of a million characters, many times',
])
let abused: AbusedApp
beforeAll(async () => {
  const often = '1000000'
  const rates = { PARAPH_CHECKS_PER_MINUTE: often, PARAPH_CHANGES_PER_MINUTE: often }
  abused = await startAbusedApp({ ...rates, PARAPH_VERIFY_WORKERS: '2' }, 0)
})
afterAll(() => abused.close())

/** The routes that a file is sent to, one after the other; in the short form only one, which the files take in turns. */
function routesFor(name: string): ReadonlyArray<readonly [string, FormParts]> {
  const all = Object.entries(ROUTES).filter(
    ([route]) => route !== DETECTION || !LONG_SEARCHES.has(name),
  )
  const turn = HOSTILE_PDFS.findIndex((file) => file.name === name) % all.length
  return isLong('hostile-calls') ? all : all.slice(turn, turn + 1)
}
const CALLS = HOSTILE_PDFS.reduce((sum, { name }) => sum + routesFor(name).length, 0)

const BUSY_WAIT_MS = 2_000

/** Sends a file to all its routes; returns each status, with the response where that is not as expected. */
async function sendEverywhere({ name, make }: HostilePdf): Promise<Array<[number, string?]>> {
  const bytes = make()
  const answers: Array<[number, string?]> = []
  for (const [route, more] of routesFor(name)) {
    const send = () =>
      abused.sendForm(route, [
        ['file', { filename: 'a.pdf', bytes, type: 'application/pdf' }],
        ...more,
      ])
    let { status, problem } = await send()
    // A busy machine says so, and when to come again.
    for (let tries = 0; status === 503 && problem.code === 'server_busy' && tries < 5; tries += 1) {
      await sleep(BUSY_WAIT_MS)
      ;({ status, problem } = await send())
    }
    // A file that asks for much where nobody looks is taken for what it is.
    const due = [200, 201].includes(status) || (status === 422 && problem.detail.length > 12)
    answers.push(due ? [status] : [status, `${name} at ${route}: ${problem.detail}`])
  }
  return answers
}

test(`${CALLS} calls with hostile PDFs get an explanation; none counts, leaves a file or calls anybody`, async () => {
  const files = [...HOSTILE_PDFS]
  const answers: Array<[number, string?]> = []
  const caller = async (): Promise<void> => {
    for (let file = files.shift(); file !== undefined; file = files.shift())
      answers.push(...(await sendEverywhere(file)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  expect(answers.filter(([, wrong]) => wrong !== undefined)).toEqual([])
  expect(answers).toHaveLength(CALLS)
  const accepted = answers.filter(([status]) => status === 201).length
  await abused.nothingHappened('docx', accepted)
}, 600_000)
