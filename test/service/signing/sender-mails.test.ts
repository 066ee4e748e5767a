/** What the sender of a request is mailed: what about, where to, in which language, and how often. */

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPassword } from '../../../src/identity/store.ts'
import type { OutboxMessage } from '../../../src/messages/outbox.ts'
import { NOTICE_KINDS } from '../../../src/signing/model/schemas/notify.ts'
import { SenderNotices } from '../../../src/signing/notifications/notice-store.ts'
import {
  type CreateOptions,
  messagesOf,
  Person,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'

const DAY = 86_400_000
let accounts = 0

/** A new account that may sign, and what it does. */
async function account(signing: SigningApp, mode: 'live' | 'test' = 'live') {
  accounts += 1
  const email = `sender${accounts}@example.com`
  const { id } = await signing.services.accounts.accounts.createAccount(email)
  const key = await signing.app.keyFor(id, 'signature_business', mode)
  const { db } = signing.services
  return {
    id,
    email,
    key,
    /** What came to one of its addresses, newest first. */
    async mails(to = email): Promise<OutboxMessage[]> {
      await signing.work()
      return (await messagesOf(signing.app)).filter((message) => message.to === to)
    },
    speaks: (locale: 'fr' | 'en') =>
      setPassword(db, { account_id: id, password: 'x', password_at: '2026-01-01', locale }),
    chooses: (kinds: readonly (typeof NOTICE_KINDS)[number][], attach = false) =>
      new SenderNotices({ db }).set(id, { kinds, attach, codeToOpen: false }),
    /** A request of a new signer. */
    async send(notify?: object, options: CreateOptions['options'] = {}) {
      const signer = somebody({ locale: 'fr' })
      const more = notify === undefined ? {} : { notify: JSON.stringify(notify) }
      const { id: request } = await signing.create([signer], {
        key,
        options: { ...options, ...more },
      })
      return { request, signer }
    },
  }
}

describe('in the outbox', () => {
  let signing: SigningApp
  beforeAll(async () => {
    signing = await startSigningApp()
  })
  afterAll(() => signing.close())

  const declined = async (owner: Awaited<ReturnType<typeof account>>, notify?: object) => {
    const { request, signer } = await owner.send(notify)
    expect((await (await signing.person(signer)).decline()).status).toBe(200)
    await signing.work()
    return { request, signer }
  }
  const trailOf = async (id: string) => (await signing.services.trails.read(id))?.entries ?? []

  test('everyone has signed: one mail, with a link to the request in the console and no file', async () => {
    const owner = await account(signing)
    const { request, signer } = await owner.send(undefined, { external_id: 'A-42' })
    await (await signing.person(signer)).signWhole()
    const [mail, ...rest] = await owner.mails()
    expect(rest).toEqual([])
    expect(mail?.subject).toBe('Signé par tous : « contrat »')
    const link = `${signing.app.config.server.baseUrl}/console/requests/${request}`
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(link)
      expect(part).toContain('A-42')
      expect(part).toContain(signer.last_name)
      // Whoever forwards this mail gives nobody a signer's link.
      expect(part).not.toContain('/sign/')
    }
    expect([mail?.attachment, mail?.replyTo]).toEqual([undefined, undefined])
    const sent = (await trailOf(request)).filter(({ data }) => data.to === 'sender')
    expect(sent.map(({ type, data }) => [type, data.kind, data.message_id])).toEqual([
      ['message.sent', 'completed', mail?.messageId],
    ])
  })

  test('declined: the sender gets the reason; cancelled by the sender: nothing', async () => {
    const owner = await account(signing)
    await owner.speaks('en')
    const { signer } = await declined(owner)
    const [mail] = await owner.mails()
    const name = `${signer.first_name} ${signer.last_name}`
    expect(mail?.subject).toBe(`${name} declined to sign “contrat”`)
    expect(mail?.text).toContain('Le prix est faux')
    const { request } = await owner.send()
    expect((await signing.act('POST', request, '/cancel', {}, owner.key)).status).toBe(200)
    expect(await owner.mails()).toHaveLength(1)
  })

  test('expired: the sender gets the names of those who have not signed', async () => {
    const owner = await account(signing)
    const { signer } = await owner.send()
    await signing.work()
    signing.app.clock.move(31 * DAY)
    const [mail] = await owner.mails()
    signing.app.clock.move(-31 * DAY)
    expect(mail?.subject).toBe('Non signé à temps : « contrat »')
    expect(mail?.text).toContain(signer.last_name)
  })

  test('failed: the sender gets the identifier to quote', async () => {
    const owner = await account(signing)
    const { request } = await owner.send()
    const { db, signing: services } = signing.services
    await db.transaction().execute((trx) => services.sealing.fail(trx, request, 'sealing_failed'))
    const [mail] = await owner.mails()
    expect(mail?.subject).toBe('Non terminé : « contrat »')
    expect(mail?.text).toContain(request)
  })

  test('a test key: the mail says TEST', async () => {
    await signing.services.pkiOf('test').authority.ready()
    const owner = await account(signing, 'test')
    const { signer, request } = await owner.send()
    const url = (
      await signing.act(
        'GET',
        request,
        `/signers/${(await firstSigner(owner.key, request)).id}/test-link`,
        undefined,
        owner.key,
      )
    ).json<{ url: string }>().url
    const token = url.split('/').at(-1) ?? ''
    await new Person(signing.app, { token, to: signer.email }).decline()
    const [mail] = await owner.mails()
    expect(mail?.subject).toMatch(/^\[TEST\] /)
    expect(mail?.text).toContain('Message de test')
  })

  const firstSigner = async (key: string, id: string) => {
    const [first] = (await signing.act('GET', id, '', undefined, key)).json<{
      signers: Array<{ id: string }>
    }>().signers
    if (first === undefined) throw new Error('a request without signers')
    return first
  }

  test('a request says what about, where to and in which language, over what the account has chosen', async () => {
    const owner = await account(signing)
    await owner.chooses([])
    const emails = [owner.email.replace('@', '+contracts@'), owner.email]
    const notify = { kinds: ['declined'], emails, locale: 'en' }
    const { request } = await declined(owner, notify)
    for (const to of emails)
      expect((await owner.mails(to)).map(({ subject }) => subject)).toEqual([
        expect.stringContaining('declined to sign'),
      ])
    const shown = await signing.act('GET', request, '', undefined, owner.key)
    expect(shown.json()).toMatchObject({ notify })
  })

  test('what the account has switched off is not sent, nor what the request leaves out', async () => {
    const owner = await account(signing)
    await owner.chooses(NOTICE_KINDS.filter((kind) => kind !== 'declined'))
    await declined(owner)
    await owner.chooses(NOTICE_KINDS)
    await declined(owner, { kinds: ['completed'] })
    await declined(owner, { kinds: [] })
    expect(await owner.mails()).toEqual([])
  })

  test('an address of somebody else is refused, and nothing is made', async () => {
    const owner = await account(signing)
    const answer = await signing.post([somebody()], {
      key: owner.key,
      options: { notify: JSON.stringify({ emails: [owner.email, 'somebody@example.org'] }) },
    })
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      errors: [{ pointer: '/notify/emails/1', code: 'notify_address' }],
    })
    const list = await signing.app.call('GET', '/api/v1/documents', { key: owner.key })
    expect(list.json()).toMatchObject({ documents: [] })
  })

  test('an account that is disabled, or closed while the mail waits, gets none', async () => {
    const [disabled, closed] = [await account(signing), await account(signing)]
    const { accounts: service } = signing.services.accounts
    const requests = [await disabled.send(), await closed.send()]
    await signing.work()
    await service.setDisabled(disabled.id, true)
    await signing.services.db.transaction().execute((trx) => service.closeAccount(closed.id, trx))
    for (const { request } of requests)
      await signing.services.db
        .transaction()
        .execute((trx) => signing.services.signing.sealing.fail(trx, request, 'sealing_failed'))
    expect([...(await disabled.mails()), ...(await closed.mails())]).toEqual([])
    const all = await messagesOf(signing.app)
    expect(all.filter(({ to }) => to.endsWith('@invalid'))).toEqual([])
  })
})

