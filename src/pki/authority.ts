/**
 * The certificate authority of this service. It sets itself up in the background on first start, which takes some
 * seconds; until then calls wait in {@link Authority.ready}, and what cannot wait fails with `authority_unavailable`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { FatalError, invariant } from '../kernel/invariant.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { Signer } from '../pades/ports.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { say } from '../translations/texts.ts'
import { type BootstrapTools, createRole, newSerial, ROLES, validityOf } from './bootstrap.ts'
import { type AuthorityKey, PreparedCertificate } from './issuance.ts'
import type { EphemeralKey } from './key-pool.ts'
import { Keys, type RootLink, versionOf } from './loaded-keys.ts'
import { type Person, personName, subjectOfPerson } from './names.ts'
import { profileOf } from './profiles.ts'
import { insertReservation, type KeyRole, listKeys, recordIssued } from './store.ts'

/** A reserved serial number for one person's certificate. */
export type SignerReservation = Awaited<ReturnType<Authority['reserveSigner']>>

/** What /health/ready reports about it. */
type AuthorityState =
  | { status: 'starting' }
  | { status: 'ready' }
  | { status: 'failed'; error: unknown }

const RELOAD_AFTER_MS = 60_000
const RETRY_SECONDS = 10
/** Clients give up waiting for a response after about this time. */
const WAIT_MS = 60_000
/**
 * A key is replaced when this share of its certificate's validity has passed. A root then outlives every certificate
 * issued below it, and its successor is published for years before the first one is issued below that.
 */
const ROTATE_AT = 2 / 3

/** The authority needs these; an OCSP key is created if there is none yet. */
export const NEEDED = ROLES.filter((role) => role !== 'ocsp')

/** Dependencies of the authority. */
interface AuthorityTools extends BootstrapTools {
  /** False: the root gets a successor only by command. */
  succeedsRoot?: boolean | undefined
  /** Called with the cause whenever keys that are about to expire could not be replaced. */
  renewalFailed?: ((error: unknown) => void) | undefined
}

/** The authority. */
export class Authority {
  readonly #parts: AuthorityTools
  readonly #clock: Clock
  readonly #db: Db
  #opening: Promise<Keys> | undefined
  #started: Promise<void> | undefined
  #state: AuthorityState = { status: 'starting' }
  #checkedMs = 0
  #renewing = false
  #make = false

  constructor(parts: AuthorityTools) {
    this.#parts = parts
    this.#clock = parts.clock
    this.#db = parts.db
  }

  get state(): AuthorityState {
    return this.#state
  }

