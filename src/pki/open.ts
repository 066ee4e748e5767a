/** Assembles the parts of this domain on an open database; used by the server and the command line. */
import { createHash } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { AddressGuard } from '../egress/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { TimestampSource } from '../pades/ports.ts'
import { Authority } from './authority.ts'
import { FileKeys } from './file-keys.ts'
import type { KeyHolder } from './key-holder.ts'
import { KeyPool, type KeyPoolOptions } from './key-pool.ts'
import { KeyRing } from './key-ring.ts'
import {
  curveOf,
  type KeyKind,
  type MakeKey,
  makeEcKey,
  makeRsaKey,
  makeRsaKeyQuietly,
} from './keys.ts'
import type { Operator } from './names.ts'
import { OcspResponder } from './ocsp-responder.ts'
import { OutsideTrust, type TrustedCertificates } from './outside-trust.ts'
import { OutsideTsa, type OutsideTsaParts } from './outside-tsa.ts'
import { type Pkcs11Config, Pkcs11Keys } from './pkcs11-keys.ts'
import { policyText } from './policy.ts'
import { profileOf } from './profiles.ts'
import { Revocation } from './revocation.ts'
import { RevocationFiles } from './revocation-files.ts'
import { plainOrigin } from './settings.ts'
import { Tsa } from './tsa.ts'

/** The operator's settings for the authority. */
export interface PkiConfig {
  country: string
  organization: string
  /** If empty, one is derived from the organisation's name. */
  organizationId: string
  passphrase: string
  policyOid: string
  /** Number of signers' keys generated ahead. */
  keyPool: number
  /** Whether the root gets a successor by itself; if absent, it does. */
  automatic?: boolean
  /** Kind of new keys of the authority; if absent, RSA-4096. */
  algorithm?: KeyKind
  /** Kind of signers' keys; if absent, RSA-4096. */
  signerKeys?: KeyKind
  /** Where new keys of the authority are created. */
  keys?: KeyHolder['kind']
  /** The token, if one is configured: keys created there earlier are used even if new ones are not. */
  pkcs11?: Pkcs11Config
}

/** The parts of this domain. */
export interface Pki {
  authority: Authority
  keys: KeyRing
  /** The built-in authority, open to anyone. */
  tsa: Tsa
  /** Time-stamps for signatures and seals: from the external authorities if there are any, else the built-in one. */
  timestamps: TimestampSource
  /** The external authorities, in order; undefined if the built-in one is used. */
  outside: OutsideTsa | undefined
  /**
   * The trust anchors for what is created here: our roots for everything, the current one first; the roots of external authorities
   * for time-stamps only.
   * @throws AppError `authority_unavailable`
   */
  trusted(): Promise<{
    roots: readonly [Certificate, ...Certificate[]]
    stampRoots: readonly Certificate[]
  }>
  /** Intermediate certificates of external authorities, for time-stamps that may lack them. */
  between: readonly Certificate[]
  revocation: Revocation
  ocsp: OcspResponder
  keyPool: KeyPool
  /** Kind of the keys in the pool. */
  signerKeys: KeyKind
  operator: Operator
  /** Public origin, without a trailing slash. */
  baseUrl: string
  /** Where programs find its lists, issuers and responder, without a trailing slash. */
  publishUrl: string
  policy: string
  /** OID of the policy under which signers' certificates are issued. */
  signerPolicy: string
}

/**
 * An identifier in the form that EN 319 412-1, 5.1.4 leaves to local definition, for an operator who gave none: it
 * does not distinguish two operators of the same name.
 */
const localId = (country: string, organization: string): string =>
  `PA:${country}-${createHash('sha256').update(organization).digest('hex').slice(0, 12)}`

