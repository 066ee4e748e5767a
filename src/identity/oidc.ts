/** Logging in by a provider of the operator: whose log-in an answer is, and whether it may become one. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { checkedEmail } from '../accounts/service.ts'
import { concurrently, inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow, rowsOf } from '../database/rows.ts'
import { toIso } from '../kernel/clock.ts'
import { type AttemptLimiter, networkOf } from '../throttling/ports.ts'
import type { Origin } from './events.ts'
import { countAttempt, IdentityError } from './identity-error.ts'
import type { LoginDone, Logins, SecondStep } from './logins.ts'
import {
  findOrganisation,
  insertMember,
  insertOrganisation,
  lockOrganisation,
} from './member-store.ts'
import { found } from './members.ts'
import type { OidcClient, OidcPerson } from './oidc-client.ts'
import * as store from './oidc-store.ts'
import type { Role } from './roles.ts'
import type { SignupsDeps } from './signup.ts'
import { findUser, findUserByEmail } from './store.ts'

const MINUTE_MS = 60_000
/** Time for a log-in at the provider, and for the password that proves a connection. */
const ATTEMPT_MS = 10 * MINUTE_MS
const BEGUN_PER_NETWORK = {
  name: 'oidc-network',
  max: 60,
  windowMs: 15 * MINUTE_MS,
  lasting: true,
} as const

/** Who may log in through the provider, and what happens to a new person. */
export interface OidcRule {
  /** Domains of addresses that may log in; empty: all. */
  domains: readonly string[]
  /** Whether people without a log-in get one. */
  creates: boolean
  /** The organisation that they join; empty: one of their own. */
  organisation: string
  role: Role
}

/** What becomes of an answer: a log-in, its second step, or a password that connects it with a log-in. */
type OidcOutcome = { next: string } & ({ done: LoginDone | SecondStep } | { connect: string })

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

type OidcLoginsDeps = Pick<SignupsDeps, 'db' | 'clock' | 'throttling' | 'accounts' | 'events'>

/** The log-ins by the provider. */
export class OidcLogins {
  readonly #parts: OidcLoginsDeps
  readonly #logins: Logins
  readonly #client: OidcClient
  readonly #rule: OidcRule
  readonly #begun: AttemptLimiter
  /** What the button says. */
  readonly name: string

  constructor(
    parts: OidcLoginsDeps,
    given: { logins: Logins; client: OidcClient; rule: OidcRule; name: string },
  ) {
    this.#parts = parts
    this.#logins = given.logins
    this.#client = given.client
    this.#rule = given.rule
    this.name = given.name
    this.#begun = parts.throttling.attemptLimiter(BEGUN_PER_NETWORK)
  }

