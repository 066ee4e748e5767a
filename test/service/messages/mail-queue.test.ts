/** Mails as jobs, over a real database and a real mail server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSqlite } from '../../../src/database/conditions.ts'
import { migrationsOf } from '../../../src/database/migrate.ts'
import { DATABASE_FILE, type OpenDatabase } from '../../../src/database/open.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'
import { MessageCounters } from '../../../src/messages/counters.ts'
import type { FailedMail, SentMail } from '../../../src/messages/mail-events.ts'
import { MailQueue } from '../../../src/messages/mail-queue.ts'
import type { Mail, MailDriver } from '../../../src/messages/ports.ts'
import { noMails } from '../../../src/messages/ports.ts'
import { SmtpMailer } from '../../../src/messages/smtp.ts'
import { TestClock } from '../../support/clock.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { tablesWith } from '../../support/rows.ts'
import { freePort } from '../../support/server-process.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'
import { emptyFolder } from '../database/fixture.ts'

const HOUR = 3_600_000
const TOKEN = 'a-signing-token-never-stored'

let folder: string
let database: OpenDatabase
let clock: TestClock
const open: Array<{ close(): unknown }> = []

beforeEach(async () => {
  folder = emptyFolder()
  clock = new TestClock()
  database = await openTestDatabase({ folder, migrations: [migrationsOf('jobs')], clock })
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  await database.close()
})

const smtpAt = (port: number): SmtpMailer => {
  const from = { name: 'Paraph', address: 'sign@paraph.example' }
  const waits = { rest: 0 }
  const mailer = new SmtpMailer({
    host: '127.0.0.1',
    port,
    secure: false,
    tls: 'offered',
    from,
    waits,
  })
  open.push(mailer)
  return mailer
}

const invitation = ({ signer_id }: { signer_id: string }): Promise<Mail | undefined> =>
  Promise.resolve({
    to: `${signer_id}@example.com`,
    subject: 'Please sign',
    text: `https://example.com/sign/${TOKEN}`,
    html: '<p>Please sign</p>',
  })

/** A queue of invitations that records every outcome. */
function queueOver(driver: MailDriver, compose = invitation) {
  const logged: unknown[] = []
  const log = {
    warn: (...facts: unknown[]) => void logged.push(facts),
    error: (...facts: unknown[]) => void logged.push(facts),
  }
  const jobs = new Jobs({ db: database.db, clock, log })
  const metrics = new Metrics()
  const counters = new MessageCounters(metrics)
  const mails = new MailQueue({ db: database.db, jobs, clock, log, driver, counters, lookMs: 20 })
  open.push(mails)
  const sent: SentMail[] = []
  const failed: FailedMail[] = []
  mails.compose('invitation', compose, {
    sent: async (_db, mail) => void sent.push(mail),
    failed: async (_db, mail) => void failed.push(mail),
  })
  return { mails, jobs, metrics, sent, failed, logged }
}

const add = (mails: MailQueue, signerId: string, options = {}) =>
  database.db
    .transaction()
    .execute((db) => mails.add(db, 'invitation', { signer_id: signerId }, options))

/** Lets the time pass and the jobs run, as long as there are any. */
async function liveThrough(jobs: Jobs, hours: number): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute += 5) {
    await jobs.runDue()
    clock.move(HOUR / 12)
  }
  await jobs.runDue()
}

