/** The process is killed while it works off a batch: every good row is in the result once, and counted once. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BatchJson } from '../../src/rendering/deferred-schemas.ts'
import { docx, p } from '../support/docx-builder.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { isLong } from '../support/long-tests.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'
import { filesOf } from '../support/zip-files.ts'

const KILLS = isLong('kills') ? 5 : 2
const ROWS = isLong('kills') ? 120 : 40
const BAD = 7

let folder: GenerousFolder
let server: ServerProcess
let port: number

const start = async () => {
  const settings = { ...folder.settings, ...keysSettings(), PARAPH_CA_AUTOMATIC: 'on' }
  server = await new ServerProcess(port, settings, KEYS_PRELOAD).ready(240_000)
}
const call = async (path: string, init: RequestInit = {}) => {
  const headers = { 'x-api-key': folder.key, ...init.headers }
  const answer = await fetch(`${server.url}${path}`, { ...init, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const used = async () => {
  const usage = (await (await call('/usage')).json()) as {
    monthly: { documents: { used: number } }
  }
  return usage.monthly.documents.used
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

test('every good row of a batch is made and counted once, though the process is killed', async () => {
  const before = await used()
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    number: at + 1,
    ...(at + 1 !== BAD && { client: { name: `L-${at + 1}` } }),
  }))
  const form = new FormData()
  form.set('template', new Blob([docx([p('Dear {client.name}, no. {number}.')])]), 'letter.docx')
  form.set('rows', JSON.stringify(rows))
  form.set('name_from', 'client.name')
  const headers = { prefer: 'respond-async' }
  const accepted = await call('/render-batch', { method: 'POST', body: form, headers })
  expect(accepted.status).toBe(202)
  const at = accepted.headers.get('location') ?? ''
  const now = async () => (await (await call(at)).json()) as BatchJson
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while ((await now()).rows.done < (kill * ROWS) / (KILLS + 1)) await pause(20)
    await server.stop('SIGKILL')
    await start()
  }
  while (!['completed', 'failed'].includes((await now()).status)) await pause(100)
  expect(await now()).toMatchObject({
    status: 'completed',
    rows: { total: ROWS, waiting: 0, done: ROWS - 1, failed: 1 },
    errors: [{ row: BAD, code: 'data_missing' }],
  })
  expect(await used()).toBe(before + ROWS - 1)
  const result = await call(`${at}/result`)
  const names = [...filesOf(Buffer.from(await result.arrayBuffer())).keys()]
  const good = rows.flatMap(({ client }) => (client === undefined ? [] : [`${client.name}.pdf`]))
  expect(names).toEqual([...good, 'errors.json'])
  expect(await used()).toBe(before + ROWS - 1)
})
