/** A bulk send of a thousand rows: requests per second, memory meanwhile, and how fast lists are checked. */
import { setTimeout as pause } from 'node:timers/promises'
import { listOf, type SeenBulk } from '../../test/support/bulk.ts'
import { generousFolder } from '../../test/support/generous-folder.ts'
import { KEYS_PRELOAD, keysSettings } from '../../test/support/rsa-keys.ts'
import { freePort, ServerProcess } from '../../test/support/server-process.ts'
import { smallPdf } from '../../test/support/signing-app.ts'
import { describeMachine, type Machine } from './machine.ts'
import { treePss } from './memory.ts'
import { type Goal, goalTable, measuredOn, row, table } from './report-parts.ts'

/** What this part leaves behind: docs/measurements/benchmarks-bulk.json. */
export interface BulkResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly rows: number
  /** Milliseconds until all were sent. */
  readonly sentMs: number
  /** What was sent at which time, and the MB of the service and its processes then. */
  readonly seen: ReadonlyArray<{ ms: number; sent: number; memoryMb: number }>
  /** Milliseconds of the answer to a list of 10,000 rows that is only checked. */
  readonly checkedMs: number
}

const ROWS = { quick: 200, full: 1_000 }
const CHECKED = 10_000
const EVERY_MS = 1_000
const GROWTH_MAX_MB = 64

interface Desk {
  call<T>(method: string, path: string, body?: FormData): Promise<T>
  memoryMb(): number
}

async function sendList(desk: Desk, template: string, rows: number, send: boolean) {
  const form = new FormData()
  form.set('request_template_id', template)
  form.set('send', String(send))
  form.set('rows', new Blob([listOf(rows)], { type: 'text/csv' }), 'list.csv')
  return await desk.call<SeenBulk>('POST', 'bulk-sends', form)
}

async function templateOf(desk: Desk): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([await smallPdf()], { type: 'application/pdf' }), 'lease.pdf')
  form.set('name', 'Lease')
  form.set('roles', '[{"role":"tenant","fields":[{"page":1,"x":60,"y":600}]}]')
  return (await desk.call<{ id: string }>('POST', 'request-templates', form)).id
}

async function sent(desk: Desk, template: string, rows: number) {
  const seen: Array<{ ms: number; sent: number; memoryMb: number }> = []
  const { id } = await sendList(desk, template, rows, true)
  const begun = performance.now()
  for (;;) {
    const now = await desk.call<SeenBulk>('GET', `bulk-sends/${id}`)
    const ms = performance.now() - begun
    seen.push({ ms, sent: now.rows.sent, memoryMb: desk.memoryMb() })
    if (now.status !== 'running') {
      if (now.rows.sent !== rows) throw new Error(JSON.stringify(now))
      return { sentMs: ms, seen }
    }
    await pause(EVERY_MS)
  }
}

/** Runs this part. */
export async function benchBulk(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<BulkResults> {
  const folder = await generousFolder({ PARAPH_READS_PER_MINUTE: '100000' })
  const settings = { ...folder.settings, ...keysSettings(), PARAPH_CA_AUTOMATIC: 'on' }
  const server = await new ServerProcess(await freePort(), settings, KEYS_PRELOAD).ready(240_000)
  const desk: Desk = {
    async call<T>(method: string, path: string, body?: FormData): Promise<T> {
      const answer = await fetch(`${server.url}/api/v1/${path}`, {
        method,
        headers: { 'x-api-key': folder.key },
        ...(body !== undefined && { body }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
    memoryMb: () => treePss([server.pid]),
  }
  try {
    const template = await templateOf(desk)
    // Everything is compiled and every worker started.
    say('bulk, a first list')
    await sent(desk, template, 50)
    const rows = ROWS[mode]
    say(`bulk, ${rows} rows`)
    const figures = await sent(desk, template, rows)
    const begun = performance.now()
    const { id } = await sendList(desk, template, CHECKED, false)
    const checkedMs = performance.now() - begun
    await desk.call('POST', `bulk-sends/${id}/cancel`)
    const date = new Date().toISOString()
    return { mode, date, machine: describeMachine(), rows, ...figures, checkedMs }
  } finally {
    await server.stop()
    await folder.remove()
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const mb = (value: number): string => `${Math.round(value)} MB`

/** This part as Markdown. */
export function bulkReport(results: BulkResults): string {
  const { rows, sentMs, seen, checkedMs } = results
  const quarter = (part: number) =>
    seen.filter(({ sent: count }) => count > (rows * (part - 1)) / 4 && count <= (rows * part) / 4)
  const most = (part: number) => Math.max(0, ...quarter(part).map(({ memoryMb }) => memoryMb))
  const growth = most(4) - most(1)
  const goal: Goal = {
    text: `memory stays flat: in the last quarter at most ${GROWTH_MAX_MB} MB more than in the first`,
    met: growth <= GROWTH_MAX_MB,
    seen: `${growth < 0 ? '−' : ''}${mb(Math.abs(growth))}`,
  }
  const lines = [1, 2, 3, 4].map((part) => row(`quarter ${part}`, mb(most(part))))
  return `${measuredOn(results, 'bulk')}

${goalTable([goal])}

${rows.toLocaleString('en')} requests in ${seconds(sentMs)}: ${((rows * 1_000) / sentMs).toFixed(1)} per second, each with its e-mail. A list of ${CHECKED.toLocaleString('en')} rows is checked and stored in ${seconds(checkedMs)}.

${table(['rows sent', 'highest memory'], lines)}
`
}
