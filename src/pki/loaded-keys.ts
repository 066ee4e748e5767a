/** The keys of the authority as they are loaded: each with its chain, and what the roots say of each other. */
import type { Db } from '../database/open.ts'
import { invariant } from '../kernel/invariant.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'
import { AuthorityKey } from './issuance.ts'
import { holderOf } from './key-holder.ts'
import type { KeyRing } from './key-ring.ts'
import { type KeyRole, type KeyRow, listKeys, listLinks } from './store.ts'

/** A certificate of a root's key by the root before or after it (RFC 5280, 3.2). */
export interface RootLink {
  /** Under which it is published, such as `root-2-by-root-1`. */
  label: string
  certificate: Certificate
  root: AuthorityKey
  issuer: AuthorityKey
  /** Whether it leads from a newer root to an older one: the only ones in files, since both ways would be a circle. */
  upward: boolean
}

/** The loaded keys, retired ones included. */
export class Keys {
  readonly all: ReadonlyMap<string, AuthorityKey>
  readonly links: readonly RootLink[]
  /** Distinguishes one set of stored keys from another. */
  readonly version: string

  private constructor(
    all: ReadonlyMap<string, AuthorityKey>,
    links: readonly RootLink[],
    version: string,
  ) {
    this.all = all
    this.links = links
    this.version = version
  }

  static async load(db: Db, ring: KeyRing, nowMs: number): Promise<Keys> {
    const rows = await listKeys(db)
    const certificates = rows.map((row) => parseCertificate(row.der))
    const linked = (await listLinks(db)).map(({ issuer: by, der }) => {
      const certificate = parseCertificate(der)
      const { subject } = certificate
      const of = certificates.findIndex((each) => each.subject.equals(subject))
      return { of, by, certificate, upward: rows.findIndex(({ label }) => label === by) < of }
    })
    // For programs that follow only what is in a signature.
    const above = [
      ...certificates.filter((_, index) => rows[index]?.role !== 'root'),
      ...linked
        .filter(({ upward, certificate: { notAfterMs } }) => upward && notAfterMs > nowMs)
        .map(({ certificate }) => certificate),
    ]
    const chainOf = (certificate: Certificate): Certificate[] => {
      const next = above.find((each) => each !== certificate && certificate.isSignedBy(each))
      return next === undefined ? [] : [next, ...chainOf(next)]
    }
    const all = new Map<string, AuthorityKey>()
    for (const [index, { label, role, sealed, retired_at }] of rows.entries()) {
      const certificate = certificates[index]
      invariant(certificate !== undefined, 'there is a certificate per row')
      const facts = {
        label,
        role,
        certificate,
        chain: role === 'root' ? [] : chainOf(certificate),
        retired: retired_at !== null,
        holder: holderOf(sealed),
      }
      all.set(label, new AuthorityKey(await ring.open(label, sealed), facts))
    }
    const links = linked.flatMap(({ of, by, certificate, upward }) => {
      const [root, issuer] = [all.get(rows[of]?.label ?? ''), all.get(by)]
      if (root === undefined || issuer === undefined) return []
      return { label: `${root.facts.label}-by-${by}`, certificate, root, issuer, upward }
    })
    return new Keys(all, links, versionOf(rows))
  }

  /** Number of keys that a role has had. */
  count(role: KeyRole): number {
    return [...this.all.values()].filter(({ facts }) => facts.role === role).length
  }

  current(role: KeyRole): AuthorityKey | undefined {
    return [...this.all.values()].find(({ facts }) => facts.role === role && !facts.retired)
  }
}

/** Distinguishes one set of stored keys from another. */
export const versionOf = (rows: readonly KeyRow[]): string =>
  rows.map(({ label, retired_at }) => `${label}:${retired_at ?? ''}`).join(' ')
