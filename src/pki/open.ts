/** Puts the parts of this domain together over an open database; used by the server and the command line. */
import { createHash } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { Authority } from './authority.ts'
import { KeyPool } from './key-pool.ts'
import { type MakeKey, makeRsaKey, makeRsaKeyQuietly } from './keys.ts'
import type { Operator } from './names.ts'
import { policyText } from './policy.ts'
import { profileOf } from './profiles.ts'
import { Revocation } from './revocation.ts'
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
}

/** The parts of this domain. */
export interface Pki {
  authority: Authority
  tsa: Tsa
  revocation: Revocation
  keyPool: KeyPool
  operator: Operator
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

/** Makes the services; nothing is loaded before `authority.start()`. */
export function openPki(parts: {
  db: Db
  clock: Clock
  dataFolder: string
  /** Public origin, without a slash at the end. */
  baseUrl: string
  config: PkiConfig
  makeKey?: MakeKey
  /** Somebody waits for the authority to be set up. */
  awaited?: boolean
}): Pki {
  const { db, clock, dataFolder, baseUrl, config } = parts
  const { makeKey = makeRsaKey, makeKey: makeAhead = makeRsaKeyQuietly } = parts
  const { country, organization, policyOid } = config
  const organizationId = config.organizationId || localId(country, organization)
  const operator: Operator = { country, organization, organizationId }
  const authority = new Authority({
    db,
    clock,
    dataFolder,
    passphrase: config.passphrase,
    makeKey: parts.awaited === true ? makeKey : makeAhead,
    operator,
    policyBase: policyOid,
    baseUrl,
  })
  return {
    authority,
    operator,
    policy: policyText(operator, policyOid),
    signerPolicy: `${policyOid}.${profileOf('signer').policy ?? 0}`,
    revocation: new Revocation({ authority, db, clock }),
    keyPool: new KeyPool({ size: config.keyPool, makeKey, makeAhead }),
    tsa: new Tsa({
      clock,
      policy: `${policyOid}.3`,
      signer: async () => (await authority.key('timestamp')).signer,
    }),
  }
}
