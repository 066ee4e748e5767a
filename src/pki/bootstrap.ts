/**
 * Creates the authority's own keys and certificates: root, issuing, time-stamping, seal, OCSP; and their successors.
 */
import { randomBytes } from 'node:crypto'
import { isUniqueViolation } from '../database/failure.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { type AuthorityKey, issueSelfSigned, PreparedCertificate } from './issuance.ts'
import type { MadeKey } from './key-holder.ts'
import type { KeyRing } from './key-ring.ts'
import { type Operator, operatorName } from './names.ts'
import { type ProfileName, profileOf } from './profiles.ts'
import { insertKey, insertReservation, type KeyRole, retireKeys } from './store.ts'

/** What creating certificates needs. */
export interface BootstrapTools {
  db: Db
  clock: Clock
  keys: KeyRing
  operator: Operator
  /** Base of the policy OIDs. */
  policyBase: string
  /** Public origin under which /pki is served. */
  baseUrl: string
  publishUrl: string
}

/** Roles in the order in which they are created. */
export const ROLES = [
  'root',
  'issuing',
  'timestamp',
  'seal',
  'ocsp',
] as const satisfies readonly KeyRole[]

const TITLES: Readonly<Record<KeyRole, string>> = {
  root: 'Root CA',
  issuing: 'Issuing CA',
  timestamp: 'Time-Stamping',
  seal: 'Seal',
  ocsp: 'OCSP',
}
/** Certificates are backdated a little, for clocks that are behind ours. */
const BACKDATED_MS = 60_000

/** 16 bytes, positive without padding: 126 random bits. */
export function newSerial(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

/** Validity of a certificate; never longer than its issuer's. */
export function validityOf(
  profile: ProfileName,
  nowMs: number,
  issuerEndsMs = Number.POSITIVE_INFINITY,
): { notBeforeMs: number; notAfterMs: number } {
  const seconds = Math.floor(nowMs / 1000) * 1000
  const notAfterMs = Math.min(seconds + profileOf(profile).validityMs, issuerEndsMs)
  return { notBeforeMs: seconds - BACKDATED_MS, notAfterMs }
}

/**
 * Creates a key and its certificate for a role, and retires the previous one.
 * @param issuer the authority above; undefined for a root
 * @param number counts the keys of this role from 1
 */
async function makeRole(
  tools: BootstrapTools,
  role: KeyRole,
  number: number,
  issuer: AuthorityKey | undefined,
): Promise<void> {
  const label = `${role}-${number}`
  const made = await tools.keys.create(label)
  try {
    await certify(tools, { role, label, number, made }, issuer)
  } catch (error) {
    // A key without a certificate is useless, and in a token it would remain.
    await tools.keys.destroy(label, made.stored).catch(() => undefined)
    throw error
  }
}

async function certify(
  tools: BootstrapTools,
  { role, label, number, made }: { role: KeyRole; label: string; number: number; made: MadeKey },
  issuer: AuthorityKey | undefined,
): Promise<void> {
  const { db, clock, operator } = tools
  const { key, stored } = made
  const commonName = `${operator.organization} ${TITLES[role]} ${number}`
  const subject = operatorName(operator, commonName)
  const serial = newSerial()
  const above = issuer?.facts.certificate
  const validity = validityOf(role, clock.now(), above?.notAfterMs)
  const now = toIso(clock.now())
  await insertReservation(db, {
    serial: serial.toString('hex'),
    issuer: issuer?.facts.label ?? label,
    profile: role,
    subject: commonName,
    reserved_at: now,
    not_after: toIso(validity.notAfterMs),
  })
  const prepared = PreparedCertificate.prepare({
    ...validity,
    profile: profileOf(role),
    serial,
    subject,
    issuer: above?.subject ?? subject,
    publicKey: key.publicKeyInfo,
    issuerKey: above?.publicKeyInfo ?? key.publicKeyInfo,
    policyBase: tools.policyBase,
    baseUrl: tools.baseUrl,
    publishUrl: tools.publishUrl,
    ...(issuer !== undefined && { issuerLabel: issuer.facts.label }),
  })
  const certificate = await (issuer?.issue(prepared) ?? issueSelfSigned(key, prepared))
  await db.transaction().execute(async (transaction) => {
    await retireKeys(transaction, role, now)
    const row = { label, role, sealed: stored, created_at: now, retired_at: null }
    await insertKey(transaction, row, serial.toString('hex'), certificate.der)
  })
}

/**
 * Creates the next key of a role, unless another process was first with it.
 * @param before number of keys of this role that the caller knew when it found that it needs another
 * @returns whether this call created it
 */
export async function createRole(
  tools: BootstrapTools,
  role: KeyRole,
  issuer: AuthorityKey | undefined,
  before: number,
): Promise<boolean> {
  try {
    await makeRole(tools, role, before + 1, issuer)
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'pki_keys.label')) return false
    throw error
  }
}
