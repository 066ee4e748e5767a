/** Assembles this domain. */
import type { Accounts } from '../accounts/open.ts'
import type { Trails } from '../audit/trail.ts'
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import { type Clock, DAY_MS, toIso } from '../kernel/clock.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import { Devices } from './devices.ts'
import { SecurityEvents } from './events.ts'
import { sweepInvitations } from './invitation-store.ts'
import { Invitations } from './invitations.ts'
import { IdentityLinks } from './links.ts'
import { Logins } from './logins.ts'
import { IDENTITY_MAILS, writeIdentityMails } from './mails.ts'
import { closeOrganisation, listMemberships, lockOrganisation } from './member-store.ts'
import { Members } from './members.ts'
import { OidcLogins, type OidcRule } from './oidc.ts'
import { OidcClient, type OidcProvider } from './oidc-client.ts'
import { eraseOidc, sweepOidc } from './oidc-store.ts'
import { Passkeys } from './passkeys.ts'
import { PasswordHasher } from './passwords.ts'
import { SecondFactors } from './second-factor.ts'
import { IDLE_MS, Sessions } from './sessions.ts'
import { type SignupRule, Signups } from './signup.ts'
import * as store from './store.ts'

/** Expired links are stored this long, so that their limits apply. */
const LINKS_KEPT_MS = DAY_MS

/** The parts of this domain. */
export type Identity = ReturnType<typeof openIdentity>

/** Dependencies of the services. */
interface IdentityDeps {
  db: Db
  clock: Clock
  /** Where the logs of organisations are chained. */
  trails: Trails
  accounts: Pick<Accounts, 'accounts' | 'deriveKey' | 'throttling'>
  mails: MailQueue
  signup: SignupRule
  /** The provider that people may log in by; absent: none. */
  oidc?: OidcProvider & { name: string; rule: OidcRule }
  /** Whether people may log in with passwords; absent: they may. */
  passwords?: boolean
  /** Public origin of the console. */
  origin: string
  /** For how many days a security event can be looked up. */
  eventDays: number
}

/** Creates the services and registers their mails. */
export function openIdentity(given: IdentityDeps) {
  const { db, clock, accounts, mails, signup, origin } = given
  const { throttling } = accounts
  const links = new IdentityLinks(accounts.deriveKey('identity links'), origin)
  const sessions = new Sessions(db, clock)
  const events = new SecurityEvents(db, clock, given.trails)
  const members = new Members({ db, clock, events })
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
    members,
    signup,
    passwords: given.passwords ?? true,
    factors,
    passkeys,
    hasher: new PasswordHasher(),
    devices: new Devices(accounts.deriveKey('known browsers')),
  }
  writeIdentityMails(mails, { db, clock, links, members })
  const logins = new Logins(parts)
  return {
    signups: new Signups(parts),
    logins,
    /** Whether people may log in with passwords. */
    passwords: parts.passwords,
    /** Log-ins by the provider of the operator; undefined: there is none. */
    oidc: openOidc(parts, logins, given),
    sessions,
    events,
    members,
    invitations: new Invitations(parts, members),
    factors,
    passkeys,
    /** Secret under which forms are bound to the browser they were shown in. */
    formKey: accounts.deriveKey('console forms'),
    ...upkeep(given, events),
  }
}

function openOidc(
  parts: ConstructorParameters<typeof OidcLogins>[0],
  logins: Logins,
  { oidc, origin }: IdentityDeps,
): OidcLogins | undefined {
  if (oidc === undefined) return undefined
  const client = new OidcClient(oidc, `${origin}/console/log-in/oidc/callback`)
  return new OidcLogins(parts, { logins, client, rule: oidc.rule, name: oidc.name })
}

/** Operations on users outside sign-up and log-in. */
function upkeep({ db, clock, accounts, mails, eventDays }: IdentityDeps, events: SecurityEvents) {
  const erasePerson = async (trx: Db, person: { id: string; email: string }) => {
    await eraseOidc(trx, person.id)
    await store.eraseUser(trx, person)
    await accounts.accounts.closeAccount(person.id, trx)
  }
  return {
    /** Notifies the account owner that a second factor was added or removed. */
    async mailFactorChange(accountId: string, locale: store.UserLocale): Promise<void> {
      await mails.add(db, IDENTITY_MAILS.factorChanged, { account_id: accountId, locale })
    },
    /** Sets a person's language. */
    async setLocale(accountId: string, locale: store.UserLocale): Promise<void> {
      await rowsOf(db, 'users', { account_id: accountId }).change({ locale })
    },
    /**
     * Closes an organisation: its keys, its members and its log. Members keep their log-ins.
     * The person who closes it loses theirs unless they belong to another organisation.
     * @returns whether the person's log-in was erased too
     */
    async close(accountId: string, person: { id: string; email: string }): Promise<boolean> {
      return await concurrently(db, 'organisation', async (trx) => {
        await lockOrganisation(trx, accountId)
        await accounts.accounts.revokeKeys(accountId, trx)
        await closeOrganisation(trx, accountId)
        await events.erase(trx, accountId)
        if ((await listMemberships(trx, person.id)).length > 0) return false
        await erasePerson(trx, person)
        return true
      })
    },
    /** Erases a log-in that belongs to no organisation; returns whether it did. */
    async forget(person: { id: string; email: string }): Promise<boolean> {
      return await concurrently(db, 'rows', async (trx) => {
        if ((await listMemberships(trx, person.id)).length > 0) return false
        await erasePerson(trx, person)
        return true
      })
    },
    /** Removes expired rows. */
    async sweep(): Promise<void> {
      const nowMs = clock.now()
      await events.sweep(toIso(nowMs - eventDays * DAY_MS))
      await store.sweep(db, {
        links: toIso(nowMs - LINKS_KEPT_MS),
        sessions: toIso(nowMs),
        idle: toIso(nowMs - IDLE_MS),
        events: toIso(nowMs - eventDays * DAY_MS),
      })
      await sweepOidc(db, toIso(nowMs))
      await sweepInvitations(db, toIso(nowMs - LINKS_KEPT_MS))
    },
  }
}
