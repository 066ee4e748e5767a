/** `verify-audit`: checks every audit trail, or one, or one that was exported. */
import { readFileSync } from 'node:fs'
import { testRoots, trustedOutside } from '../app/authorities.ts'
import { RecordedHeads } from '../audit/heads.ts'
import { OWN_TRAIL, type Trails } from '../audit/trail.ts'
import { type TrailJson, type TrailVerdict, trailJson, verifyTrail } from '../audit/verify-trail.ts'
import type { Db } from '../database/open.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { openStorage } from '../files/open-storage.ts'
import { organisationOf } from '../identity/log-chain.ts'
import { checkLog, findingSentence } from '../identity/log-check.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'
import type { TrustedCertificates } from '../pki/outside-trust.ts'
import { sealedHeadFindings } from '../signing/evidence/sealed-heads.ts'
import { modeOf, requestsWithoutTrail } from '../signing/store/erasure.ts'
import { findRequest } from '../signing/store/requests.ts'
import { type Command, optional, type Session, UsageError } from './command.ts'

/** A trail is not as it was written; the lines above show where. Exit code 1. */
export class TrailFindings extends Error {
  override readonly name = 'TrailFaults'
}

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g

function rootsIn(file: string): Certificate[] {
  const found = [...readFileSync(file, 'utf8').matchAll(PEM)]
  if (found.length === 0) throw new UsageError(`--root: ${file} contains no PEM certificate`)
  return found.map(([, base64]) => parseCertificate(Buffer.from(base64 ?? '', 'base64')))
}

type TrustOf = (trailId: string) => Promise<TrustedCertificates>

/** Trails of test requests are stamped by the authority with TEST in its name; no other trails may be. */
async function ownTrustOf(session: Session): Promise<TrustOf> {
  const [db, live] = [await session.database(), await ownTrust(session)]
  const test = await testRoots(session.config(), systemClock)
  return async (trailId) => {
    const isTest = (await modeOf(db, trailId)) === 'test'
    return isTest ? { ...live, roots: [...live.roots, ...test] } : live
  }
}

/** The roots of this service's own authority, if it exists yet, and those of external authorities. */
async function ownTrust(session: Session): Promise<TrustedCertificates> {
  const { authority } = await session.pki()
  const outside = trustedOutside(session.config().tsa)
  await authority.start({ make: false })
  if (authority.state.status === 'failed') return outside
  return { ...outside, roots: [...(await authority.roots()), ...outside.roots] }
}

function readTrail(file: string): TrailJson {
  const trail = JSON.parse(readFileSync(file, 'utf8')) as TrailJson
  if (trail.format !== 'paraph-trail/1' || !Array.isArray(trail.entries))
    throw new UsageError(`--file: ${file} is not an audit trail in the format paraph-trail/1`)
  return { ...trail, stamps: Array.isArray(trail.stamps) ? trail.stamps : [] }
}

type Outcome = 'intact' | 'not proven' | 'BROKEN'

/** Reports the result, and returns it. */
function report(
  session: Session,
  id: string,
  { findings, stamps, unstamped, unproved }: TrailVerdict,
): Outcome {
  const stamped = `${stamps} valid time-stamps, ${unstamped} entries after the last one`
  const proven = unproved === undefined ? 'intact' : 'not proven'
  const outcome = findings.length > 0 ? 'BROKEN' : proven
  session.out(`${outcome}  ${id}  (${stamped})`)
  for (const finding of findings.length > 0 ? findings : [unproved ?? []].flat())
    session.out(`        ${finding}`)
  return outcome
}

/** What the entries of a log say against its chain: one sentence each. */
async function logFindings(db: Db, trails: Trails, id: string): Promise<string[]> {
  const organisation = organisationOf(id)
  if (organisation === undefined) return []
  const { findings, findingCount } = await checkLog(db, trails, organisation)
  const more = findingCount - findings.length
  return [
    ...findings.map(findingSentence),
    ...(more > 0 ? [`and ${more} more entries of the log`] : []),
  ]
}

/** An unreadable row is a fault of its trail, and no reason to skip the others. */
async function verdictOf({ db, trails, heads, blobs }: Stored, id: string, trustOf: TrustOf) {
  const request = blobs && (await findRequest(db, id))
  const trail = await trails.read(id)
  if (trail === undefined)
    return without(`the trail is missing: rows of the database or the trail "${OWN_TRAIL}" name it`)
  const trust = await trustOf(id)
  const verdict = verifyTrail(trailJson(trail), trust.roots, trust.others, systemClock.now())
  const sealed = blobs && request && (await sealedHeadFindings(blobs, request, trail, trust))
  const findings = [
    ...verdict.findings,
    ...heads.findings(id, trail.entries),
    ...(sealed?.findings ?? []),
    ...(await logFindings(db, trails, id)),
  ]
  return { ...verdict, findings, unproved: verdict.unproved ?? sealed?.unproved }
}

/** The verdict on a trail that cannot be checked. */
const without = (finding: string): TrailVerdict => ({
  findings: [finding],
  stamps: 0,
  unstamped: 0,
  unproved: undefined,
})

