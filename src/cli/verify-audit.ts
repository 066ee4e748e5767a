/** `verify-audit`: checks every audit trail, or one, or one that was exported. */
import { readFileSync } from 'node:fs'
import { testRoots, trustedOutside } from '../app/authorities.ts'
import { OWN_TRAIL, type Trails } from '../audit/trail.ts'
import { type TrailJson, type TrailVerdict, trailJson, verifyTrail } from '../audit/verify-trail.ts'
import type { Db } from '../database/open.ts'
import { organisationOf } from '../identity/log-chain.ts'
import { checkLog, findingSentence } from '../identity/log-check.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'
import { modeOf } from '../signing/store/erasure.ts'
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

/** Roots that the stamps of a trail may chain to, and intermediates. */
interface Trust {
  roots: readonly Certificate[]
  others: readonly Certificate[]
}
type TrustOf = (trailId: string) => Promise<Trust>

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
async function ownTrust(session: Session): Promise<Trust> {
  const { authority } = await session.pki()
  const outside = trustedOutside(session.config().tsa)
  await authority.start({ make: false })
  if (authority.state.status === 'failed') return outside
  const keys = [...(await authority.keys()).values()].map(({ facts }) => facts)
  const own = keys.filter(({ role }) => role === 'root').map(({ certificate }) => certificate)
  return { ...outside, roots: [...own, ...outside.roots] }
}

function readTrail(file: string): TrailJson {
  const trail = JSON.parse(readFileSync(file, 'utf8')) as TrailJson
  if (trail.format !== 'paraph-trail/1' || !Array.isArray(trail.entries))
    throw new UsageError(`--file: ${file} is not an audit trail in the format paraph-trail/1`)
  return { ...trail, stamps: Array.isArray(trail.stamps) ? trail.stamps : [] }
}

/**
 * Reports the result; returns whether the trail is intact and, where required, proved.
 * @param alone the trail came as a file: only its time-stamps prove that it is the one that was written
 */
function report(
  session: Session,
  id: string,
  { findings, stamps, unstamped, unproved }: TrailVerdict,
  { alone }: { alone: boolean },
): boolean {
  const stamped = `${stamps} valid time-stamps, ${unstamped} entries after the last one`
  if (alone && findings.length === 0 && unproved !== undefined) {
    session.out(`not proven  ${id}  (${stamped})`)
    session.out(`        ${unproved}`)
    return false
  }
  session.out(`${findings.length === 0 ? 'intact' : 'BROKEN'}  ${id}  (${stamped})`)
  for (const finding of findings) session.out(`        ${finding}`)
  return findings.length === 0
}

const verdictFor = (trail: TrailJson, { roots, others }: Trust): TrailVerdict =>
  verifyTrail(trail, roots, others)

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
async function verdictOf(
  { db, trails }: { db: Db; trails: Trails },
  id: string,
  trustOf: TrustOf,
): Promise<TrailVerdict> {
  try {
    const trail = await trails.read(id)
    if (trail !== undefined) {
      const verdict = verdictFor(trailJson(trail), await trustOf(id))
      return { ...verdict, findings: [...verdict.findings, ...(await logFindings(db, trails, id))] }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    const findings = [`the trail cannot be read: ${why}`]
    return { findings, stamps: 0, unstamped: 0, unproved: undefined }
  }
  throw new UsageError(`--document: there is no audit trail ${id}`)
}

/** Checks the trails in the database, or one of them. @returns how many are broken */
async function verifyStored(
  session: Session,
  only: string | undefined,
  trustOf: TrustOf,
): Promise<number> {
  const [db, trails] = [await session.database(), await session.trails()]
  const ids = only === undefined ? await trails.list() : [only]
  let broken = 0
  for (const id of ids) {
    if (!report(session, id, await verdictOf({ db, trails }, id, trustOf), { alone: false }))
      broken += 1
  }
  session.note(`${ids.length} trails checked, ${broken} broken.`)
  const erased = only === undefined ? await trails.erased() : 0
  if (erased > 0)
    session.note(
      `${erased} more were erased; the trail "${OWN_TRAIL}" records the head hash of each.`,
    )
  return broken
}

/** Checks every trail in the database against this service's own authorities. @returns how many are broken */
export const verifyOwnTrails = async (session: Session): Promise<number> =>
  verifyStored(session, undefined, await ownTrustOf(session))

/** The command. */
export const verifyAudit: Command = {
  usage: '[--document <id> | --file <trail.json>] [--root <root.pem>]',
  summary:
    'Verify audit trails: chain, numbering, time-stamps; exit code 1 if one was altered or is not proven',
  help: [
    'Without flags, every trail in the database is checked, and the logs of organisations against theirs. Time-stamps must chain to the root certificate of this',
    'service, to those of the external authorities it uses, or to those given with --root. A trail in a file is not',
    'proven without --root, or without a time-stamp over its last signature: anyone could have written it.',
  ],
  options: {
    document: { type: 'string' },
    file: { type: 'string' },
    root: { type: 'string' },
  },
  async run(session, flags) {
    const [document, file] = [optional(flags, 'document'), optional(flags, 'file')]
    if (document !== undefined && file !== undefined)
      throw new UsageError('--document and --file cannot be combined')
    const root = optional(flags, 'root')
    const given = root === undefined ? undefined : { roots: rootsIn(root), others: [] }
    let broken = 0
    if (file === undefined)
      broken = await verifyStored(
        session,
        document,
        given === undefined ? await ownTrustOf(session) : async () => given,
      )
    else {
      const trail = readTrail(file)
      const verdict = verdictFor(trail, given ?? { roots: [], others: [] })
      broken = report(session, trail.document_id, verdict, { alone: true }) ? 0 : 1
    }
    if (broken > 0)
      throw new TrailFindings(`${broken} of the checked trails were altered or are not proven`)
  },
}
