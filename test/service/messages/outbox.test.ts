/** The development outbox: files, pages, and who sees them. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailPreviews } from '../../../src/app/mail-previews.ts'
import type { App } from '../../../src/http/app.ts'
import { createLog } from '../../../src/http/log.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { layOutMail } from '../../../src/messages/mail-layout.ts'
import { Outbox, type OutboxMessage } from '../../../src/messages/outbox.ts'
import { outboxHasPages, outboxRoutes } from '../../../src/messages/routes.ts'
import { TestClock } from '../../support/clock.ts'
import { emptyFolder } from '../database/fixture.ts'

const clock = new TestClock()
const LINK = 'https://sign.example.com/sign/token?a=1&b=2'
const laidOut = layOutMail({
  locale: 'en',
  subject: 'Sign <b>this</b>',
  heading: 'Please sign',
  blocks: [
    { type: 'quote', text: '<script>alert(1)</script> see https://example.com/x.' },
    { type: 'button', label: 'Sign', url: LINK },
  ],
  footer: [],
})
const MAIL = { ...laidOut, to: 'camille@example.com', messageId: 'msg_1' }
const SMS = { to: '+33612345678', text: 'Paraph: 483920 is your code.' }

async function serve(outbox: Outbox): Promise<App> {
  const app = createHttpServer({
    clock,
    log: createLog('silent'),
    bodyBytesMax: 1_000,
    requestTimeoutMs: 10_000,
    trustedProxies: 0,
  })
  await app.register(outboxRoutes, { outbox, previews: mailPreviews })
  await app.ready()
  return app
}

let folder: string
let outbox: Outbox
let app: App
beforeAll(async () => {
  folder = join(emptyFolder(), 'outbox')
  outbox = new Outbox({ folder, clock })
  app = await serve(outbox)
})
afterAll(() => app.close())

describe('the folder', () => {
  test('holds one whole file per message, for the own user alone', async () => {
    const { providerId } = await outbox.mails.send(MAIL)
    expect(readdirSync(folder)).toEqual([`${providerId}.json`])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const path = join(folder, `${providerId}.json`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ channel: 'mail', ...MAIL })
  })

  test('retains the newest and no more than its limit', async () => {
    const small = new Outbox({ folder: join(emptyFolder(), 'outbox'), clock, messagesMax: 5 })
    for (let n = 0; n < 12; n++) {
      clock.move(10)
      await small.texts.send({ ...SMS, text: `${n}` })
    }
    expect((await small.list()).map(({ text }) => text)).toEqual(['11', '10', '9', '8', '7'])
  })

  test('may hold files of others and broken ones: they are left alone and not shown', async () => {
    const strange = join(emptyFolder(), 'outbox')
    mkdirSync(strange)
    writeFileSync(join(strange, 'notes.txt'), 'mine')
    writeFileSync(join(strange, `msg_${'0'.repeat(26)}.json`), '{ broken')
    const kept = new Outbox({ folder: strange, clock })
    await kept.texts.send(SMS)
    expect(await kept.list()).toMatchObject([{ channel: 'sms', ...SMS }])
    expect(readFileSync(join(strange, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('that is not there yet is empty, and no id leads out of it', async () => {
    const none = new Outbox({ folder: join(emptyFolder(), 'none'), clock })
    expect(await none.list()).toEqual([])
    expect(await none.get('../../etc/passwd')).toBeUndefined()
  })
})

describe('GET /dev/outbox', () => {
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'GET', url, headers, remoteAddress })

  test('shows the text, links to follow and the code to copy; everything else stays text', async () => {
    await outbox.texts.send(SMS)
    const { statusCode, body, headers } = await get('/dev/outbox')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain(`<a href="${LINK.replace('&', '&amp;')}"`)
    expect(body).toContain('<a href="https://example.com/x" rel="noopener noreferrer">')
    expect(body).toContain('>483920</code>')
    expect(body).toContain('Sign &lt;b&gt;this&lt;/b&gt;')
    expect(body).not.toContain('<script')
  })

  test('leads back to where one came from', async () => {
    const { body } = await get('/dev/outbox')
    expect(body).toContain('<a href="/console">')
    expect(body).toContain('<a href="/">')
  })

  test('has a policy under which nothing runs and only its own style counts', async () => {
    const { headers, body } = await get('/dev/outbox')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
    expect(body).not.toMatch(/ style=| on[a-z]+=/)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('loads itself again only when asked to', async () => {
    expect((await get('/dev/outbox')).body).not.toContain('http-equiv="refresh"')
    expect((await get('/dev/outbox?refresh=on')).body).toContain('http-equiv="refresh"')
  })

  test('.json has everything for a script, newest first', async () => {
    const { messages } = (await get('/dev/outbox.json')).json<{ messages: OutboxMessage[] }>()
    expect(messages.map(({ channel }) => channel)).toEqual(['sms', 'mail'])
    expect(messages[1]).toMatchObject(MAIL)
  })

  test('/{id} shows a mail as its program would, in a sandbox', async () => {
    const id = (await outbox.list()).find(({ channel }) => channel === 'mail')?.id
    const { body, headers } = await get(`/dev/outbox/${id}`)
    expect(body).toBe(MAIL.html)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect((await get('/dev/outbox/msg_x')).statusCode).toBe(404)
  })

  test('/dev/mails shows every mail in each of its languages, light and dark, and nothing else', async () => {
    const first = (await get('/dev/mails')).headers.location
    const { body, headers } = await get(String(first))
    const pages = [...body.matchAll(/href="(\/dev\/mails\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(new Set(mailPreviews.map(({ name }) => `/dev/mails/${name}`))).toEqual(new Set(pages))
    expect(headers['content-security-policy']).toContain("frame-src 'self'")
    const frames: string[] = []
    for (const path of pages)
      for (const [, frame = ''] of (await get(path)).body.matchAll(/<iframe[^>]* src="([^"]+)"/g))
        frames.push(frame)
    expect(frames).toHaveLength(2 * mailPreviews.length)
    for (const frame of frames) {
      const mail = await get(frame)
      expect([frame, mail.statusCode]).toEqual([frame, 200])
      expect(mail.headers['content-security-policy']).toMatch(/frame-ancestors 'self'; sandbox/)
      expect(mail.body).toMatch(frame.endsWith('/dark') ? /@media all\{/ : /@media not all\{/)
      expect(mail.body).not.toMatch(/undefined|\[object|NaN/)
    }
    for (const path of ['none', 'signer-code/xx/dark', '../outbox/none'])
      expect((await get(`/dev/mails/${path}`)).statusCode).toBe(404)
    expect((await get('/dev/mails/signer-code/en/blue')).statusCode).toBe(422)
  })

  test('every file that lays out a mail has a preview', () => {
    const src = join(import.meta.dirname, '../../../src')
    const writers = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        /(?:= |\.{3})layOutMail\(/.test(readFileSync(join(src, name), 'utf8')),
    )
    const imported = readFileSync(join(src, 'app/mail-previews.ts'), 'utf8')
    expect(writers.length).toBeGreaterThan(5)
    expect(writers.filter((name) => !imported.includes(`'../${name}'`))).toEqual([])
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])(
    'is there for %s, which is this machine',
    async (address) => {
      expect((await get('/dev/outbox', {}, address)).statusCode).toBe(200)
    },
  )

  test.each([
    '/dev/outbox',
    '/dev/outbox.json',
    '/dev/outbox/msg_x',
    '/dev/mails',
    '/dev/mails/copy',
  ])('%s is not there for anybody else', async (url) => {
    for (const address of ['203.0.113.9', '2001:db8::9', '192.168.1.20', '10.0.0.3', 'fd00::2'])
      expect([address, (await get(url, {}, address)).statusCode]).toEqual([address, 404])
  })

  test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'])(
    'is not there through an undeclared proxy, which sends %s',
    async (header) => {
      expect((await get('/dev/outbox.json', { [header]: '127.0.0.1' })).statusCode).toBe(404)
    },
  )

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])(
    'is there under the name %s',
    async (host) => {
      expect((await get('/dev/outbox.json', { host })).statusCode).toBe(200)
    },
  )

  test.each([
    'rebound.example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io',
    '192.168.1.4:3000',
  ])(
    'is not there under the name %s, which somebody elsewhere may have made lead here',
    async (host) => {
      expect((await get('/dev/outbox.json', { host })).statusCode).toBe(404)
    },
  )

  test('has pages only where the service is reached on this machine alone', () => {
    const own = {
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      signUrl: 'http://localhost:3000',
      trustedProxies: 0,
    }
    expect(outboxHasPages(own)).toBe(true)
    expect(outboxHasPages({ ...own, host: '::1', baseUrl: 'http://[::1]:3000' })).toBe(true)
    for (const change of [
      { host: '0.0.0.0' },
      { host: '::' },
      { host: '192.168.1.4' },
      { baseUrl: 'https://api.example.com' },
      { signUrl: 'https://sign.example.com' },
      { trustedProxies: 1 },
    ])
      expect([change, outboxHasPages({ ...own, ...change })]).toEqual([change, false])
  })
})
