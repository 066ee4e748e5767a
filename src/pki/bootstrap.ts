/**
 * Creates the authority's own keys and certificates: root, issuing, time-stamping, seal, OCSP; and their successors.
 */
import { randomBytes } from 'node:crypto'
import { concurrently } from '../database/concurrent.ts'
import { isUniqueViolation } from '../database/failure.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { Certificate } from '../pades/certificate.ts'
import { AuthorityKey, issueSelfSigned, PreparedCertificate } from './issuance.ts'
import { holderOf, type MadeKey } from './key-holder.ts'
import type { KeyRing } from './key-ring.ts'
import { type Operator, operatorName } from './names.ts'
import { type ProfileName, profileOf } from './profiles.ts'
import { insertKey, insertReservation, type KeyRole, recordIssued, retireKeys } from './store.ts'
import type { CertificateFacts } from './tbs-certificate.ts'

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

/** What a new key of the authority depends on. */
interface Above {
  /** The authority that certifies it; undefined for a root. */
  issuer?: AuthorityKey | undefined
  /** The root that a new one succeeds: each certifies the other. */
  root?: AuthorityKey | undefined
}

/** Creates a key and its certificate for a role, and retires the previous one. */
async function makeRole(tools: BootstrapTools, role: KeyRole, number: number, above: Above) {
  const label = `${role}-${number}`
  const made = await tools.keys.create(label)
  try {
    await certify(tools, { role, label, number, made }, above)
  } catch (error) {
    // A key without a certificate is useless, and in a token it would remain.
    await tools.keys.destroy(label, made.stored).catch(() => undefined)
    throw error
  }
}

/** Who signs a certificate. */
interface Issuer {
  label: string
  /** DER name and key. */
  subject: Buffer
  publicKeyInfo: Buffer
  issue(prepared: PreparedCertificate): Promise<Certificate>
}

const issuerOf = (key: AuthorityKey): Issuer => {
  const { label, certificate } = key.facts
  const { subject, publicKeyInfo } = certificate
  return { label, subject, publicKeyInfo, issue: (prepared) => key.issue(prepared) }
}

/** Issues a certificate for a key of the authority. Its number is recorded, the certificate not yet. */
async function issued(
  tools: BootstrapTools,
  what: {
    profile: ProfileName
    commonName: string
    notBeforeMs: number
    notAfterMs: number
  } & Pick<CertificateFacts, 'subject' | 'publicKey'>,
  issuer: Issuer,
): Promise<{ serial: string; certificate: Certificate }> {
  const { profile, commonName, ...facts } = what
  const { policyBase, baseUrl, publishUrl } = tools
  const serial = newSerial()
  await insertReservation(tools.db, {
    serial: serial.toString('hex'),
    issuer: issuer.label,
    profile,
    subject: commonName,
    reserved_at: toIso(tools.clock.now()),
    not_after: toIso(facts.notAfterMs),
  })
  const prepared = PreparedCertificate.prepare({
    ...facts,
    profile: profileOf(profile),
    serial,
    issuer: issuer.subject,
    issuerKey: issuer.publicKeyInfo,
    policyBase,
    baseUrl,
    publishUrl,
    ...(profileOf(profile).isRoot !== true && { issuerLabel: issuer.label }),
  })
  return { serial: serial.toString('hex'), certificate: await issuer.issue(prepared) }
}

async function certify(
  tools: BootstrapTools,
  { role, label, number, made }: { role: KeyRole; label: string; number: number; made: MadeKey },
  { issuer, root }: Above,
): Promise<void> {
  const { db, clock, operator } = tools
  const { key, stored } = made
  const { publicKeyInfo } = key
  const commonName = `${operator.organization} ${TITLES[role]} ${number}`
  const subject = operatorName(operator, commonName)
  const self = { label, subject, publicKeyInfo, issue: issueSelfSigned.bind(undefined, key) }
  const validity = validityOf(role, clock.now(), issuer?.facts.certificate.notAfterMs)
  const what = { ...validity, profile: role, commonName, subject, publicKey: publicKeyInfo }
  const own = await issued(tools, what, issuer === undefined ? self : issuerOf(issuer))
  const links = root === undefined ? [] : await linked(tools, root, { label, made, ...own })
  const now = toIso(clock.now())
  await concurrently(db, 'rows', async (transaction) => {
    await retireKeys(transaction, role, now)
    const row = { label, role, sealed: stored, created_at: now, retired_at: null }
    await insertKey(transaction, row, own.serial, own.certificate.der)
    for (const { serial, certificate } of links)
      await recordIssued(transaction, serial, certificate.der)
  })
}

/**
 * The certificates by which a root and its successor vouch for each other's key, for readers who trust only one of
 * them: old with new, new with old (RFC 9810, 4.4). Both end with the older root; none for one that has ended.
 */
async function linked(
  tools: BootstrapTools,
  old: AuthorityKey,
  { label, made, certificate }: { label: string; made: MadeKey; certificate: Certificate },
) {
  const before = old.facts.certificate
  if (before.notAfterMs <= tools.clock.now()) return []
  const holder = holderOf(made.stored)
  const facts = { label, role: 'root', certificate, chain: [], retired: false, holder } as const
  const next = new AuthorityKey(made.key, facts)
  const { notAfterMs } = before
  const link = (of: Certificate, by: AuthorityKey) => {
    const { name: commonName, subject, publicKeyInfo: publicKey, notBeforeMs } = of
    const what = { profile: 'cross', commonName, subject, publicKey, notBeforeMs } as const
    return issued(tools, { ...what, notAfterMs }, issuerOf(by))
  }
  return [await link(before, next), await link(certificate, old)]
}

/**
 * Creates the next key of a role, unless another process was first with it.
 * @param before number of keys of this role that the caller knew when it found that it needs another
 * @returns whether this call created it
 */
export async function createRole(
  tools: BootstrapTools,
  role: KeyRole,
  above: Above,
  before: number,
): Promise<boolean> {
  try {
    await makeRole(tools, role, before + 1, above)
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'pki_keys.label')) return false
    throw error
  }
}
