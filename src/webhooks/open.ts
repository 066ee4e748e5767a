/** Assembles this domain. */
import type { Trails } from '../audit/trail.ts'
import { type Instance, SOLE_INSTANCE } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import { type Resolver, systemResolver } from '../egress/addresses.ts'
import type { JobLog } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { countPending } from './delivery-store.ts'
import { Dispatcher } from './dispatcher.ts'
import { batchEvents, type DocumentSource, eventReader } from './events.ts'
import { DocumentWebhooks } from './requests.ts'
import { Secrets } from './secrets.ts'
import { Sender } from './sender.ts'
import { WebhookService } from './service.ts'

/** What one instance does for all: the order of deliveries, and how many a receiver gets at once. */
const TASK = 'webhooks'

/** Creates the services; nothing is sent before `start()`. */
export function openWebhooks(parts: {
  db: Db
  clock: Clock
  log: JobLog
  trails: Trails
  documents: DocumentSource
  /** 32-byte key that encrypts the signing secrets. */
  secretKey: Buffer
  /** Webhooks may go to private networks and this machine. */
  privateAllowed: boolean
  version: string
  /** Retention of deliveries, in days after they ended. */
  keepDays: number
  /** Which of several this process is; absent: the only one. */
  instance?: Instance
  resolver?: Resolver
  /** Of one attempt, in milliseconds; 15 seconds when absent. */
  timeoutMs?: number | undefined
}) {
  const { db, clock, log, trails, documents, privateAllowed, version, keepDays, timeoutMs } = parts
  const resolver = parts.resolver ?? systemResolver
  const sender = new Sender({ resolver, privateAllowed, nowMs: () => clock.now(), timeoutMs })
  const secrets = new Secrets({ db, clock, vault: new SecretVault(parts.secretKey) })
  const read = eventReader({ trails, clock, documents })
  const { instance = SOLE_INSTANCE } = parts
  const leads = () => instance.leads(TASK)
  const deps = { db, clock, log, sender, secrets, read, leads, version, keepDays }
  const dispatcher = new Dispatcher(deps)
  return {
    webhooks: new WebhookService({ db, clock, sender, secrets, dispatcher }),
    requests: new DocumentWebhooks({ clock, sender, secrets }),
    dispatcher,
    batches: batchEvents(trails, clock, () => dispatcher.wake()),
    /** Number of pending deliveries. */
    pending: () => countPending(db),
    start() {
      trails.onAppend(() => dispatcher.wake())
      dispatcher.start()
    },
    close: () => dispatcher.close(),
  }
}
