/** Checks a trail against every authority that may have time-stamped it. */
import type { KeyMode } from '../accounts/key-format.ts'
import type { TrailJson } from '../audit/trail-json.ts'
import type { TrailVerdict } from '../audit/verify-trail.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { Pki } from '../pki/open.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'

/** What it takes. */
export interface TrailJudge {
  pkiOf(mode: KeyMode): Pki
  /** Threads that check trails. */
  verifiers: Pick<VerifyPool, 'trail'>
}

/** Checks a trail in a thread. */
export async function judgeTrail(
  judge: TrailJudge,
  trail: TrailJson,
  mode: KeyMode,
): Promise<TrailVerdict> {
  const { between } = judge.pkiOf(mode)
  const roots = trail.stamps.length === 0 ? [] : await rootsOf(judge, mode)
  const known = roots.map(({ der }) => der)
  const others = between.map(({ der }) => der)
  return await judge.verifiers.trail(trail, known, others)
}

/** Every root that this service ever had, and those of external authorities. */
async function rootsOf({ pkiOf }: TrailJudge, mode: KeyMode): Promise<Certificate[]> {
  const { authority, trusted } = pkiOf(mode)
  const keys = [...(await authority.keys()).values()]
  const own = keys.filter(({ facts }) => facts.role === 'root')
  const { stampRoots } = await trusted()
  return [...own.map(({ facts }) => facts.certificate), ...stampRoots]
}
