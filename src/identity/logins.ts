/** Logging in, and the password afterwards: checking, changing, resetting by a link. */
import { createHash } from 'node:crypto'
import { checkedEmail } from '../accounts/service.ts'
import { concurrently, inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow } from '../database/rows.ts'
import { type Clock, stillHolds, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type AttemptLimiter, networkOf } from '../throttling/ports.ts'
import type { Devices } from './devices.ts'
import type { Origin } from './events.ts'
import { countAttempt, IdentityError } from './identity-error.ts'
import { IDENTITY_MAILS } from './mails.ts'
import { adopt, type Members } from './members.ts'
import type { Passkeys } from './passkeys.ts'
import { passwordFinding } from './passwords.ts'
import type { SecondFactors } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import { LINKS_PER_EMAIL, type SignupsDeps } from './signup.ts'
import * as store from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Validity of a password reset link. */
const RESET_MS = HOUR
/** Wrong passwords for one account from browsers that never logged in to it, and from one that did. */
export const ATTEMPTS_PER_ACCOUNT = {
  name: 'log-ins-account',
  max: 10,
  windowMs: 15 * MINUTE,
}
/** Wrong passwords from one network address, whatever the account. */
const ATTEMPTS_PER_NETWORK = { name: 'log-ins-network', max: 50, windowMs: 15 * MINUTE }
/** Password reset links that one network address may request. */
const RESETS_PER_NETWORK = {
  name: 'resets-network',
  max: 20,
  windowMs: HOUR,
  lasting: true,
} as const

/** What a person types to log in. */
interface LoginTry {
  email: string
  password: string
  /** What an earlier log-in left in this browser. */
  device: string | undefined
  origin: Origin
}

/** A completed log-in. */
export interface LoginDone {
  accountId: string
  /** Of the new session, for the cookie. */
  token: string
  /** For the cookie that distinguishes this browser from unknown ones. */
  device: string
}

/** A log-in with a correct password that still needs the second factor. */
export interface SecondStep {
  accountId: string
  /** For the cookie that continues this log-in. */
  second: string
}

/** A second factor as a person gives it. */
type GivenFactor = { code: string } | { passkey: string }

/** A counter key that does not contain the address. */
const nameOf = (email: string): string => createHash('sha256').update(email).digest('base64')

interface LoginsDeps extends Omit<SignupsDeps, 'accounts' | 'signup'> {
  devices: Devices
  sessions: Sessions
  members: Members
  factors: SecondFactors
  passkeys: Passkeys
}

/** Log-ins and passwords. */
export class Logins {
  readonly #parts: LoginsDeps
  readonly #clock: Clock
  readonly #perAccount: AttemptLimiter
  readonly #perNetwork: AttemptLimiter
  readonly #resets: AttemptLimiter

  constructor(parts: LoginsDeps) {
    this.#parts = parts
    this.#clock = parts.clock
    const { throttling } = parts
    this.#perAccount = throttling.attemptLimiter(ATTEMPTS_PER_ACCOUNT)
    this.#perNetwork = throttling.attemptLimiter(ATTEMPTS_PER_NETWORK)
    this.#resets = throttling.attemptLimiter(RESETS_PER_NETWORK)
  }

  /**
   * Logs a person in, or continues to the second factor if there is one. Unknown or disabled account, no password or
   * a wrong one: the same response after the same work.
   * @throws IdentityError `credentials_wrong`, `too_many`, `busy`, `password_off`
   */
  async logIn({
    email: given,
    password,
    device,
    origin,
  }: LoginTry): Promise<LoginDone | SecondStep> {
    this.#requirePasswords()
    const { db, hasher } = this.#parts
    const email = checkedEmail(given) ?? ''
    const user = await store.findUserByEmail(db, email)
    const known = user && this.#parts.devices.nameOf(device, user.account_id)
    const [account, network] = [`${nameOf(email)} ${known ?? ''}`, networkOf(origin.ip)]
    await this.#countLogIn(account, network)
    const right = await hasher.matches(user?.password, password)
    if (user === undefined || !right || user.disabled_at !== null) {
      // Not awaited: the time it takes would reveal that the account exists.
      if (user !== undefined) void this.#noteFailure(user.account_id, origin).catch(() => undefined)
      throw new IdentityError('credentials_wrong')
    }
    await this.#perAccount.clear(account)
    await this.#perNetwork.refund(network)
    return await this.proceed(user.account_id, origin)
  }

