/** Alerts to the operator: counted, logged and, if an address is set, mailed. */
import type { Db } from '../database/open.ts'
import type { Counter, Metrics } from '../kernel/metrics.ts'
import { layOutMail } from './mail-layout.ts'
import type { MailQueue } from './mail-queue.ts'
import type { Mail } from './ports.ts'

const MAIL = 'operator.alert'

/** Kinds of alarms. */
const KINDS = ['texts_unanswered'] as const

/** One alarm. */
interface Alert {
  kind: (typeof KINDS)[number]
  /** One line. */
  title: string
  /** What happened and what can be done; contains no personal data. */
  text: string
  /** Names and values, for the log and the mail. */
  facts: Readonly<Record<string, string | number>>
}

/** Writes the mail of an alarm. */
export function writeAlert(to: string, { title, text, facts }: Alert): Mail {
  const values = Object.entries(facts).map(([label, value]) => ({ label, value: `${value}` }))
  const laidOut = layOutMail({
    locale: 'en',
    subject: `Alarm: ${title}`,
    heading: title,
    blocks: [
      { type: 'paragraph', words: text },
      { type: 'facts', facts: values },
    ],
    footer: ['You are receiving this e-mail because PARAPH_OPERATOR_MAIL is set to this address.'],
  })
  return { to, ...laidOut }
}

/** Dependencies of alerts. */
interface AlertParts {
  metrics: Metrics
  log: { warn(facts: object, message: string): void }
  mails: MailQueue
  /** If empty, nobody is mailed. */
  address: string
}

/** Raises alarms. */
export class OperatorAlerts {
  readonly #parts: AlertParts
  readonly #counter: Counter

  /** Create it before the jobs start. */
  constructor(parts: AlertParts) {
    this.#parts = parts
    const series = KINDS.map((kind) => ({ kind }))
    this.#counter = parts.metrics.counter(
      'paraph_alarms_total',
      'Alarms for the operator, by kind',
      series,
    )
    parts.mails.compose<Alert>(MAIL, async (alert) => writeAlert(parts.address, alert))
  }

  /** The mail is queued in the caller's transaction. */
  async raise(db: Db, alert: Alert): Promise<void> {
    const { log, mails, address } = this.#parts
    this.#counter.add({ kind: alert.kind })
    log.warn({ alarm: alert.kind, ...alert.facts }, alert.title)
    if (address !== '') await mails.add(db, MAIL, alert)
  }
}
