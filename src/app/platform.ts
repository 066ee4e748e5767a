/** The base of both interfaces: the data folder, accounts, jobs, the trail, messages, the authority. */

import { readFileSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { type Accounts, openAccounts } from '../accounts/open.ts'
import { HeadStamps } from '../audit/stamping.ts'
import { Trails } from '../audit/trail.ts'
import type { Config } from '../config/config.ts'
import { enterDatabase } from '../database/cluster-membership.ts'
import type { Instance } from '../database/instance.ts'
import { lockDataFolder } from '../database/lock.ts'
import { connectDatabase, type Db } from '../database/open.ts'
import type { Resolver } from '../egress/addresses.ts'
import { createLog } from '../http/log.ts'
import { organisationOf } from '../identity/log-chain.ts'
import { Jobs } from '../jobs/jobs.ts'
import { AdjustedClock, type Clock, systemClock } from '../kernel/clock.ts'
import { Metrics } from '../kernel/metrics.ts'
import { programFile } from '../kernel/program-files.ts'
import { recordSpans, spanIds, type Tracer } from '../kernel/trace.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { openMessages } from '../messages/open.ts'
import type { SmtpWaits } from '../messages/smtp.ts'
import type { MakeKey } from '../pki/keys.ts'
import { describeDocument } from '../signing/requests/webhook-view.ts'
import { modeOf } from '../signing/store/erasure.ts'
import { TRAIL_EVENTS } from '../webhooks/events.ts'
import { openWebhooks } from '../webhooks/open.ts'
import { startAuthorities } from './authorities.ts'
import { serviceDatabase } from './databases.ts'
import type { Workers } from './workers.ts'

/** Dependencies that tests may replace. */
export interface Ports {
  clock?: Clock
  /** Generates RSA-4096 private keys, which takes seconds. */
  makeKey?: MakeKey
  /** Resolves webhooks' host names. */
  resolver?: Resolver
  /** How long a mail server is waited for, where that differs from the usual. */
  mailWaits?: Partial<SmtpWaits>
  /** Whether LibreOffice starts with the first document, whatever PARAPH_ROLES says. */
  officeOnDemand?: boolean
  /** Those of several services in one process; closed by who passes them, not with a service. */
  workers?: Workers
}

const program = membersOf(JSON.parse(readFileSync(programFile('package.json'), 'utf8')))
/** Of this program. */
export const VERSION = String(program.version)

/** The opened platform. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens the data folder and everything that depends only on it. */
export async function openPlatform(config: Config, ports: Ports) {
  const clock = ports.clock ?? systemClock
  const log = createLog(config.server.logLevel, config.tracing && spanIds)
  const metrics = new Metrics()
  const tracing = await openTracing(config, log, metrics)
  const lock = lockDataFolder(config.dataDir)
  const dataFolder = config.dataDir
  const { database, instance, leave } = await openRows(config, { clock, log }).catch((error) => {
    // Refused, which is no crash.
    lock.abandon()
    throw error
  })
  const { db, counting } = database
  const held = { db, clock, instance }
  const accounts = await openAccounts({ ...held, counting, dataFolder, config: config.accounts })
  await accounts.start()
  const jobs = new Jobs({ ...held, log })
  const { dataDir, messages: sending } = config
  const mailing = { dataDir, messages: sending, waits: ports.mailWaits ?? {} }
  const messages = openMessages({ db, jobs, clock, log, metrics, ...mailing })
  const { makeKey } = ports
  const authorities = await startAuthorities({ config, clock, log, metrics, db, makeKey })
  const trails = new Trails(db, clock, entryCounter(metrics))
  const stamperOf = stampersOf(db, authorities)
  const stamps = new HeadStamps({ db, clock, trails, jobs, stamperOf, log })
  const webhooks = startWebhooks({ ...held, config, log, metrics, trails, accounts, ports })
  return {
    clock,
    log,
    metrics,
    tracer: tracing.tracer,
    db,
    instance,
    accounts: { ...accounts, clock },
    jobs,
    trails,
    /** Has the head of a trail time-stamped now. @throws AppError `timestamp_unavailable` */
    stampTrail: (id: string) => stamps.stamp(id),
    webhooks,
    messages,
    pki: authorities.live,
    testPki: authorities.test,
    pkiOf: authorities.of,
    uncleanStops: lock.uncleanStops,
    /** Starts background work: jobs, time-stamps, webhooks. */
    async start() {
      await stamps.start()
      await jobs.start()
      webhooks.start()
    },
    async close() {
      for (const part of [webhooks, stamps, jobs, messages, authorities, accounts.throttling])
        await part.close()
      await leave()
      await database.close()
      lock.release()
      await tracing.close()
    },
  }
}

/**
 * External if an authority is configured: the operator could make the built-in one stamp a different trail. Tests
 * must not use up paid time-stamps, and use the TEST authority.
 */
const stampersOf =
  (db: Db, authorities: Awaited<ReturnType<typeof startAuthorities>>) =>
  async (trailId: string) => {
    const { authority, timestamps } = authorities.of((await modeOf(db, trailId)) ?? 'live')
    // Logs are written before an operator has made the authority, too.
    const isEarly = authority.state.status === 'failed' && organisationOf(trailId) !== undefined
    return isEarly ? undefined : timestamps
  }

/** Takes the server's place on its database; who is put out of it stops. */
const enter = (config: Config, db: Db, { clock, log }: { clock: Clock; log: FastifyBaseLogger }) =>
  enterDatabase({
    db,
    postgres: config.postgres,
    isShared: config.isShared,
    folder: config.dataDir,
    version: VERSION,
    roles: [...config.roles],
    clock: clock instanceof AdjustedClock ? clock : undefined,
    log,
    lost(error) {
      log.fatal({ err: error }, 'another server took over the database; this one stops')
      process.kill(process.pid, 'SIGTERM')
    },
  })

/** Opens the database and takes the server's place on it. @throws FatalError when either cannot be */
async function openRows(config: Config, parts: { clock: Clock; log: FastifyBaseLogger }) {
  const place = { ...serviceDatabase(config), clock: parts.clock, verify: true }
  const database = await connectDatabase(place)
  return { database, ...(await enter(config, database.db, parts)) }
}

/** What counts an entry of a trail. */
function entryCounter(metrics: Metrics): (type: string) => void {
  const entries = metrics.counter(
    'paraph_trail_entries_total',
    'Audit trail entries, by type',
    TRAIL_EVENTS.map((type) => ({ type })),
  )
  return (type) => entries.add({ type })
}

/** Spans are recorded only if the operator configures a receiver; otherwise the code is not even loaded. */
async function openTracing(
  { tracing: config }: Config,
  log: FastifyBaseLogger,
  metrics: Metrics,
): Promise<{ tracer: Tracer | undefined; close(): Promise<void> }> {
  if (config === undefined) return { tracer: undefined, close: async () => undefined }
  const { startTracing } = await import('./tracing.ts')
  const { tracer, close } = startTracing(config, { version: VERSION, log, metrics })
  recordSpans(tracer)
  return {
    tracer,
    async close() {
      recordSpans(undefined)
      await close()
    },
  }
}

/** Webhooks, and a gauge of pending deliveries. */
function startWebhooks(parts: {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  db: Db
  trails: Trails
  accounts: Accounts
  ports: Ports
  instance: Instance
}) {
  const { config, accounts, ports } = parts
  const webhooks = openWebhooks({
    ...parts,
    documents: { describe: describeDocument, modeOf },
    secretKey: accounts.deriveKey('webhook secrets'),
    privateAllowed: config.webhooks.privateAllowed,
    version: VERSION,
    keepDays: config.retentionDays.webhooks,
    ...(ports.resolver !== undefined && { resolver: ports.resolver }),
  })
  parts.metrics.asked('paraph_webhooks_pending', 'Webhook deliveries pending', 0, webhooks.pending)
  return webhooks
}
