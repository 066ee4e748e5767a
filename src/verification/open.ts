/** Puts verification together over the authority and the operator's folder of roots. */
import type { Clock } from '../kernel/clock.ts'
import type { Authority } from '../pki/authority.ts'
import type { KnownFiles } from './ports.ts'
import { VerificationService } from './service.ts'
import { readTrustFolder } from './trust.ts'
import type { VerifyPool } from './verify-pool.ts'

/** Roots of our authority, the retired ones too: what they signed still has to hold. */
async function ownRoots(authority: Authority): Promise<Buffer[]> {
  if (authority.state.status !== 'ready') return []
  const roots = [...(await authority.keys()).values()].filter(({ facts }) => facts.role === 'root')
  return roots.map(({ facts }) => facts.certificate.der)
}

/**
 * Makes the service.
 * @throws TrustFault for a file in the folder that is no root certificate
 */
export function openVerification(parts: {
  threads: Pick<VerifyPool, 'verify'>
  clock: Clock
  authority: Authority
  /** Folder of further roots; empty: none. */
  trustDir: string
  /** DER of the roots of time-stamping authorities outside: nobody signs documents below them. */
  stampRoots?: readonly Buffer[]
  known?: KnownFiles
}): VerificationService {
  const { threads, clock, authority, trustDir, stampRoots = [], known } = parts
  return new VerificationService({
    threads,
    clock,
    ownRoots: () => ownRoots(authority),
    trusted: readTrustFolder(trustDir),
    stampRoots,
    ...(known !== undefined && { known }),
  })
}
