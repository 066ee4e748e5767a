/** Assembles verification from the authority and the operator's folder of roots. */

import type { Clock } from '../kernel/clock.ts'
import { isSelfSigned } from '../pades/certificate.ts'
import type { Authority } from '../pki/authority.ts'
import { readCertificateFolder, TrustError } from '../pki/certificate-folder.ts'
import { type IssuedFiles, VerificationService } from './service.ts'
import type { VerifyPool } from './verify-pool.ts'

/**
 * DER of every root in the folder; files of other kinds are ignored.
 * @param folder if empty, there are none
 * @throws TrustError naming the file, also for a certificate that is not self-signed
 */
const readTrustFolder = (folder: string): Buffer[] =>
  readCertificateFolder(folder).map(({ file, certificate }) => {
    if (isSelfSigned(certificate)) return certificate.der
    throw new TrustError(`${file} contains a certificate that is not a root: it is not self-signed`)
  })

/** Roots of our authority, including retired ones: what they signed must remain valid. */
async function ownRoots(authority: Authority): Promise<Buffer[]> {
  if (authority.state.status !== 'ready') return []
  return (await authority.roots()).map(({ der }) => der)
}

/**
 * Creates the service.
 * @throws TrustError for a file in the folder that is not a root certificate
 */
export function openVerification(parts: {
  threads: Pick<VerifyPool, 'verify'>
  clock: Clock
  authority: Authority
  /** Folder of further roots; if empty, there are none. */
  trustDir: string
  /** DER of the roots of external time-stamping authorities: not trusted for document signatures. */
  stampRoots?: readonly Buffer[]
  known?: IssuedFiles
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
