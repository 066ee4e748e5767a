/**
 * The certificates the authority can issue, as data. Each row follows ETSI EN 319 412 (natural persons: -2, legal
 * persons: -3), EN 319 422 for time-stamping and RFC 5280; `lint.ts` checks certificates against them.
 */
import { DAY_MS, HOUR_MS } from '../kernel/clock.ts'
import { OID } from '../pades/oids.ts'

/** Bits of keyUsage (RFC 5280, 4.2.1.3). */
export const KEY_USAGE = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyCertSign: 5,
  crlSign: 6,
} as const

/** The properties of one kind of certificate. */
export interface Profile {
  about: string
  /** How long it is valid, in milliseconds. */
  validityMs: number
  keyUsage: readonly (keyof typeof KEY_USAGE)[]
  /** Set for authorities. */
  ca?: { pathLength?: number }
  /** Signed by its own key: it states neither a policy nor where its issuer is published. */
  isRoot?: boolean
  extendedKeyUsage?: { oid: string; critical: boolean }
  /** Last arc under the authority's policy OID; if absent, no policy is stated. */
  policy?: number
  /** Whether an extension declares that it expires before a revocation could matter (EN 319 412-1, 5.2.2). */
  shortTerm?: boolean
  /** The responder's own certificate is not looked up in revocation data (RFC 6960, 4.2.2.2.1). */
  noRevocationCheck?: boolean
  /**
   * Names our OCSP responder beside the revocation list. A signer's certificate does not: it is too short-lived to be
   * revoked, and every reader of a file would send one request per signer where one list serves for all.
   */
  namesResponder?: boolean
  /** Kind of subject, which determines the attributes its name must have. */
  subject: 'authority' | 'natural' | 'legal'
}

const YEAR = 365 * DAY_MS

/** The rows. */
const PROFILES = {
  root: {
    about: 'Root of the authority',
    validityMs: 20 * YEAR,
    keyUsage: ['keyCertSign', 'crlSign'],
    ca: {},
    isRoot: true,
    subject: 'authority',
  },
  cross: {
    about:
      'The key of a root, certified by the root before or after it (RFC 5280, 3.2; RFC 9810, 4.4)',
    // Both roots live at most this long, and it ends with the first of them.
    validityMs: 20 * YEAR,
    keyUsage: ['keyCertSign', 'crlSign'],
    ca: {},
    policy: 0,
    subject: 'authority',
  },
  issuing: {
    about: 'Issues all others',
    validityMs: 6 * YEAR,
    keyUsage: ['keyCertSign', 'crlSign'],
    ca: { pathLength: 0 },
    policy: 0,
    subject: 'authority',
  },
  signer: {
    about: 'One person, one document: the key is destroyed after use',
    // Long enough that revocation lists created after signing still fall into it, however slow the rest is.
    validityMs: 24 * HOUR_MS,
    // Type A of EN 319 412-2, 4.3.2: for signing content and nothing else.
    keyUsage: ['nonRepudiation'],
    policy: 1,
    shortTerm: true,
    subject: 'natural',
  },
  seal: {
    about: 'The seal of the service on a completed document',
    validityMs: 2 * YEAR,
    keyUsage: ['nonRepudiation'],
    policy: 2,
    namesResponder: true,
    subject: 'legal',
  },
  timestamp: {
    about: 'Time-stamps (RFC 3161, EN 319 422)',
    validityMs: 5 * YEAR,
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { oid: OID.timeStamping, critical: true },
    policy: 3,
    namesResponder: true,
    subject: 'legal',
  },
  ocsp: {
    about: 'Answers about revocation (RFC 6960)',
    // Its revocation is never checked, so its validity is short; its successor is created automatically after two
    // thirds.
    validityMs: 180 * DAY_MS,
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { oid: OID.ocspSigning, critical: false },
    policy: 0,
    noRevocationCheck: true,
    subject: 'legal',
  },
} as const satisfies Record<string, Profile>

/** Name of a row. */
export type ProfileName = keyof typeof PROFILES

/** A row by its name, as the general type. */
export const profileOf = (name: ProfileName): Profile => PROFILES[name]
