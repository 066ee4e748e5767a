/** Assembles this folder: the carrier of each channel, the queue, the health checks. */
import { join } from 'node:path'
import type { Db } from '../database/open.ts'
import type { HealthCheck, PartHealth } from '../http/health.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { Calls } from './calls.ts'
import { type Channel, MessageCounters } from './counters.ts'
import { FailOver } from './fail-over.ts'
import { GatewayTexts } from './gateway.ts'
import type { MailLog } from './mail-events.ts'
import { MailQueue } from './mail-queue.ts'
import { Outbox } from './outbox.ts'
import {
  type MissingCarriers,
  noMails,
  noTexts,
  SMTP_SETTINGS,
  type SmsDriver,
  TEXT_SETTINGS,
} from './ports.ts'
import { type MessagesConfig, TEXT_CARRIERS } from './settings.ts'
import { SmtpMailer, type SmtpWaits } from './smtp.ts'
import { type TextLog, Texts } from './texts.ts'
import { type TwilioClient, TwilioTexts } from './twilio.ts'
import { TwilioCalls } from './twilio-calls.ts'

/** Creates the queue and the carriers; connects only with the first message. */
export function openMessages(parts: {
  db: Db
  jobs: Jobs
  clock: Clock
  log: MailLog & TextLog
  metrics: Metrics
  dataDir: string
  messages: MessagesConfig
  /** How long a mail server is waited for, where that differs from the usual. */
  waits: Partial<SmtpWaits>
}) {
  const { db, jobs, clock, log, metrics, dataDir, waits } = parts
  const { production, smtp, from } = parts.messages
  const counters = new MessageCounters(metrics)
  const texter = textCarrier(parts.messages, log)
  const complete = smtp !== undefined && texter !== undefined
  const outbox =
    production || complete ? undefined : new Outbox({ folder: join(dataDir, 'outbox'), clock })
  if (outbox !== undefined)
    log.warn(
      { mails: smtp === undefined, texts: texter === undefined },
      'messages are kept in the development outbox at /dev/outbox; set PARAPH_PRODUCTION=on in production',
    )
  const missing = missingOf(parts.messages, texter, log)
  const caller = callCarrier(parts.messages, log)
  const mailer = smtp === undefined ? undefined : new SmtpMailer({ ...smtp, from, waits })
  const mails = new MailQueue({
    db,
    jobs,
    clock,
    log,
    counters,
    keeper: outbox?.mails,
    driver: mailer ?? outbox?.mails ?? noMails,
  })
  return {
    mails,
    texts: new Texts({ driver: texter ?? outbox?.texts ?? noTexts, counters, log }),
    /** Undefined: codes are not spoken in calls. */
    calls: caller && new Calls({ driver: caller, counters, log }),
    /** Undefined in production, and if both carriers are configured. */
    outbox,
    /** Without these nothing can be sent; empty in development, where the outbox keeps everything. */
    missing,
    checks: [
      check('mail', { set: mailer !== undefined, production, fix: SMTP_SETTINGS, counters }),
      ...(caller ? [check('call', { set: true, production, fix: '', counters })] : []),
      check('sms', { set: texter !== undefined, production, fix: TEXT_SETTINGS, counters }),
    ],
    /** Closes the connections. Call after the jobs have ended. */
    close(): void {
      mails.close()
      mailer?.close()
    },
  }
}

/** Channels that production needs and that are not set up; each is logged. */
function missingOf(
  { production, smtp }: MessagesConfig,
  texter: SmsDriver | undefined,
  log: TextLog,
): MissingCarriers {
  if (!production) return {}
  const missing = {
    ...(smtp === undefined && { mail: SMTP_SETTINGS }),
    ...(texter === undefined && { sms: TEXT_SETTINGS }),
  }
  for (const [channel, fix] of Object.entries(missing))
    log.warn(
      { channel, fix },
      'nothing can be sent by this channel, and live requests that need it are refused',
    )
  return missing
}

/** The carrier of text messages, or both in the operator's order; undefined: none is set up. */
function textCarrier(
  { twilio, gateway, firstCarrier }: MessagesConfig,
  log: MailLog & TextLog,
): SmsDriver | undefined {
  const drivers: Partial<Record<(typeof TEXT_CARRIERS)[number], SmsDriver>> = {}
  if (twilio !== undefined) drivers.twilio = warmed(new TwilioTexts(twilio), log)
  if (gateway !== undefined) drivers.gateway = new GatewayTexts(gateway)
  const order = [firstCarrier, ...TEXT_CARRIERS.filter((name) => name !== firstCarrier)]
  const carriers = order.flatMap((name) => {
    const driver = drivers[name]
    return driver === undefined ? [] : [{ name, driver }]
  })
  return carriers.length > 1 ? new FailOver(carriers, log) : carriers[0]?.driver
}

/** The carrier of calls; undefined: none is set up. */
function callCarrier({ twilio }: MessagesConfig, log: MailLog & TextLog): TwilioCalls | undefined {
  if (twilio?.voice === undefined) return undefined
  return warmed(new TwilioCalls(twilio, twilio.voice), log)
}

function warmed<Client extends TwilioClient>(client: Client, log: MailLog): Client {
  client
    .warm()
    .catch((error: unknown) => log.error({ err: error }, 'could not load the Twilio client'))
  return client
}

/** Neither channel makes the service unready: documents are generated and verified without them. */
const check = (
  name: Channel,
  parts: { set: boolean; production: boolean; fix: string; counters: MessageCounters },
): HealthCheck => ({
  name,
  async check(): Promise<PartHealth> {
    const { set, production, fix, counters } = parts
    if (!set && production)
      return {
        status: 'degraded',
        detail: `not set up, and requests that need it are refused: ${fix}`,
      }
    if (!set) return { status: 'up', detail: 'kept in the development outbox; nothing is sent' }
    // Without the other server's message: this response is public.
    const trouble = counters.trouble(name)?.split(': ')[0]
    if (trouble === undefined) return { status: 'up' }
    return { status: 'degraded', detail: `the last attempt failed: ${trouble}` }
  },
})