describe('over a mail server', () => {
  let signing: SigningApp
  let server: Awaited<ReturnType<typeof startSmtpSink>>
  const mails: Array<{ to: string; raw: string }> = []
  /** Refuses larger mails, in bytes. */
  let sizeMax = Number.POSITIVE_INFINITY

  beforeAll(async () => {
    server = await startSmtpSink({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('never') ? smtpError(550, '5.1.1 no such user') : undefined),
      onData(stream, session, done) {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString()
          if (raw.length > sizeMax) return done(smtpError(552, '5.3.4 message too big'))
          mails.push({ to, raw })
          done()
        })
      },
    })
    signing = await startSigningApp({
      PARAPH_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      PARAPH_SMTP_TLS: 'off',
      PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
    })
  })
  afterAll(async () => {
    await signing.close()
    await server.close()
  })

  const to = (email: string) => mails.filter((mail) => mail.to === email)
  /** The newest link that went to somebody. */
  const person = async (who: { email: string; phone?: string }) => {
    await signing.work()
    const raw =
      to(who.email)
        .at(-1)
        ?.raw.replace(/=\r?\n/g, '') ?? ''
    const token = /\/sign\/([a-z0-9-]+)/.exec(raw)?.[1] ?? ''
    return new Person(signing.app, { token, to: who.email, phone: who.phone })
  }

  test('an address that it refuses is reported once, its reminder too; the corrected one that fails, again', async () => {
    const owner = await account(signing)
    await owner.speaks('en')
    const signer = { ...somebody(), email: `never${accounts}@example.com` }
    const made = await signing.create([signer], { key: owner.key })
    await signing.work()
    signing.app.clock.move(3_600_000)
    await signing.act('POST', made.id, '/remind', undefined, owner.key)
    await signing.work()
    const [mail, ...rest] = to(owner.email)
    expect(rest).toEqual([])
    const text = mail?.raw.replace(/=\r?\n/g, '')
    expect(text).toContain(signer.email)
    expect(text).toContain('no such user')
    // The same headers as every mail, and the service's own name.
    expect(text).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(text).toMatch(/^From: Paraph <sign@example.com>/m)
    const email = `never-again${accounts}@example.com`
    const path = `/signers/${made.signers[0]?.id}`
    await signing.act('PATCH', made.id, path, { email }, owner.key)
    await signing.work()
    expect(to(owner.email)).toHaveLength(2)
  })

  test('an account that wants the file gets it, byte for byte; a server that finds it too large, the mail without it', async () => {
    const owner = await account(signing)
    await owner.chooses(NOTICE_KINDS, true)
    const attached = async () => {
      const { request, signer } = await owner.send()
      await (await person(signer)).signWhole()
      await signing.work()
      const { raw } = to(owner.email).at(-1) ?? { raw: '' }
      const base64 = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1]
      const file = await signing.act('GET', request, '/signed', undefined, owner.key)
      return { raw, sent: Buffer.from(base64 ?? '', 'base64'), file: file.bytes }
    }
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const small = await attached()
    expect(sha256(small.sent)).toBe(sha256(small.file))
    sizeMax = small.file.length
    const large = await attached()
    sizeMax = Number.POSITIVE_INFINITY
    expect(to(owner.email)).toHaveLength(2)
    expect(large.raw).not.toContain('application/pdf')
    expect(large.raw).toContain('/console/requests/')
  })
})
