/** The process is killed while it sends a list: every good row becomes a request exactly once. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOf, type SeenBulk } from '../support/bulk.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { isLong } from '../support/long-tests.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'
import { smallPdf } from '../support/signing-app.ts'

const KILLS = isLong('kills') ? 3 : 1
const ROWS = isLong('kills') ? 80 : 30

let folder: GenerousFolder
let server: ServerProcess
let port: number

const start = async () => {
  const settings = { ...folder.settings, ...keysSettings(), PARAPH_CA_AUTOMATIC: 'on' }
  server = await new ServerProcess(port, settings, KEYS_PRELOAD).ready(240_000)
}
const call = async <T>(method: string, path: string, body?: FormData): Promise<T> => {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'x-api-key': folder.key },
    ...(body !== undefined && { body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

beforeAll(async () => {
  folder = await generousFolder({ PARAPH_READS_PER_MINUTE: '100000' })
  port = await freePort()
  await start()
})
afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

interface Page {
  documents: Array<{ external_id: string; status: string }>
  next_cursor?: string
}

test('of many rows and one bad one, every good row is one request, though the process is killed', async () => {
  const form = new FormData()
  form.set('file', new Blob([await smallPdf()], { type: 'application/pdf' }), 'lease.pdf')
  form.set('name', 'Lease')
  form.set('roles', '[{"role":"tenant"}]')
  const template = await call<{ id: string }>('POST', 'request-templates', form)
  const list = new FormData()
  list.set('request_template_id', template.id)
  list.set(
    'rows',
    new Blob([`${listOf(ROWS)}\r\nnobody,Bad,L-0`], { type: 'text/csv' }),
    'list.csv',
  )
  const { id } = await call<SeenBulk>('POST', 'bulk-sends', list)
  const now = () => call<SeenBulk>('GET', `bulk-sends/${id}`)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while ((await now()).rows.sent < (kill * ROWS) / (KILLS + 1)) await pause(100)
    await server.stop('SIGKILL')
    await start()
  }
  while ((await now()).status === 'running') await pause(200)
  expect(await now()).toMatchObject({
    status: 'completed',
    rows: { total: ROWS + 1, sent: ROWS, bad: 1, failed: 0, waiting: 0 },
  })
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const page = await call<Page>('GET', `documents?limit=100${cursor}`)
    found.push(...page.documents.map(({ external_id }) => external_id))
    if (page.next_cursor === undefined) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(found.sort()).toEqual(Array.from({ length: ROWS }, (_, at) => `L-${at + 1}`).sort())
})
