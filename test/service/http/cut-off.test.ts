/**
 * Senders that go away in the middle, and bytes that no client would send, on a listening server: nothing ends the
 * process, costs quota or leaves a file.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormParts, multipart } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { GENEROUS_PLANS } from '../../support/generous-plans.ts'
import { malformed, numbersFrom, wellFormed } from '../../support/hostile-requests.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { RawConnection } from '../../support/socket.ts'

const CUT_OFFS = 5_000
const AT_ONCE = 40
/** A network address may make 600 calls a minute without a key. */
const CALLS_PER_MINUTE = 400
/** A form is whole a few bytes before its body ends; what is cut off before that is never served. */
const LAST_BYTES = 8

let temporary = ''
let before: unknown
let service: SigningApp
let port = 0
let key = ''
let kinds: Array<readonly [string, Buffer]> = []
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
const outside = process.env.TMPDIR

const files = async () => ({
  data: (await readdir(service.app.folder, { recursive: true })).filter(
    (name) => !/^office\/|-(wal|shm|journal)$/.test(name),
  ),
  temporary: readdirSync(temporary).filter((name) => name !== 'plans.json'),
})

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'paraph-cut-off-'))
  const plans = join(temporary, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  service = await startSigningApp({ PARAPH_PLANS_FILE: plans })
  process.env.TMPDIR = temporary
  key = await service.app.newKey('abused')
  const who = somebody()
  const document = await service.create([who], { key })
  const { token } = await service.person(who)
  const sender = { key, token, documentId: document.id, signerId: document.signers[0]?.id ?? '' }
  kinds = Object.entries(wellFormed({ ...sender, pdf: await smallPdf() }))
  await service.app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.app.server.address() as AddressInfo).port
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  before = await files()
})
afterAll(async () => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
  if (outside === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = outside
  await service.close()
  rmSync(temporary, { recursive: true, force: true })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const ENDINGS = ['closed', 'reset', 'half closed', 'closed after a moment'] as const

/** Sends the beginning of a request and goes away. */
function cutOff(bytes: Buffer, ending: (typeof ENDINGS)[number]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
    socket.write(bytes, async () => {
      if (ending === 'half closed') socket.end()
      if (ending === 'half closed' || ending === 'closed after a moment') await pause(5)
      if (ending === 'reset') socket.resetAndDestroy()
      else socket.destroy()
    })
  })
}

/** The service is as it was: nothing on its way, nothing counted, nothing kept, and the next document is made. */
async function nothingHappened(served: number): Promise<void> {
  const { app } = service
  await expect.poll(() => app.services.uploads.running).toBe(0)
  expect(uncaught).toEqual([])
  app.clock.move(61_000)
  const usage = await app.call('GET', '/usage', { key })
  expect(usage.json()).toMatchObject({ monthly: { documents: { used: served, reserved: 0 } } })
  expect(await files()).toEqual(before)
  const form: FormParts = [
    ['template', { filename: 'a.docx', bytes: docxWith('Hello {name}') }],
    ['data', '{"name":"Ada"}'],
    ['format', 'docx'],
  ]
  const { body, contentType } = multipart(form)
  const headers = { 'x-api-key': key, 'content-type': contentType }
  const next = await fetch(`http://127.0.0.1:${port}/render-document`, {
    method: 'POST',
    headers,
    body,
  })
  expect(next.status).toBe(200)
}

describe('an anonymous caller stops nothing', () => {
  test.each(['/verify', '/render'])(
    'by sending %s an unknown transfer coding and hanging up',
    async (path) => {
      for (let round = 0; round < 10; round++) {
        const connection = new RawConnection(port)
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`
        await connection.send(head)
        await pause(round * 3)
        connection.end()
      }
      await expect.poll(() => service.services.uploads.running).toBe(0)
      expect(uncaught).toEqual([])
    },
  )

  test(`by going away ${CUT_OFFS} times in the middle of every kind of request`, async () => {
    const random = numbersFrom(20_261_122)
    const all = [...kinds, ...Object.entries(malformed())]
    expect(kinds.length).toBeGreaterThanOrEqual(30)
    const garbage = () => Buffer.from(Array.from({ length: 1 + random(300) }, () => random(256)))
    let left = CUT_OFFS
    const work = async () => {
      while (left > 0) {
        left -= 1
        if (left % CALLS_PER_MINUTE === 0) service.app.clock.move(61_000)
        const [, whole] = all[left % all.length] ?? ['', garbage()]
        const ending = ENDINGS[random(ENDINGS.length)] ?? 'closed'
        const cut = whole.subarray(0, 1 + random(Math.max(1, whole.length - LAST_BYTES)))
        await cutOff(left % 23 === 0 ? garbage() : cut, ending)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await nothingHappened(0)
  })

  test('by cutting a form off at each of its bytes', async () => {
    const [, whole] = kinds[0] ?? ['', Buffer.alloc(0)]
    const last = Math.min(700, whole.length - LAST_BYTES)
    for (let at = 1; at < last; at += AT_ONCE) {
      service.app.clock.move(5_000)
      const some = Array.from({ length: AT_ONCE }, (_, index) => at + index)
      await Promise.all(some.map((end) => cutOff(whole.subarray(0, end), 'reset')))
    }
    await nothingHappened(1)
  })

  test.each(Object.entries(malformed()))(
    'by %s, which is refused, and nothing behind it is taken for a request',
    async (_name, bytes) => {
      service.app.clock.move(5_000)
      const connection = new RawConnection(port)
      await connection.send(bytes)
      await connection.untilClosed()
      const answers = [...connection.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)
      // Where a refusal is out before the bytes behind it are read, those end the connection with a 400.
      expect(answers.slice(1)).toEqual(answers.length > 1 ? ['400'] : [])
      expect(answers[0] ?? '400').toMatch(/^[45]/)
      expect(uncaught).toEqual([])
      connection.end()
    },
  )
})