/** What a check reads. */
interface Stored {
  db: Db
  trails: Trails
  heads: RecordedHeads
  /** The finished files; undefined: they are not compared. */
  blobs: BlobStore | undefined
}

/** Ids of the trails that should be there and are not. @param there those that are */
const missingTrails = async (
  { db, heads }: Stored,
  there: readonly string[],
): Promise<string[]> => [
  ...new Set([...heads.missing(new Set(there)), ...(await requestsWithoutTrail(db))]),
]

/** Ids of all trails, those too that are missing. */
async function expectedTrails(stored: Stored): Promise<string[]> {
  const there = await stored.trails.list()
  return [...there, ...(await missingTrails(stored, there))]
}

/** The one asked for, without a look at all the others where it is there. @throws UsageError for one that never was */
async function expectedTrail(stored: Stored, id: string): Promise<string[]> {
  const isThere = await stored.trails.bare(id).then(
    (trail) => trail !== undefined,
    // What is wrong with one that cannot be read is for the check to say.
    () => true,
  )
  if (!isThere && !(await missingTrails(stored, [])).includes(id))
    throw new UsageError(`--document: there is no audit trail ${id}`)
  return [id]
}

/** What a check of many trails came to: how many have each outcome. */
type Outcomes = Readonly<Record<Outcome, number>>

/** Which trails are checked, and against what. */
interface Order {
  only?: string | undefined
  trustOf: TrustOf
  blobs?: BlobStore
}

/** Checks the trails in the database, or one of them. @throws UsageError for one that never was there */
async function verifyStored(session: Session, { only, trustOf, blobs }: Order): Promise<Outcomes> {
  const [db, trails] = [await session.database(), await session.trails()]
  const stored = { db, trails, heads: await RecordedHeads.read(trails), blobs }
  const outcomes = { intact: 0, 'not proven': 0, BROKEN: 0 }
  const ids = only === undefined ? await expectedTrails(stored) : await expectedTrail(stored, only)
  for (const id of ids) {
    const verdict = await verdictOf(stored, id, trustOf).catch((error: unknown) =>
      without(`the trail cannot be read: ${error instanceof Error ? error.message : 'unknown'}`),
    )
    outcomes[report(session, id, verdict)] += 1
  }
  session.note(
    `${ids.length} trails checked, ${outcomes.BROKEN} broken, ${outcomes['not proven']} not proven.`,
  )
  const erased = only === undefined ? await trails.erased() : 0
  if (erased > 0)
    session.note(
      `${erased} more were erased; the trail "${OWN_TRAIL}" records the head hash of each.`,
    )
  return outcomes
}

/**
 * Checks every trail in the database against this service's own authorities. What is not proven does not count: a
 * database that was restored has entries that its service could not time-stamp any more.
 * @returns how many are broken
 */
export const verifyOwnTrails = async (session: Session): Promise<number> =>
  (await verifyStored(session, { trustOf: await ownTrustOf(session) })).BROKEN

/** Compares with the finished files too. */
async function verifyWithFiles(session: Session, order: Order): Promise<Outcomes> {
  const { storage, dataDir } = session.config()
  const opened = await openStorage(storage, { dataDir, clock: systemClock })
  try {
    return await verifyStored(session, { ...order, blobs: await opened.blobs('documents', true) })
  } finally {
    opened.close()
  }
}

/** The command. */
export const verifyAudit: Command = {
  usage: '[--document <id> | --file <trail.json>] [--root <root.pem>] [--skip-files]',
  summary:
    'Verify audit trails: chain, numbering, time-stamps; exit code 1 if one was altered or is not proven',
  help: [
    'Without flags, every trail in the database is checked, and the logs of organisations against theirs. Time-stamps must',
    'chain to the root certificate of this service, to those of the external authorities it uses, or to those given with',
    '--root. The service stamps every head daily and records it in its own trail, and each seal names the head of the time',
    'when it was made: a trail that is missing or differs from them is broken; one with older entries that no time-stamp',
    'covers is not proven, since anyone who can write to the database could have changed them. --skip-files does not read',
    'the sealed files. A trail in a file is not proven without --root, or without a time-stamp over its last signature.',
  ],
  async run(session, flags) {
    const [document, file] = [optional(flags, 'document'), optional(flags, 'file')]
    if (document !== undefined && file !== undefined)
      throw new UsageError('--document and --file cannot be combined')
    const root = optional(flags, 'root')
    const given = root === undefined ? undefined : { roots: rootsIn(root), others: [] }
    let wrong: number
    if (file === undefined) {
      const trustOf = given === undefined ? await ownTrustOf(session) : async () => given
      const verify = flags['skip-files'] === true ? verifyStored : verifyWithFiles
      const outcomes = await verify(session, { only: document, trustOf })
      wrong = outcomes.BROKEN + outcomes['not proven']
    } else {
      const trail = readTrail(file)
      const verdict = verifyTrail(trail, given?.roots ?? [], given?.others)
      wrong = report(session, trail.document_id, verdict) === 'intact' ? 0 : 1
    }
    if (wrong > 0)
      throw new TrailFindings(`${wrong} of the checked trails were altered or are not proven`)
  },
}