  /**
   * Loads the keys. Call once; the server does not wait for it, and it never rejects: see {@link state}.
   * @param make whether to create keys that are missing or about to expire, which takes seconds per key
   */
  start({ make }: { make: boolean }): Promise<void> {
    this.#make = make
    this.#checkedMs = this.#clock.now()
    this.#opening = this.#open(make)
    this.#started = this.#opening.then(
      () => {
        this.#state = { status: 'ready' }
      },
      (error: unknown) => {
        this.#state = { status: 'failed', error }
      },
    )
    return this.#started
  }

  /**
   * Waits while the keys are being created, for a minute at most. Not to be called in a transaction: creating them
   * needs one.
   * @throws AppError `authority_unavailable`
   */
  async ready(): Promise<void> {
    if (this.#state.status === 'starting')
      await Promise.race([this.#started, sleep(WAIT_MS, undefined, { ref: false })])
    await this.#keys()
  }

  /** Roles that still need a key: all of them before there is an authority, some during set-up. */
  async missing(): Promise<readonly KeyRole[]> {
    const inUse = (await listKeys(this.#db)).filter(({ retired_at }) => retired_at === null)
    return NEEDED.filter((role) => inUse.every((key) => key.role !== role))
  }

  /**
   * The current key of a role.
   * @throws AppError `authority_unavailable` while it is being created or when it cannot be loaded
   */
  async key(role: KeyRole): Promise<AuthorityKey> {
    const key = (await this.#keys()).current(role)
    invariant(key !== undefined, `the authority has a key for ${role}`)
    return key
  }

  /**
   * Every root, the current one first: what the earlier ones signed must remain valid.
   * @throws AppError `authority_unavailable`
   */
  async roots(): Promise<readonly [Certificate, ...Certificate[]]> {
    const { certificate } = (await this.key('root')).facts
    const all = [...(await this.keys()).values()].filter(({ facts }) => facts.role === 'root')
    const earlier = all.map(({ facts }) => facts.certificate).filter((each) => each !== certificate)
    return [certificate, ...earlier.reverse()]
  }

  /** Whether a certificate of the authority is to have a successor now. */
  isDue({ notBeforeMs, notAfterMs }: Certificate): boolean {
    return this.#clock.now() > notBeforeMs + (notAfterMs - notBeforeMs) * ROTATE_AT
  }

  /** The certificate published under a label. @throws AppError `authority_unavailable` */
  async published(label: string): Promise<Certificate | undefined> {
    const { all, links } = await this.#keys()
    const link = links.find((each) => each.label === label)
    return all.get(label)?.facts.certificate ?? link?.certificate
  }

  /** What the roots say of each other. @throws AppError `authority_unavailable` */
  async links(): Promise<readonly RootLink[]> {
    return (await this.#keys()).links
  }

  /** The keys and links of one moment: those of two calls may be of two loads. @throws AppError `authority_unavailable` */
  async loaded(): Promise<Keys> {
    return await this.#keys()
  }

  /** Every key, retired ones included, by label. @throws AppError `authority_unavailable` */
  async keys(): Promise<ReadonlyMap<string, AuthorityKey>> {
    return (await this.#keys()).all
  }

  /**
   * Reserves a serial number for a person's certificate, in the caller's transaction if one is given.
   * @throws AppError `authority_unavailable`
   */
  async reserveSigner(person: Person, db: Db = this.#db) {
    const issuing = await this.key('issuing')
    const now = this.#clock.now()
    const validity = validityOf('signer', now, issuing.facts.certificate.notAfterMs)
    const serialHex = newSerial().toString('hex')
    await insertReservation(db, {
      serial: serialHex,
      issuer: issuing.facts.label,
      profile: 'signer',
      subject: personName(person),
      reserved_at: toIso(now),
      not_after: toIso(validity.notAfterMs),
    })
    return { serialHex, person, issuer: issuing.facts.label, ...validity }
  }

  /**
   * Issues the certificate of a reservation for a key that signs once.
   * @throws AppError `authority_unavailable`
   */
  async issueSigner(reservation: SignerReservation, key: EphemeralKey): Promise<Signer> {
    const issuing = (await this.keys()).get(reservation.issuer)
    invariant(issuing !== undefined, 'the issuer of a reservation stays')
    const { person, serialHex, notBeforeMs, notAfterMs } = reservation
    const { certificate: above } = issuing.facts
    const prepared = PreparedCertificate.prepare({
      profile: profileOf('signer'),
      serial: Buffer.from(serialHex, 'hex'),
      issuer: above.subject,
      subject: subjectOfPerson(person),
      publicKey: key.publicKeyInfo,
      issuerKey: above.publicKeyInfo,
      notBeforeMs,
      notAfterMs,
      policyBase: this.#parts.policyBase,
      baseUrl: this.#parts.baseUrl,
      publishUrl: this.#parts.publishUrl,
      issuerLabel: issuing.facts.label,
      email: person.email,
    })
    const certificate = await issuing.issue(prepared)
    const first = await recordIssued(this.#db, serialHex, certificate.der)
    invariant(first, 'one certificate per reserved serial number')
    return {
      certificate,
      chain: [above, ...issuing.facts.chain],
      algorithm: usualAlgorithm(key.publicKeyInfo),
      sign: (data) => key.signOnce(data),
    }
  }

  /** Creates a new key for a role; the previous one signs nothing new. Returns the new label. */
  async rotate(role: KeyRole): Promise<string> {
    await this.#create(role, await this.#keys())
    // A new issuing authority needs a responder of its own, and the root may have ended with all below it.
    this.#opening = Promise.resolve(await this.#complete())
    return (await this.key(role)).facts.label
  }

  async #keys(): Promise<Keys> {
    this.#startAgain()
    if (this.#opening === undefined || this.#state.status !== 'ready') throw this.#unavailable()
    const keys = await this.#opening
    if (this.#clock.now() - this.#checkedMs < RELOAD_AFTER_MS) return keys
    this.#checkedMs = this.#clock.now()
    // Another process (the command line) may have rotated a key.
    const stored = versionOf(await listKeys(this.#db))
    const current = stored === keys.version ? keys : await this.#load()
    this.#opening = Promise.resolve(current)
    if (ROLES.some((role) => this.#needsSuccessor(role, current))) this.#renew()
    return current
  }

  /** A token that was absent at start-up may have come back; faults that need the operator are not retried. */
  #startAgain(): void {
    const state = this.#state
    if (state.status !== 'failed' || state.error instanceof FatalError) return
    if (this.#clock.now() - this.#checkedMs >= RELOAD_AFTER_MS)
      void this.start({ make: this.#make })
  }

  /** Replaces keys that are about to expire while the old ones keep working. */
  #renew(): void {
    if (this.#renewing) return
    this.#renewing = true
    void this.#complete()
      .then(
        (keys) => {
          this.#opening = Promise.resolve(keys)
        },
        // Retried at the next check; until the old keys expire, nothing else shows it.
        (error: unknown) => this.#parts.renewalFailed?.(error),
      )
      .finally(() => {
        this.#renewing = false
      })
  }

  #unavailable(): AppError {
    const state = this.#state
    const detail = state.status === 'failed' ? say('authority.failed') : say('authority.starting')
    const cause = state.status === 'failed' ? { cause: state.error } : {}
    return new AppError('authority_unavailable', detail, {
      retryAfterSeconds: RETRY_SECONDS,
      ...cause,
    })
  }

  async #open(make: boolean): Promise<Keys> {
    if (make) return await this.#complete()
    const keys = await this.#load()
    if (NEEDED.every((role) => keys.current(role) !== undefined)) return keys
    throw new FatalError('there is no certificate authority yet; create one with "ca init"')
  }

  /** Creates what is missing or about to expire, from the root down. */
  async #complete(): Promise<Keys> {
    let keys = await this.#load()
    for (const role of ROLES) {
      if (!this.#needsSuccessor(role, keys)) continue
      await this.#create(role, keys)
      keys = await this.#load()
    }
    return keys
  }

  async #create(role: KeyRole, keys: Keys): Promise<void> {
    const root = keys.current('root')
    const above =
      role === 'root' ? { root } : { issuer: role === 'issuing' ? root : keys.current('issuing') }
    await createRole(this.#parts, role, above, keys.count(role))
  }

  #needsSuccessor(role: KeyRole, keys: Keys): boolean {
    const key = keys.current(role)
    if (key === undefined) return true
    const { certificate } = key.facts
    if (role === 'root' && this.#parts.succeedsRoot === false) return false
    // A responder is authorised by the authority that issued its certificate (RFC 6960, 4.2.2.2), and by no other.
    const issuing = keys.current('issuing')?.facts.certificate
    if (role === 'ocsp' && issuing !== undefined && !certificate.isSignedBy(issuing)) return true
    return this.isDue(certificate)
  }

  async #load(): Promise<Keys> {
    this.#checkedMs = this.#clock.now()
    return await Keys.load(this.#db, this.#parts.keys, this.#clock.now())
  }
}
