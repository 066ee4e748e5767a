/** `verify-audit`: checks every audit trail, or one, or one that was exported. */
import { readFileSync } from 'node:fs'
import { OWN_TRAIL, type Trails } from '../audit/trail.ts'
import { type TrailJson, trailJson } from '../audit/trail-json.ts'
import { type TrailVerdict, verifyTrail } from '../audit/verify-trail.ts'
import { testRoots } from '../authorities.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'
import { modeOf } from '../signing/erasure-store.ts'
import { type Command, optional, type Session, UsageError } from './command.ts'

/** A trail is not as it was written; the lines above say where. Exit code 1. */
export class TrailFaults extends Error {
  override readonly name = 'TrailFaults'
}

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g

function rootsIn(file: string): Certificate[] {
  const found = [...readFileSync(file, 'utf8').matchAll(PEM)]
  if (found.length === 0) throw new UsageError(`--root: ${file} holds no certificate in PEM`)
  return found.map(([, base64]) => parseCertificate(Buffer.from(base64 ?? '', 'base64')))
}

/** Roots that the stamps of a trail may lead to. */
type RootsOf = (trailId: string) => Promise<Certificate[]>

/** What test requests did is stamped by the authority whose name says TEST; nothing else may be. */
async function ownRootsOf(session: Session): Promise<RootsOf> {
  const [db, live] = [await session.database(), await ownRoots(session)]
  const test = await testRoots(session.config(), systemClock)
  return async (trailId) => ((await modeOf(db, trailId)) === 'test' ? [...live, ...test] : live)
}

/** The roots of this service's own authority; none before there is one. */
async function ownRoots(session: Session): Promise<Certificate[]> {
  const { authority } = await session.pki()
  await authority.start({ make: false })
  if (authority.state.status === 'failed') return []
  const keys = [...(await authority.keys()).values()]
  return keys.filter(({ facts }) => facts.role === 'root').map(({ facts }) => facts.certificate)
}

function readTrail(file: string): TrailJson {
  const trail = JSON.parse(readFileSync(file, 'utf8')) as TrailJson
  if (trail.format !== 'paraph-trail/1' || !Array.isArray(trail.entries))
    throw new UsageError(`--file: ${file} is no trail of the format paraph-trail/1`)
  return { ...trail, stamps: Array.isArray(trail.stamps) ? trail.stamps : [] }
}

/** Says what was found; answers whether the trail is whole. */
function report(
  session: Session,
  id: string,
  { faults, stamps, unstamped }: TrailVerdict,
): boolean {
  const stamped = `${stamps} time-stamps hold, ${unstamped} entries after the last one`
  session.out(`${faults.length === 0 ? 'whole ' : 'BROKEN'}  ${id}  (${stamped})`)
  for (const fault of faults) session.out(`        ${fault}`)
  return faults.length === 0
}

/** A row that cannot even be read is a fault of its trail, and no reason not to look at the others. */
async function verdictOf(trails: Trails, id: string, rootsOf: RootsOf): Promise<TrailVerdict> {
  try {
    const trail = await trails.read(id)
    if (trail !== undefined) return verifyTrail(trailJson(trail), await rootsOf(id))
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    return { faults: [`the trail cannot be read: ${why}`], stamps: 0, unstamped: 0 }
  }
  throw new UsageError(`--document: there is no trail ${id}`)
}

async function verifyStored(session: Session, only: string | undefined, rootsOf: RootsOf) {
  const trails = await session.trails()
  const ids = only === undefined ? await trails.list() : [only]
  let broken = 0
  for (const id of ids) {
    if (!report(session, id, await verdictOf(trails, id, rootsOf))) broken += 1
  }
  session.note(`${ids.length} trails checked, ${broken} broken.`)
  const erased = only === undefined ? await trails.erased() : 0
  if (erased > 0)
    session.note(`${erased} more were erased; the trail "${OWN_TRAIL}" names each with its head.`)
  return broken
}

/** The command. */
export const verifyAudit: Command = {
  usage: '[--document <id> | --file <trail.json>] [--root <root.pem>]',
  summary: 'Check audit trails: chain, numbering, time-stamps; exit code 1 when one was changed',
  help: [
    'Without flags every trail of the database is checked. Time-stamps must lead to the root certificate of this',
    'service or to those in --root. With --file and without --root only their signatures are checked.',
  ],
  options: {
    document: { type: 'string' },
    file: { type: 'string' },
    root: { type: 'string' },
  },
  async run(session, flags) {
    const [document, file] = [optional(flags, 'document'), optional(flags, 'file')]
    if (document !== undefined && file !== undefined)
      throw new UsageError('--document and --file exclude each other')
    const root = optional(flags, 'root')
    const given = root === undefined ? undefined : rootsIn(root)
    let broken = 0
    if (file === undefined)
      broken = await verifyStored(
        session,
        document,
        given === undefined ? await ownRootsOf(session) : async () => given,
      )
    else {
      const trail = readTrail(file)
      broken = report(session, trail.document_id, verifyTrail(trail, given ?? [])) ? 0 : 1
    }
    if (broken > 0)
      throw new TrailFaults(`${broken} of the trails checked are not as they were written`)
  },
}
