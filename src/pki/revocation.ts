/** Revocation lists of the authority, and with them what a validator needs for certificates of ours. */
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { RevocationSource, ValidationData } from '../pades/ports.ts'
import type { Authority } from './authority.ts'
import type { AuthorityKey } from './issuance.ts'
import { listRevoked, nextListNumber, revoke } from './store.ts'

/** A list says it is good for this long … */
const VALID_MS = 7 * 86_400_000
/** … and the published one is made anew after this. */
const PUBLISHED_MS = 3_600_000

/** CRLReason codes an operator may give (RFC 5280, 5.3.1). */
export const REVOCATION_REASONS = {
  unspecified: 0,
  'key-compromise': 1,
  superseded: 4,
  'cessation-of-operation': 5,
} as const

/** Makes lists and gathers validation data. */
export class Revocation implements RevocationSource {
  readonly #authority: Authority
  readonly #db: Db
  readonly #clock: Clock
  readonly #published = new Map<string, { list: Buffer; madeMs: number }>()

  constructor(parts: { authority: Authority; db: Db; clock: Clock }) {
    this.#authority = parts.authority
    this.#db = parts.db
    this.#clock = parts.clock
  }

  /**
   * Chains and fresh lists: made after the signatures they speak of.
   * @throws AppError `authority_unavailable`
   */
  async validationData(certificates: readonly Certificate[]): Promise<ValidationData> {
    const keys = [...(await this.#authority.keys()).values()]
    const issuers = new Set<AuthorityKey>()
    const addIssuers = (of: Certificate): void => {
      const above = keys.find(({ facts }) => of.isSignedBy(facts.certificate))
      if (above === undefined || issuers.has(above)) return
      issuers.add(above)
      addIssuers(above.facts.certificate)
    }
    for (const certificate of certificates) addIssuers(certificate)
    const all = new Map(certificates.map((each) => [each.fingerprint, each.der]))
    for (const { facts } of issuers) all.set(facts.certificate.fingerprint, facts.certificate.der)
    return {
      certificates: [...all.values()],
      crls: await Promise.all([...issuers].map((issuer) => this.#fresh(issuer))),
      ocsps: [],
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

  /** Revokes a certificate by its serial number; answers whether there was one to revoke. */
  async revoke(serialHex: string, reason: keyof typeof REVOCATION_REASONS): Promise<boolean> {
    const at = toIso(this.#clock.now())
    const done = await revoke(this.#db, serialHex, at, REVOCATION_REASONS[reason])
    if (done) this.#published.clear()
    return done
  }

  async #fresh(issuer: AuthorityKey): Promise<Buffer> {
    const { label } = issuer.facts
    const [revoked, number] = [
      await listRevoked(this.#db, label),
      await nextListNumber(this.#db, label),
    ]
    const now = this.#clock.now()
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
