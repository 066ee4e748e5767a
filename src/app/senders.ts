/** What accounts may send: recipients, sender names and text messages within their limits. */
import type { Config } from '../config/config.ts'
import type { Db } from '../database/open.ts'
import { contactOf } from '../identity/member-store.ts'
import { findUser } from '../identity/store.ts'
import { OperatorAlerts } from '../messages/operator-alerts.ts'
import { RecipientLimit } from '../signing/notifications/recipient-limit.ts'
import type { Owner } from '../signing/notifications/sender-mails.ts'
import { TextBudget } from '../signing/notifications/text-budget.ts'
import { TextWatch } from '../signing/notifications/text-watch.ts'
import type { Platform } from './platform.ts'

/** The member who stands for an account: its first owner, unless another was chosen. */
export async function ownerOf(db: Db, id: string): Promise<Owner | undefined> {
  const contact = await contactOf(db, id)
  const user = contact && (await findUser(db, contact.personId))
  // A closed account has an address that belongs to nobody.
  if (user === undefined || user.disabled_at !== null) return undefined
  return { email: user.email, locale: user.locale ?? undefined }
}

/** Limits on recipients and sender names of accounts. */
export function openSenders({ clock, db, accounts }: Platform, { sending, pki, messages }: Config) {
  const { limits } = accounts
  const service = messages.from.name || PRODUCT
  const reserved = [PRODUCT, service, pki.organization, ...sending.reservedNames]
  const emailOf = async (id: string) => (await contactOf(db, id))?.email ?? ''
  return {
    recipientLimit: new RecipientLimit({
      clock,
      perDay: sending.newRecipientsPerDay,
      accountOf: async (id, trx) => {
        const account = await accounts.accounts.findAccount(id, trx)
        return {
          email: (await contactOf(trx, id))?.email ?? '',
          createdAtMs: Date.parse(account?.created_at ?? '') || clock.now(),
          newRecipientsPerDay: (await limits.of(id, trx)).newRecipientsPerDay,
        }
      },
    }),
    senderFacts: async (id: string) => ({
      email: await emailOf(id),
      verified: (await limits.of(id)).senderNames ?? [],
      reserved,
    }),
    service,
    senderOf: async (id: string) => (await contactOf(db, id))?.email ?? id,
    ownerOf: (id: string) => ownerOf(db, id),
  }
}

const PRODUCT = 'Paraph'

/** Limits and monitoring of text messages. */
export function openTexting(
  { db, clock, jobs, trails, accounts, metrics, messages, log }: Platform,
  { sending }: Config,
) {
  const { limits, keys } = accounts
  const alerts = new OperatorAlerts({
    metrics,
    log,
    mails: messages.mails,
    address: sending.operatorMail,
  })
  return {
    budget: new TextBudget({
      clock,
      metrics,
      limits: sending.texts,
      accounts: {
        countriesOf: async (id, trx) => (await limits.of(id, trx)).smsCountries,
        isDisabled: (id, trx) => accounts.accounts.isDisabled(id, trx),
        signaturesOf: (id, trx) => keys.signaturesOf(id, trx),
      },
    }),
    watch: new TextWatch({ db, clock, jobs, trails, alerts }),
  }
}
