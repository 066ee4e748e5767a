/** The process is killed while it changes a request: it is whole before or whole after, and what was answered stays. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { isLong } from '../support/long-tests.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { admin, freePort, ServerProcess } from '../support/server-process.ts'
import { pdfOf, sha256 } from '../support/several-files.ts'

/** When the kill comes, in parts of the time that an edit takes; 1: once it is answered. */
const MOMENTS = isLong('kills')
  ? [0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1]
  : [0.5, 0.9, 1]
const TIMEOUT_MS = 900_000

let folder: GenerousFolder
let server: ServerProcess
let port: number

const start = async () => {
  const settings = { ...folder.settings, ...keysSettings(), PARAPH_CA_AUTOMATIC: 'on' }
  server = await new ServerProcess(port, settings, KEYS_PRELOAD).says(() => true, 400_000)
}
const send = (method: string, path: string, body?: FormData): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-api-key': folder.key },
    ...(body !== undefined && { body }),
  })
async function read<T>(path: string): Promise<T> {
  const answer = await send('GET', path)
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}

beforeAll(async () => {
  folder = await generousFolder({ PARAPH_READS_PER_MINUTE: '100000' })
  port = await freePort()
  await start()
}, TIMEOUT_MS)
afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

interface Seen {
  id: string
  name: string
  status: string
  pages: number
  sha256: string
  signers: Array<{ id: string; email: string; fields: object[] }>
}

/** Everything that one edit changes at once. */
async function stateOf(id: string) {
  const {
    name,
    status,
    pages,
    sha256: uploaded,
    signers,
  } = await read<Seen>(`/api/v1/documents/${id}`)
  const { entries } = await read<{ entries: Array<{ type: string }> }>(
    `/api/v1/documents/${id}/audit`,
  )
  const { monthly } = await read<{ monthly: { signatures: { used: number } } }>('/usage')
  return {
    name,
    status,
    pages,
    uploaded,
    people: signers.map(({ email, fields }) => `${email} ${fields.length}`),
    edits: entries.filter(({ type }) => type === 'document.updated').length,
    used: monthly.signatures.used,
    ids: signers.map((signer) => signer.id),
  }
}

const person = (number: number) => ({
  email: `person${number}@example.com`,
  phone: '+33612000001',
  fields: [{ page: 1, x: 60, y: 60 }],
})

const STAYS = {
  ...person(999),
  ...{ email: 'stays@example.com', fields: [{ page: 1, x: 320, y: 60 }] },
}

/** A new name, a new file, one person in the place of another. */
async function changeTo(number: number, goes: string | undefined) {
  const bytes = await pdfOf(number + 1)
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), `${number}.pdf`)
  const signers = [{ id: goes, remove: true }, person(number)]
  form.set('changes', JSON.stringify({ name: `Lease ${number}`, signers }))
  return { form, uploaded: sha256(bytes) }
}

test('an edit of file and signers is whole or not there, however the process ends', {
  timeout: TIMEOUT_MS,
}, async () => {
  const form = new FormData()
  form.set('file', new Blob([await pdfOf(1)], { type: 'application/pdf' }), 'a.pdf')
  form.set('signers', JSON.stringify([person(0), STAYS]))
  const made = await send('POST', '/api/v1/documents', form)
  expect(made.status, await made.clone().text()).toBe(201)
  const { id } = (await made.json()) as Seen
  const path = `/api/v1/documents/${id}`
  const begun = performance.now()
  const first = await changeTo(1, (await stateOf(id)).ids[0])
  expect((await send('PATCH', path, first.form)).status).toBe(200)
  let takesMs = performance.now() - begun
  const outcomes = new Set<string>()
  for (const [index, part] of MOMENTS.entries()) {
    const number = index + 2
    const before = await stateOf(id)
    const goes = before.people.findIndex((text) => !text.startsWith('stays'))
    const next = await changeTo(number, before.ids[goes])
    const from = performance.now()
    const answer = send('PATCH', path, next.form).then(
      ({ status }) => status,
      () => undefined,
    )
    if (part < 1) await pause(part * takesMs)
    else expect(await answer).toBe(200)
    await server.stop('SIGKILL')
    const status = await answer
    if (status === 200) takesMs = performance.now() - from
    await start()
    const after = await stateOf(id)
    const whole = {
      ...{ name: `Lease ${number}`, status: 'pending', pages: number + 1, used: before.used },
      ...{ uploaded: next.uploaded, edits: before.edits + 1 },
    }
    const isDone = after.edits > before.edits
    if (!isDone) expect(after).toEqual(before)
    else {
      expect(after).toMatchObject(whole)
      expect([...after.people].sort()).toEqual([
        `person${number}@example.com 1`,
        'stays@example.com 1',
      ])
    }
    if (status === 200) expect(isDone).toBe(true)
    outcomes.add(isDone ? 'after' : 'before')
    const original = Buffer.from(await (await send('GET', `${path}/file`)).arrayBuffer())
    expect(sha256(original)).toBe(after.uploaded)
  }
  expect([...outcomes].sort()).toEqual(['after', 'before'])
  await server.stop()
  expect(await admin(folder.settings, 'verify-audit')).toMatch(/^intact/)
  expect(await admin(folder.settings, 'verify-storage')).toMatch(
    /\b0 (?:missing|damaged)|intact|sound/,
  )
})