  /**
   * Completes a log-in whose password was correct, by the second factor.
   * @param token of the cookie
   * @throws IdentityError `factor_over`, `factor_wrong`, `too_many`
   */
  async second(token: string, given: GivenFactor, origin: Origin): Promise<LoginDone> {
    const { db, factors, passkeys, events } = this.#parts
    const begun = await factors.find(token, 'login')
    const user = begun && (await store.findUser(db, begun.accountId))
    if (begun === undefined || user === undefined || user.disabled_at !== null)
      throw new IdentityError('factor_over')
    const { accountId, challenge } = begun
    try {
      if ('passkey' in given) await passkeys.check(accountId, challenge, given.passkey)
      else if ((await factors.takeCode(accountId, given.code)) === 'recovery')
        await events.note({ accountId, type: 'factor.recovered', origin })
    } catch (error) {
      if (error instanceof IdentityError)
        await events.note({ accountId, type: 'factor.failed', origin })
      throw error
    }
    if (!(await factors.end(token))) throw new IdentityError('factor_over')
    return await this.enter(accountId, origin)
  }

  #requirePasswords(): void {
    if (!this.#parts.passwords) throw new IdentityError('password_off')
  }

  /** In the log of every organisation that the person could have entered. */
  async #noteFailure(accountId: string, origin: Origin): Promise<void> {
    const { events, members } = this.#parts
    const places = (await members.of(accountId)).map((one) => one.accountId)
    for (const organisationId of places.length > 0 ? places : [undefined])
      await events.note({ accountId, organisationId, type: 'login.failed', origin })
  }

  /** The network first: it must not be able to make counters of accounts without end. */
  async #countLogIn(account: string, network: string): Promise<void> {
    await countAttempt(this.#perNetwork, network)
    try {
      await countAttempt(this.#perAccount, account)
    } catch (error) {
      await this.#perNetwork.refund(network)
      throw error
    }
  }

  /** Completes the log-in, or continues to the second factor. */
  async proceed(accountId: string, origin: Origin): Promise<LoginDone | SecondStep> {
    const { factors } = this.#parts
    if (!(await factors.state(accountId)).on) return await this.enter(accountId, origin)
    const second = await factors.begin({ accountId, purpose: 'login', challenge: '' })
    return { accountId, second }
  }

  /**
   * Begins a session for an authenticated person.
   * @param organisationId which to open, where the person belongs to it; else their own or first one
   */
  async enter(accountId: string, origin: Origin, organisationId?: string): Promise<LoginDone> {
    const { db, sessions, devices, events, members } = this.#parts
    await adopt(db, accountId, toIso(this.#clock.now()))
    const token = await concurrently(db, 'trail', async (trx) => {
      const list = await members.of(accountId, trx)
      const first = list.find((one) => one.accountId === organisationId) ?? list[0]
      const place = first?.accountId
      await events.note({ accountId, organisationId: place, type: 'login.done', origin }, trx)
      return await sessions.begin({ personId: accountId, accountId: place }, origin, trx)
    })
    return { accountId, token, device: devices.mark(accountId) }
  }

  /**
   * Sends a password reset link, if there is such an account; the response is the same if not.
   * @throws IdentityError `email_invalid`, `too_many`
   */
  async askReset(given: string, locale: store.UserLocale, origin: Origin): Promise<void> {
    const { db, mails } = this.#parts
    this.#requirePasswords()
    const email = checkedEmail(given)
    if (email === undefined) throw new IdentityError('email_invalid')
    await countAttempt(this.#resets, networkOf(origin.ip))
    const nowMs = this.#clock.now()
    const id = newId('rst', nowMs)
    await inTurn(db, ['address', email], async (trx) => {
      const since = toIso(nowMs - HOUR)
      const recent = await store.countLinks(trx, 'password_resets', email, since)
      if (recent >= LINKS_PER_EMAIL) return
      await addRow(trx, 'password_resets', {
        id,
        email,
        locale,
        created_at: toIso(nowMs),
        expires_at: toIso(nowMs + RESET_MS),
        used_at: null,
      })
      await mails.add(trx, IDENTITY_MAILS.reset, { id }, { urgent: true })
    })
  }

  /** Whose password a link sets; undefined when it has expired. */
  async readReset(token: string): Promise<{ email: string } | undefined> {
    const reset = await this.#openReset(token)
    return reset && { email: reset.user.email }
  }

  /**
   * Sets the password by a link, ends every session and logs the person in, or continues to the second factor.
   * @throws IdentityError `link_over`, `password_*`
   */
  async reset(token: string, password: string, origin: Origin): Promise<LoginDone | SecondStep> {
    this.#requirePasswords()
    const open = await this.#openReset(token)
    if (open === undefined) throw new IdentityError('link_over')
    const { id, user, locale } = open
    const hashed = await this.#hashNew(password, user.email)
    const { db, sessions, events } = this.#parts
    const at = toIso(this.#clock.now())
    await concurrently(db, 'rows', async (trx) => {
      if (!(await store.takeLink(trx, 'password_resets', { id, at })))
        throw new IdentityError('link_over')
      const accountId = user.account_id
      await this.#setPassword(trx, { accountId, hashed, at, locale: user.locale ?? locale })
      await store.endLinks(trx, user.email, at)
      await sessions.endOthers(accountId, undefined, trx)
      await events.note({ accountId, type: 'password.set', origin }, trx)
    })
    // Earlier guesses by others must not lock the owner out.
    await this.#perAccount.clear(`${nameOf(user.email)} `)
    return await this.proceed(user.account_id, origin)
  }

  /**
   * Whether this is the account's password; counted like log-ins, so a stolen session cannot guess it.
   * @throws IdentityError `password_wrong`, `too_many`
   */
  async checkPassword(accountId: string, password: string) {
    const user = await store.findUser(this.#parts.db, accountId)
    await countAttempt(this.#perAccount, `password ${accountId}`)
    const right = await this.#parts.hasher.matches(user?.password, password)
    if (user === undefined || !right) throw new IdentityError('password_wrong')
    await this.#perAccount.clear(`password ${accountId}`)
    return user
  }

  /** Whether a person has a password. */
  async hasPassword(accountId: string): Promise<boolean> {
    return (await store.findUser(this.#parts.db, accountId))?.password != null
  }

  /** Re-authentication before sensitive actions. @throws IdentityError `password_wrong`, `too_many` */
  async confirm(session: { id: string; personId: string }, password: string): Promise<void> {
    await this.checkPassword(session.personId, password)
    await this.#parts.sessions.confirm(session.id)
  }

  /**
   * Changes the password and ends every other session.
   * @throws IdentityError `password_*`, `too_many`
   */
  async changePassword(
    { accountId, sessionId, origin }: { accountId: string; sessionId: string; origin: Origin },
    { current, password }: { current: string; password: string },
  ): Promise<void> {
    const user = await this.checkPassword(accountId, current)
    const hashed = await this.#hashNew(password, user.email)
    const { db, sessions, events } = this.#parts
    const at = toIso(this.#clock.now())
    await concurrently(db, 'rows', async (trx) => {
      await this.#setPassword(trx, { accountId, hashed, at, locale: user.locale })
      await sessions.endOthers(accountId, sessionId, trx)
      await events.note({ accountId, type: 'password.changed', origin }, trx)
    })
  }

  async #setPassword(
    trx: Db,
    set: { accountId: string; hashed: string; at: string; locale: store.UserLocale | null },
  ): Promise<void> {
    const { accountId: account_id, hashed: password, at: password_at, locale } = set
    await store.setPassword(trx, { account_id, password, password_at, locale })
    const payload = { account_id, locale: locale ?? 'en' }
    await this.#parts.mails.add(trx, IDENTITY_MAILS.passwordChanged, payload)
  }

  async #hashNew(password: string, email: string): Promise<string> {
    const code = await passwordFinding(password, email)
    if (code !== undefined) throw new IdentityError(code)
    return await this.#parts.hasher.hash(password)
  }

  async #openReset(token: string) {
    const { db, links } = this.#parts
    const id = links.read('reset', token)
    const reset = id === undefined ? undefined : await store.findReset(db, id)
    if (reset === undefined || reset.used_at !== null) return undefined
    if (!stillHolds(Date.parse(reset.created_at), RESET_MS, this.#clock.now())) return undefined
    const user = await store.findUserByEmail(db, reset.email)
    if (user === undefined || user.disabled_at !== null) return undefined
    return { id: reset.id, locale: reset.locale, user }
  }
}