/** What is needed to open the domain. */
export interface PkiParts {
  db: Db
  clock: Clock
  dataFolder: string
  /** Public origin, without a trailing slash. */
  baseUrl: string
  /** See {@link Pki.publishUrl}; defaults to the {@link plainOrigin} of the public one. */
  publishUrl?: string
  config: PkiConfig
  makeKey?: MakeKey
  /** Whether someone is waiting for the authority to be set up, asked before each key; by default nobody is. */
  awaited?: () => boolean
  /** If absent, the built-in authority time-stamps. */
  outside?: OutsideConfig
  /** Called with the cause whenever keys that are about to expire could not be replaced. */
  renewalFailed?: (error: unknown) => void
}

/** External authorities that time-stamp signatures and seals. */
export interface OutsideConfig extends Omit<OutsideTsaParts, 'clock' | 'trust'> {
  trusted: TrustedCertificates
  /** Checks the addresses of revocation lists in their certificates. */
  guard: AddressGuard
}

function openOutside(clock: Clock, { trusted, guard, ...rest }: OutsideConfig) {
  const files = new RevocationFiles({ clock, guard, timeoutMs: rest.timeoutMs })
  const trust = new OutsideTrust({ trusted, files, clock })
  return { trust, tsa: new OutsideTsa({ ...rest, clock, trust }) }
}

/** The holders of keys, the one for new keys first. */
function keyHolders(
  { db, dataFolder, config }: PkiParts,
  makeKey: MakeKey,
): [KeyHolder, ...KeyHolder[]] {
  const { passphrase, keys, pkcs11, algorithm = 'rsa-4096' } = config
  const curve = curveOf(algorithm)
  const makeOwn = curve === undefined ? makeKey : async () => makeEcKey(curve)
  const file = new FileKeys({ db, dataFolder, passphrase, makeKey: makeOwn })
  if (pkcs11 === undefined) return [file]
  const token = new Pkcs11Keys(pkcs11, algorithm)
  return keys === 'pkcs11' ? [token, file] : [file, token]
}

/** Signers' keys of a kind: on a curve, each is generated when it is taken. */
function signerKeyPool(kind: KeyKind, rsa: KeyPoolOptions): KeyPool {
  const curve = curveOf(kind)
  if (curve === undefined) return new KeyPool(rsa)
  const makeKey = async () => makeEcKey(curve)
  return new KeyPool({ size: 0, makeKey, makeAhead: makeKey })
}

/** Creates the services; nothing is loaded before `authority.start()`. */
export function openPki(parts: PkiParts): Pki {
  const { db, clock, baseUrl, config, publishUrl = plainOrigin(baseUrl) } = parts
  const { makeKey = makeRsaKey, makeKey: makeAhead = makeRsaKeyQuietly } = parts
  const { country, organization, policyOid, signerKeys = 'rsa-4096' } = config
  const organizationId = config.organizationId || localId(country, organization)
  const operator: Operator = { country, organization, organizationId }
  const { awaited = () => false } = parts
  const keys = new KeyRing(keyHolders(parts, () => (awaited() ? makeKey : makeAhead)()))
  const authority = new Authority({
    db,
    clock,
    keys,
    operator,
    policyBase: policyOid,
    baseUrl,
    publishUrl,
    renewalFailed: parts.renewalFailed,
    succeedsRoot: config.automatic,
  })
  const outside = parts.outside === undefined ? undefined : openOutside(clock, parts.outside)
  const tsa = new Tsa({
    clock,
    policy: `${policyOid}.3`,
    signer: async () => (await authority.key('timestamp')).signer,
  })
  return {
    authority,
    keys,
    operator,
    baseUrl,
    publishUrl,
    policy: policyText(operator, policyOid),
    signerPolicy: `${policyOid}.${profileOf('signer').policy ?? 0}`,
    revocation: new Revocation({ authority, db, clock, outside: outside?.trust }),
    ocsp: new OcspResponder({ authority, db, clock }),
    keyPool: signerKeyPool(signerKeys, { size: config.keyPool, makeKey, makeAhead }),
    signerKeys,
    tsa,
    timestamps: outside?.tsa ?? tsa,
    outside: outside?.tsa,
    between: parts.outside?.trusted.others ?? [],
    trusted: async () => ({
      roots: await authority.roots(),
      stampRoots: outside?.trust.roots ?? [],
    }),
  }
}
