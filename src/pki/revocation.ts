/** Revocation lists of the authority, and the validation data for our certificates. */
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { type Clock, DAY_MS, HOUR_MS, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { RevocationSource, ValidationData } from '../pades/ports.ts'
import { say } from '../translations/texts.ts'
import type { Authority } from './authority.ts'
import { NoAnswer } from './exchange.ts'
import type { AuthorityKey } from './issuance.ts'
import type { RootLink } from './loaded-keys.ts'
import type { OutsideTrust } from './outside-trust.ts'
import { listRevoked, nextListNumber, revoke } from './store.ts'

/** A list is valid for this long … */
const VALID_MS = 7 * DAY_MS
/** … and the published one is recreated after this. */
const PUBLISHED_MS = HOUR_MS

/** CRLReason codes an operator may give (RFC 5280, 5.3.1). */
export const REVOCATION_REASONS = {
  unspecified: 0,
  'key-compromise': 1,
  superseded: 4,
  'cessation-of-operation': 5,
} as const

const NOTHING: ValidationData = { certificates: [], crls: [], ocsps: [] }

const unique = (items: readonly Buffer[]): Buffer[] => [
  ...new Map(items.map((item) => [item.toString('base64'), item])).values(),
]

/** Creates lists and collects validation data. */
export class Revocation implements RevocationSource {
  readonly #authority: Authority
  readonly #db: Db
  readonly #clock: Clock
  readonly #published = new Map<string, { list: Buffer; madeMs: number }>()

  readonly #outside: OutsideTrust | undefined

  constructor(parts: {
    authority: Authority
    db: Db
    clock: Clock
    /** Validation data for certificates of external time-stamping authorities. */
    outside?: OutsideTrust | undefined
  }) {
    this.#outside = parts.outside
    this.#authority = parts.authority
    this.#db = parts.db
    this.#clock = parts.clock
  }

  /**
   * Chains up to the oldest root that is in force, and fresh lists, created after the signatures concerned. Lists rather than OCSP responses: one per issuer
   * covers every certificate in a file, where responses would be one per certificate, at 2 kB and a signature each.
   * @throws AppError `authority_unavailable`, `timestamp_unavailable` if those of external authorities are not
   *   available
   */
  async validationData(certificates: readonly Certificate[]): Promise<ValidationData> {
    const loaded = await this.#authority.loaded()
    const keys = [...loaded.all.values()]
    const links = loaded.links.filter((link) => this.#leadsToNewer(link))
    const isLink = (of: Certificate) =>
      links.some(({ certificate }) => certificate.fingerprint === of.fingerprint)
    const issuers = new Set<AuthorityKey>()
    const all = new Map(certificates.map((each) => [each.fingerprint, each.der]))
    const vouchedFor = new Set<AuthorityKey>()
    const addLinks = (root: AuthorityKey): void => {
      for (const { certificate, issuer } of links.filter((link) => link.root === root)) {
        all.set(certificate.fingerprint, certificate.der)
        issuers.add(issuer)
        vouchedFor.add(root)
        addLinks(issuer)
      }
    }
    const addIssuers = (of: Certificate): void => {
      const above = keys.find(({ facts }) => of.isSignedBy(facts.certificate))
      if (above === undefined) return
      issuers.add(above)
      if (above.facts.role === 'root') addLinks(above)
      else addIssuers(above.facts.certificate)
    }
    for (const certificate of certificates) if (!isLink(certificate)) addIssuers(certificate)
    // EU DSS goes no further than a self-signed certificate that it finds, though a link for the same key leads on.
    for (const issuer of issuers) {
      const { fingerprint, der } = issuer.facts.certificate
      // It may be among those that were asked for: a stamp is renewed with the chain that our own verifier found.
      if (vouchedFor.has(issuer)) all.delete(fingerprint)
      else all.set(fingerprint, der)
    }
    const strange = certificates.filter(
      (each) => !keys.some(({ facts }) => each.isSignedBy(facts.certificate)),
    )
    const outside = await this.#outsideData(strange)
    return {
      certificates: unique([...all.values(), ...outside.certificates]),
      crls: unique([
        ...(await Promise.all([...issuers].map((issuer) => this.#fresh(issuer)))),
        ...outside.crls,
      ]),
      ocsps: unique(outside.ocsps),
    }
  }

  /**
   * Whether a link takes a reader of an older root to a newer one today. The other direction is published only: with both in
   * one file, EU DSS, which takes any certificate of a key, may go from root to root in a circle.
   */
  #leadsToNewer({ certificate, upward }: RootLink): boolean {
    return upward && certificate.notAfterMs > this.#clock.now()
  }

  async #outsideData(certificates: readonly Certificate[]): Promise<ValidationData> {
    if (this.#outside === undefined || certificates.length === 0) return NOTHING
    try {
      return await this.#outside.validationData(certificates)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const detail = say('authority.noProof')
      throw new AppError('timestamp_unavailable', detail, { retryAfterSeconds: 60, cause: error })
    }
  }

  /** The list of an issuer as published, at most an hour old; undefined for an unknown label. */
  async published(label: string): Promise<Buffer | undefined> {
    const key = (await this.#authority.keys()).get(label)
    if (key === undefined || !['root', 'issuing'].includes(key.facts.role)) return undefined
    const known = this.#published.get(label)
    if (known !== undefined && this.#clock.now() - known.madeMs < PUBLISHED_MS) return known.list
    return await this.#fresh(key)
  }

  /** Revokes a certificate by its serial number; returns whether there was one to revoke. */
  async revoke(serialHex: string, reason: keyof typeof REVOCATION_REASONS): Promise<boolean> {
    const at = toIso(this.#clock.now())
    const done = await revoke(this.#db, serialHex, at, REVOCATION_REASONS[reason])
    if (done) this.#published.clear()
    return done
  }

  /** Serial numbers of all revoked certificates. @throws AppError `authority_unavailable` */
  async revoked(): Promise<string[]> {
    const labels = [...(await this.#authority.keys()).keys()]
    const rows = await Promise.all(labels.map((label) => listRevoked(this.#db, label)))
    return rows.flat().map(({ serial }) => serial)
  }

  async #fresh(issuer: AuthorityKey): Promise<Buffer> {
    const { label } = issuer.facts
    // In one transaction: a list with a higher number never lacks an entry of a lower one, whichever instance makes it.
    const { number, revoked, now } = await concurrently(this.#db, 'rows', async (db) => ({
      number: await nextListNumber(db, label),
      revoked: await listRevoked(db, label),
      now: this.#clock.now(),
    }))
    const list = await issuer.list({
      number,
      thisUpdateMs: now,
      nextUpdateMs: now + VALID_MS,
      revoked: revoked.map((row) => ({
        serial: Buffer.from(row.serial, 'hex'),
        atMs: Date.parse(row.revoked_at ?? ''),
        reason: row.revoked_reason ?? 0,
      })),
    })
    this.#published.set(label, { list, madeMs: now })
    return list
  }
}
