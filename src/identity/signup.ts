/** Signing up: an address becomes an account only when its owner has confirmed it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AccountService, checkedEmail } from '../accounts/service.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow } from '../database/rows.ts'
import { type Clock, HOUR_MS, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import { type AttemptLimiter, networkOf, type Throttling } from '../throttling/ports.ts'
import type { Origin, SecurityEvents } from './events.ts'
import { countAttempt, IdentityError } from './identity-error.ts'
import type { IdentityLinks } from './links.ts'
import { IDENTITY_MAILS } from './mails.ts'
import { found } from './members.ts'
import { type PasswordHasher, passwordFinding } from './passwords.ts'
import * as store from './store.ts'

/** Validity of a confirmation link. */
const CONFIRM_MS = 24 * HOUR_MS
/** Sign-ups of one network address in an hour; a classroom behind one address still gets in. */
export const SIGNUPS_PER_NETWORK = 20
/** Mails of one kind, sign-up or password reset, that can be triggered for one address in an hour. */
export const LINKS_PER_EMAIL = 4
/** Wrong passwords on one confirmation link. */
const CONFIRM_ATTEMPTS = 5

/** What a person types to sign up. */
interface SignupInput {
  email: string
  password: string
  locale: store.UserLocale
  origin: Origin
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Who may sign up. */
export interface SignupRule {
  mode: 'open' | 'closed' | 'invited-domains'
  /** Lower case; only for `invited-domains`. */
  domains: readonly string[]
}

/** The address as it is stored. @throws IdentityError `email_invalid`, `domain_not_invited` */
export function allowedEmail({ mode, domains }: SignupRule, given: string): string {
  const email = checkedEmail(given)
  if (email === undefined) throw new IdentityError('email_invalid')
  if (mode === 'invited-domains' && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new IdentityError('domain_not_invited')
  return email
}

/** What makes users of people: also where they were invited. */
export interface SignupsDeps {
  db: Db
  clock: Clock
  throttling: Throttling
  accounts: AccountService
  mails: Pick<MailQueue, 'add'>
  hasher: PasswordHasher
  links: IdentityLinks
  events: SecurityEvents
  signup: SignupRule
  /** Whether people may log in with passwords. */
  passwords: boolean
}

/** The sign-up service. */
export class Signups {
  readonly #parts: SignupsDeps
  readonly #perNetwork: AttemptLimiter
  readonly #perLink: AttemptLimiter

  constructor(parts: SignupsDeps) {
    this.#parts = parts
    this.#perNetwork = parts.throttling.attemptLimiter({
      name: 'sign-ups-network',
      max: SIGNUPS_PER_NETWORK,
      windowMs: HOUR_MS,
      lasting: true,
    })
    this.#perLink = parts.throttling.attemptLimiter({
      name: 'confirmations-link',
      max: CONFIRM_ATTEMPTS,
      windowMs: CONFIRM_MS,
      lasting: true,
    })
  }

  /** Whether anybody may sign up here at all. */
  get open(): boolean {
    return this.#parts.signup.mode !== 'closed' && this.#parts.passwords
  }

  /**
   * Stores the sign-up and sends the link. The response, the work and the time are the same whether or not the
   * address already has an account.
   * @returns a secret for the browser: with it, the link needs no password
   * @throws IdentityError `signup_closed`, `email_invalid`, `domain_not_invited`, `password_*`, `too_many`, `busy`
   */
  async signUp({ email: given, password, locale, origin }: SignupInput): Promise<string> {
    const { db, clock, hasher, mails } = this.#parts
    if (!this.open) throw new IdentityError('signup_closed')
    const email = allowedEmail(this.#parts.signup, given)
    const code = await passwordFinding(password, email)
    if (code !== undefined) throw new IdentityError(code)
    await countAttempt(this.#perNetwork, networkOf(origin.ip))
    const hashed = await hasher.hash(password)
    const nowMs = clock.now()
    const browser = randomBytes(32).toString('base64url')
    const id = newId('sup', nowMs)
    await inTurn(db, ['address', email], async (trx) => {
      // Silently: an error would reveal what others do with this address.
      const recent = await store.countLinks(trx, 'signups', email, toIso(nowMs - HOUR_MS))
      if (recent >= LINKS_PER_EMAIL) return
      await addRow(trx, 'signups', {
        id,
        email,
        password: hashed,
        locale,
        browser_hash: hashOf(browser),
        created_at: toIso(nowMs),
        expires_at: toIso(nowMs + CONFIRM_MS),
        used_at: null,
      })
      await mails.add(trx, IDENTITY_MAILS.signup, { id }, { urgent: true })
    })
    return browser
  }

  /** Whom a link is for, and whether this browser signed up; undefined when the link has expired. */
  async read(token: string, browser: string | undefined) {
    const signup = await this.#openSignup(token)
    return signup && { email: signup.email, known: isBrowser(signup, browser) }
  }

  /**
   * Creates the account. The link alone is not enough: confirming requires the browser that signed up or the
   * password. So an attacker cannot choose a password for an address and have its owner confirm it.
   * @returns the account's id
   * @throws IdentityError `link_over`, `password_wrong`, `too_many`
   */
  async confirm(
    token: string,
    proof: { browser: string | undefined; password: string | undefined; origin: Origin },
  ): Promise<string> {
    const signup = await this.#openSignup(token)
    if (signup === undefined) throw new IdentityError('link_over')
    if (!isBrowser(signup, proof.browser)) await this.#checkPassword(signup, proof.password ?? '')
    const { db, clock, accounts, events } = this.#parts
    const nowMs = clock.now()
    const at = toIso(nowMs)
    return await inTurn(db, ['address', signup.email], async (trx) => {
      const first = await store.takeLink(trx, 'signups', { id: signup.id, at })
      const taken = await store.findUserByEmail(trx, signup.email)
      if (!first || taken !== undefined) throw new IdentityError('link_over')
      const { id } = await accounts.createAccount(signup.email, trx)
      const { password, locale } = signup
      await store.setPassword(trx, { account_id: id, password, password_at: at, locale })
      await store.endLinks(trx, signup.email, at)
      await found(trx, id, at)
      const { origin } = proof
      await events.note({ accountId: id, organisationId: id, type: 'account.created', origin }, trx)
      return id
    })
  }

  async #checkPassword(signup: store.SignupRow, password: string): Promise<void> {
    await countAttempt(this.#perLink, signup.id)
    if (!(await this.#parts.hasher.matches(signup.password, password)))
      throw new IdentityError('password_wrong')
  }

  async #openSignup(token: string): Promise<store.SignupRow | undefined> {
    const { db, clock, links } = this.#parts
    const id = links.read('confirm', token)
    const signup = id === undefined ? undefined : await store.findSignup(db, id)
    if (signup === undefined || signup.used_at !== null) return undefined
    return signup.expires_at > toIso(clock.now()) ? signup : undefined
  }
}

const isBrowser = (signup: store.SignupRow, secret: string | undefined): boolean =>
  secret !== undefined && timingSafeEqual(hashOf(secret), signup.browser_hash)