describe('a mail in the queue', () => {
  test('goes out, and its link was never on disk', async () => {
    const server = await startSmtpSink()
    open.push(server)
    const { mails, jobs, metrics, sent } = queueOver(smtpAt(server.port))
    await add(mails, 'sgr_1')
    const inFile = (text: string) =>
      ['', '-wal'].some((end) => readIfThere(join(folder, `${DATABASE_FILE}${end}`)).includes(text))
    const { db } = database
    const isStored = async (text: string) =>
      isSqlite(db) ? inFile(text) : (await tablesWith(db, text)).length > 0
    expect([await isStored('sgr_1'), await isStored(TOKEN)]).toEqual([true, false])
    await jobs.runDue()
    expect(server.taken[0]?.to).toEqual(['sgr_1@example.com'])
    expect(server.taken[0]?.raw).toContain(TOKEN)
    expect(await isStored(TOKEN)).toBe(false)
    expect(sent).toMatchObject([{ kind: 'invitation', payload: { signer_id: 'sgr_1' } }])
    expect(sent[0]?.providerId).toBe(`<${sent[0]?.messageId}@paraph.example>`)
    expect(metrics.render()).toContain('paraph_messages_total{channel="mail",outcome="sent"} 1')
    expect(await jobs.count()).toEqual({ waiting: 0, failed: 0 })
  })

  test('of a transaction that fails is none', async () => {
    const { mails, jobs } = queueOver(noMails)
    const broken = database.db.transaction().execute(async (db) => {
      await mails.add(db, 'invitation', { signer_id: 'sgr_1' })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await jobs.count()).toEqual({ waiting: 0, failed: 0 })
  })

  test('waits once per key', async () => {
    const server = await startSmtpSink()
    open.push(server)
    const { mails, jobs } = queueOver(smtpAt(server.port))
    await add(mails, 'sgr_1', { uniqueKey: 'sgr_1' })
    await add(mails, 'sgr_1', { uniqueKey: 'sgr_1' })
    await add(mails, 'sgr_2', { uniqueKey: 'sgr_2' })
    await jobs.runDue()
    expect(server.taken).toHaveLength(2)
    await add(mails, 'sgr_1', { uniqueKey: 'sgr_1' })
    await jobs.runDue()
    const ids = server.taken.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(3)
  })

  test('that nobody needs any more is dropped', async () => {
    const { mails, jobs, metrics, sent } = queueOver(noMails, async () => undefined)
    await add(mails, 'sgr_1')
    await jobs.runDue()
    expect(sent).toEqual([])
    expect(metrics.render()).toContain('outcome="dropped"} 1')
    expect(await jobs.count()).toEqual({ waiting: 0, failed: 0 })
  })

  test('that was sent is not sent again when recording it fails', async () => {
    const server = await startSmtpSink()
    open.push(server)
    const { mails, jobs, logged } = queueOver(smtpAt(server.port))
    mails.compose('invitation', invitation, { sent: () => Promise.reject(new Error('full')) })
    await add(mails, 'sgr_1')
    await liveThrough(jobs, 1)
    expect(server.taken).toHaveLength(1)
    expect(JSON.stringify(logged)).toContain('could not be recorded')
  })
})

describe('when the mail server fails', () => {
  test('an outage of an hour loses nothing, and no mail changes its Message-ID', async () => {
    const port = await freePort()
    const { mails, jobs, sent, failed } = queueOver(smtpAt(port))
    for (const id of ['sgr_1', 'sgr_2', 'sgr_3']) await add(mails, id)
    await liveThrough(jobs, 1)
    expect(await jobs.count()).toEqual({ waiting: 3, failed: 0 })
    const server = await startSmtpSink({}, port)
    open.push(server)
    await liveThrough(jobs, 1.5)
    expect(server.taken.map(({ to }) => to[0]).sort()).toEqual(
      ['sgr_1', 'sgr_2', 'sgr_3'].map((id) => `${id}@example.com`),
    )
    expect(sent).toHaveLength(3)
    expect(failed).toEqual([])
  })

  test('its return is noticed before a mail is due, and mails follow it a few at a time', async () => {
    const port = await freePort()
    const { mails, jobs, failed } = queueOver(smtpAt(port))
    for (let n = 0; n < 30; n++) await add(mails, `sgr_${n}`)
    await liveThrough(jobs, 6)
    expect(await jobs.count()).toEqual({ waiting: 30, failed: 0 })
    const server = await startSmtpSink({}, port)
    open.push(server)
    const waiting = () =>
      database.db.selectFrom('jobs').select(['run_at', 'attempts']).orderBy('run_at').execute()
    await expect
      .poll(async () => (await waiting()).at(-1)?.run_at)
      .toBeLessThan(clock.now() + 60_000)
    const followed = await waiting()
    for (const [n, { run_at }] of followed.entries())
      expect(run_at - (followed[0]?.run_at ?? 0)).toBe(n * 100)
    await server.close()
    clock.move(3_000)
    await jobs.runDue()
    // What failed because the server went away again has not lost a life.
    const lives = (rows: typeof followed) => rows.map(({ attempts }) => attempts).sort()
    expect(lives(await waiting())).toEqual(lives(followed).map((one) => one + 1))
    expect(failed).toEqual([])
  })

  test('a mail that was refused and then taken has one Message-ID', async () => {
    let refusals = 2
    const ids: string[] = []
    const server = await startSmtpSink({
      onData(stream, _session, done) {
        let raw = ''
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString()
        })
        stream.on('end', () => {
          ids.push(/Message-ID: (.*)/.exec(raw)?.[1] ?? '')
          refusals -= 1
          done(refusals >= 0 ? smtpError(451, 'try again') : null)
        })
      },
    })
    open.push(server)
    const { mails, jobs, sent } = queueOver(smtpAt(server.port))
    await add(mails, 'sgr_1')
    await liveThrough(jobs, 1)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(sent).toHaveLength(1)
  })

  test('it is given up after about a day, and the domain learns why', async () => {
    const { mails, jobs, failed, metrics } = queueOver(noMails)
    await add(mails, 'sgr_1')
    await liveThrough(jobs, 22)
    expect(failed).toEqual([])
    await liveThrough(jobs, 6)
    expect(failed).toMatchObject([
      {
        kind: 'invitation',
        payload: { signer_id: 'sgr_1' },
        reason: expect.stringMatching(/PARAPH_SMTP_URL/),
      },
    ])
    expect(failed[0]?.permanent).toBeUndefined()
    expect(metrics.render()).toContain('channel="mail",outcome="temporary"} 12\n')
    expect(metrics.render()).toContain('outcome="given_up"} 1')
  })

  test('a bad address is given up at once, and no log names it', async () => {
    const server = await startSmtpSink({
      onRcptTo: ({ address }, _session, done) => done(smtpError(550, `5.1.1 <${address}> unknown`)),
    })
    open.push(server)
    const { mails, jobs, failed, logged } = queueOver(smtpAt(server.port))
    await add(mails, 'sgr_1')
    await jobs.runDue()
    expect(failed).toMatchObject([{ permanent: 'recipient' }])
    expect(failed[0]?.reason).toContain('550')
    const recorded = JSON.stringify([logged, failed], (_key, value) =>
      value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : value,
    )
    expect(recorded).not.toContain('@example.com')
    expect(recorded).not.toContain(TOKEN)
    expect(await jobs.count()).toEqual({ waiting: 0, failed: 1 })
  })

  test('what the domain does about it is undone when it fails, and done with the next attempt', async () => {
    const { mails, jobs } = queueOver(noMails)
    let calls = 0
    mails.compose(
      'invitation',
      async () => ({ ...(await invitation({ signer_id: 'x' }))!, to: 'bad' }),
      {
        failed: async () => {
          calls += 1
          if (calls === 1) throw new Error('the database is busy')
        },
      },
    )
    await add(mails, 'sgr_1')
    await liveThrough(jobs, 27)
    expect(calls).toBeGreaterThanOrEqual(2)
    expect(await jobs.count()).toEqual({ waiting: 0, failed: 1 })
  })

  test('a mail that was given up and is added again has all its attempts before it', async () => {
    const { mails, jobs, failed } = queueOver(noMails)
    const again = { uniqueKey: 'sgr_1' }
    await add(mails, 'sgr_1', again)
    await liveThrough(jobs, 27)
    expect(failed).toHaveLength(1)
    await add(mails, 'sgr_2', again)
    await liveThrough(jobs, 1)
    expect(await jobs.count()).toEqual({ waiting: 1, failed: 0 })
    await liveThrough(jobs, 27)
    expect(failed.map(({ payload }) => payload)).toEqual([
      { signer_id: 'sgr_1' },
      { signer_id: 'sgr_2' },
    ])
  })

  test('a kind that nobody writes waits for a program that does', async () => {
    const { mails, jobs } = queueOver(noMails)
    await database.db.transaction().execute((db) => mails.add(db, 'other', {}))
    await jobs.runDue()
    expect(await jobs.count()).toEqual({ waiting: 1, failed: 0 })
  })
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
