/** Puts the parts of this domain together over an open database; used by the server and the command line. */
import { createHash } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { AddressGuard } from '../egress/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { TimestampSource } from '../pades/ports.ts'
import { Authority } from './authority.ts'
import { FileKeys } from './file-keys.ts'
import type { KeyHolder } from './key-holder.ts'
import { KeyPool } from './key-pool.ts'
import { KeyRing } from './key-ring.ts'
import { type MakeKey, makeRsaKey, makeRsaKeyQuietly } from './keys.ts'
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

/** What the operator decides about the authority. */
export interface PkiConfig {
  country: string
  organization: string
  /** Empty: one is derived from the organisation's name. */
  organizationId: string
  passphrase: string
  policyOid: string
  /** Signers' keys made ahead. */
  keyPool: number
  /** Where new keys of the authority are made. */
  keys?: KeyHolder['kind']
  /** The token, where one is configured: keys made there earlier are used even if new ones are not. */
  pkcs11?: Pkcs11Config
}

/** The parts of this domain. */
export interface Pki {
  authority: Authority
  keys: KeyRing
  /** The built-in authority, for anybody. */
  tsa: Tsa
  /** What signatures and seals are stamped by: the authorities outside where there are some, else the built-in one. */
  timestamps: TimestampSource
  /** The authorities outside, in order; undefined where the built-in one stamps. */
  outside: OutsideTsa | undefined
  /**
   * Whom what is made here is held to: our root in use for everything, the roots of authorities outside for
   * time-stamps alone. @throws AppError `authority_unavailable`
   */
  trusted(): Promise<{ roots: readonly [Certificate]; stampRoots: readonly Certificate[] }>
  /** Certificates between the roots of authorities outside and their time-stamps, where those may lack them. */
  between: readonly Certificate[]
  revocation: Revocation
  ocsp: OcspResponder
  keyPool: KeyPool
  operator: Operator
  /** Public origin, without a slash at the end. */
  baseUrl: string
  /** Where programs find its lists, issuers and responder, without a slash at the end. */
  publishUrl: string
  policy: string
  /** OID of the policy under which signers' certificates are issued. */
  signerPolicy: string
}

/**
 * An identifier of the form EN 319 412-1, 5.1.4 leaves to local definition, for an operator who gave none: it
 * tells two operators of the same name apart no better than their names do.
 */
const localId = (country: string, organization: string): string =>
  `PA:${country}-${createHash('sha256').update(organization).digest('hex').slice(0, 12)}`

/** What the domain is opened with. */
export interface PkiParts {
  db: Db
  clock: Clock
  dataFolder: string
  /** Public origin, without a slash at the end. */
  baseUrl: string
  /** See {@link Pki.publishUrl}; left out: {@link plainOrigin} of the public one. */
  publishUrl?: string
  config: PkiConfig
  makeKey?: MakeKey
  /** Somebody waits for the authority to be set up. */
  awaited?: boolean
  /** Left out: the built-in authority stamps. */
  outside?: OutsideConfig
}

/** Authorities outside that stamp signatures and seals. */
export interface OutsideConfig extends Omit<OutsideTsaParts, 'clock' | 'trust'> {
  trusted: TrustedCertificates
  /** Judges where their certificates send us for lists. */
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
  const { passphrase, keys, pkcs11 } = config
  const file = new FileKeys({ db, dataFolder, passphrase, makeKey })
  if (pkcs11 === undefined) return [file]
  const token = new Pkcs11Keys(pkcs11)
  return keys === 'pkcs11' ? [token, file] : [file, token]
}

/** Makes the services; nothing is loaded before `authority.start()`. */
export function openPki(parts: PkiParts): Pki {
  const { db, clock, baseUrl, config, publishUrl = plainOrigin(baseUrl) } = parts
  const { makeKey = makeRsaKey, makeKey: makeAhead = makeRsaKeyQuietly } = parts
  const { country, organization, policyOid } = config
  const organizationId = config.organizationId || localId(country, organization)
  const operator: Operator = { country, organization, organizationId }
  const keys = new KeyRing(keyHolders(parts, parts.awaited === true ? makeKey : makeAhead))
  const authority = new Authority({
    db,
    clock,
    keys,
    operator,
    policyBase: policyOid,
    baseUrl,
    publishUrl,
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
    keyPool: new KeyPool({ size: config.keyPool, makeKey, makeAhead }),
    tsa,
    timestamps: outside?.tsa ?? tsa,
    outside: outside?.tsa,
    between: parts.outside?.trusted.others ?? [],
    trusted: async () => ({
      roots: [(await authority.key('root')).facts.certificate],
      stampRoots: outside?.trust.roots ?? [],
    }),
  }
}