  /**
   * Begins a log-in.
   * @returns where the browser is sent, and a secret for its cookie
   * @throws IdentityError `oidc_down`, `too_many`
   */
  async begin({ next, again }: { next: string; again: boolean }, origin: Origin) {
    const { db, clock } = this.#parts
    await countAttempt(this.#begun, networkOf(origin.ip))
    const { url, state, nonce, verifier } = await this.#client.begin(again)
    const browser = randomBytes(32).toString('base64url')
    await addRow(db, 'oidc_attempts', {
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      nonce,
      verifier,
      next,
      expires_at: toIso(clock.now() + ATTEMPT_MS),
    })
    return { url, browser }
  }

  /**
   * Takes the provider's answer, once, from the browser that began.
   * @throws IdentityError `oidc_over`, `oidc_refused`, `oidc_down`, `oidc_email`, `oidc_unknown`
   */
  async finish(query: string, browser: string | undefined, origin: Origin): Promise<OidcOutcome> {
    const { db, clock } = this.#parts
    const state = new URLSearchParams(query).get('state') ?? ''
    const attempt = await store.takeAttempt(db, hashOf(state), toIso(clock.now()))
    if (attempt === undefined || browser === undefined) throw new IdentityError('oidc_over')
    if (!timingSafeEqual(hashOf(browser), attempt.browser_hash))
      throw new IdentityError('oidc_over')
    const { nonce, verifier, next } = attempt
    const person = await this.#client.finish(query, { state, nonce, verifier })
    const { issuer, subject } = person
    const known = await rowsOf(db, 'oidc_people', { issuer, subject }).first()
    if (known !== undefined) return { next, done: await this.#enter(known.account_id, origin) }
    return { next, ...(await this.#first(person, origin)) }
  }

  /** Whose password connects a log-in; undefined when that took too long. */
  async pending(token: string): Promise<{ accountId: string; email: string } | undefined> {
    const { db, clock } = this.#parts
    const link = await store.findLink(db, hashOf(token), toIso(clock.now()))
    const user = link && (await findUser(db, link.account_id))
    return user && { accountId: user.account_id, email: user.email }
  }

  /**
   * Connects the provider's log-in with that of a password, and logs in.
   * @throws IdentityError `oidc_over`, `password_wrong`, `too_many`
   */
  async connect(token: string, password: string, origin: Origin): Promise<LoginDone | SecondStep> {
    const { db, clock, events } = this.#parts
    const at = toIso(clock.now())
    const link = await store.findLink(db, hashOf(token), at)
    if (link === undefined) throw new IdentityError('oidc_over')
    const { issuer, subject, account_id } = link
    await this.#logins.checkPassword(account_id, password)
    await concurrently(db, 'rows', async (trx) => {
      await rowsOf(trx, 'oidc_links', { token_hash: link.token_hash }).delete()
      await store.insertPerson(trx, { issuer, subject, account_id, created_at: at })
      await events.note(
        { accountId: account_id, type: 'login.connected', origin, subject: issuer },
        trx,
      )
    })
    return await this.#enter(account_id, origin)
  }

  /** A disabled log-in stays shut, and a second factor that is on is asked for here too. */
  async #enter(accountId: string, origin: Origin): Promise<LoginDone | SecondStep> {
    const user = await findUser(this.#parts.db, accountId)
    if (user === undefined || user.disabled_at !== null) throw new IdentityError('oidc_unknown')
    return await this.#logins.proceed(accountId, origin)
  }

  /** The first log-in of a subject: by its verified address alone, and never past a password. */
  async #first(person: OidcPerson, origin: Origin) {
    const { db, clock } = this.#parts
    const email = checkedEmail(person.email ?? '')
    const { domains } = this.#rule
    const domain = email?.slice(email.lastIndexOf('@') + 1) ?? ''
    if (email === undefined || (domains.length > 0 && !domains.includes(domain)))
      throw new IdentityError('oidc_email')
    const user = await findUserByEmail(db, email)
    if (user === undefined) return { done: await this.#create(email, person, origin) }
    const at = toIso(clock.now())
    const { issuer, subject } = person
    // Another subject of the same provider has this log-in: the address was reassigned to another person.
    if ((await rowsOf(db, 'oidc_people', { issuer, account_id: user.account_id }).count()) > 0)
      throw new IdentityError('oidc_email')
    const row = { issuer, subject, account_id: user.account_id }
    if (user.password === null) {
      await store.insertPerson(db, { ...row, created_at: at })
      return { done: await this.#enter(user.account_id, origin) }
    }
    const token = randomBytes(32).toString('base64url')
    const expires_at = toIso(clock.now() + ATTEMPT_MS)
    await addRow(db, 'oidc_links', { ...row, token_hash: hashOf(token), expires_at })
    return { connect: token }
  }

  async #create(email: string, { issuer, subject }: OidcPerson, origin: Origin) {
    const { creates, organisation, role } = this.#rule
    if (!creates) throw new IdentityError('oidc_unknown')
    const { db, clock, accounts, events } = this.#parts
    const at = toIso(clock.now())
    const accountId = await inTurn(db, ['address', email], async (trx) => {
      const { id } = await accounts.createAccount(email, trx)
      await store.insertPerson(trx, { issuer, subject, account_id: id, created_at: at })
      if (organisation === '') await found(trx, id, at)
      else {
        await insertOrganisation(trx, id, 'none')
        await this.#lockOpen(trx, organisation, at)
        await insertMember(trx, { account_id: organisation, person_id: id, role, created_at: at })
      }
      const organisationId = organisation || id
      const type = organisation === '' ? 'account.created' : 'member.joined'
      await events.note({ accountId: id, organisationId, type, origin, subject: issuer }, trx)
      return id
    })
    return await this.#enter(accountId, origin)
  }

  /** The operator may have named an organisation that is gone, or one that nobody has opened yet. */
  async #lockOpen(trx: Db, organisation: string, at: string): Promise<void> {
    await lockOrganisation(trx, organisation)
    const state = (await findOrganisation(trx, organisation))?.state
    if (state === 'open') return
    const account = await this.#parts.accounts.findAccount(organisation, trx)
    if (state !== undefined || account === undefined) {
      const cause = new Error(`PARAPH_OIDC_ORGANISATION: ${organisation} is no open organisation`)
      throw new IdentityError('oidc_unknown', undefined, cause)
    }
    await found(trx, organisation, at)
  }
}
