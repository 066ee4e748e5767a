/** Assembles this domain. */
import type { Accounts } from '../accounts/open.ts'
import type { Db } from '../database/open.ts'
import { type Clock, DAY_MS, toIso } from '../kernel/clock.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import { Devices } from './devices.ts'
import { SecurityEvents } from './events.ts'
import { IdentityLinks } from './links.ts'
import { Logins } from './logins.ts'
import { IDENTITY_MAILS, writeIdentityMails } from './mails.ts'
import type { SignupRule } from './parts.ts'
import { Passkeys } from './passkeys.ts'
import { PasswordHasher } from './passwords.ts'
import { SecondFactors } from './second-factor.ts'
import { IDLE_MS, Sessions } from './sessions.ts'
import { Signups } from './signup.ts'
import * as store from './store.ts'

/** Expired links are stored this long, so that their limits apply. */
const LINKS_KEPT_MS = DAY_MS

/** The parts of this domain. */
export type Identity = ReturnType<typeof openIdentity>

/** Dependencies of the services. */
export interface IdentityParts {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'accounts' | 'deriveKey' | 'throttling'>
  mails: MailQueue
  signup: SignupRule
  /** Public origin of the console. */
  origin: string
  /** For how many days a security event can be looked up. */
  eventDays: number
}

/** Creates the services and registers their mails. */
export function openIdentity(given: IdentityParts) {
  const { db, clock, accounts, mails, signup, origin } = given
  const { throttling } = accounts
  const links = new IdentityLinks(accounts.deriveKey('identity links'), origin)
  const sessions = new Sessions(db, clock)
  const events = new SecurityEvents(db, clock)
  const factors = new SecondFactors({
    db,
    clock,
    vault: new SecretVault(accounts.deriveKey('second factors')),
    pepper: accounts.deriveKey('recovery codes'),
    throttling,
  })
  const passkeys = new Passkeys({ db, clock, factors, origin })
  const parts = {
    db,
    clock,
    throttling,
    accounts: accounts.accounts,
    mails,
    links,
    sessions,
    events,
    signup,
    factors,
    passkeys,
    hasher: new PasswordHasher(),
    devices: new Devices(accounts.deriveKey('known browsers')),
  }
  writeIdentityMails(mails, { db, clock, links })
  return {
    signups: new Signups(parts),
    logins: new Logins(parts),
    sessions,
    events,
    factors,
    passkeys,
    /** Secret under which forms are bound to the browser they were shown in. */
    formKey: accounts.deriveKey('console forms'),
    ...upkeep(given),
  }
}

/** Operations on users outside sign-up and log-in. */
function upkeep({ db, clock, accounts, mails, eventDays }: IdentityParts) {
  return {
    /** Notifies the account owner that a second factor was added or removed. */
    async mailFactorChange(accountId: string, locale: store.UserLocale): Promise<void> {
      await mails.add(db, IDENTITY_MAILS.factorChanged, { account_id: accountId, locale })
    },
    /** Sets a person's language. */
    async setLocale(accountId: string, locale: store.UserLocale): Promise<void> {
      await store.setLocale(db, accountId, locale)
    },
    /** Removes a person; the account itself is closed by the same transaction. */
    async erase(user: { id: string; email: string }): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await store.eraseUser(trx, user)
        await accounts.accounts.closeAccount(user.id, trx)
      })
    },
    /** Removes expired rows. */
    async sweep(): Promise<void> {
      const nowMs = clock.now()
      await store.sweep(db, {
        links: toIso(nowMs - LINKS_KEPT_MS),
        sessions: toIso(nowMs),
        idle: toIso(nowMs - IDLE_MS),
        events: toIso(nowMs - eventDays * DAY_MS),
      })
    },
  }
}
