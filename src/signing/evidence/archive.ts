/** The archive, with its file list signed by the service: nobody can replace a file and rebuild the list. */
import { digestWith } from '../../pades/algorithms.ts'
import { sha256, signedData } from '../../pades/cms.ts'
import { OID } from '../../pades/oids.ts'
import type { Pki } from '../../pki/open.ts'
import { continuedZip, endedZip } from '../../zip/archive.ts'
import type { UnsignedEvidence } from './bundle.ts'
import { FILES } from './commands.ts'

/**
 * Signs the file list with the seal and finishes the archive. The time-stamp over it is the built-in authority's:
 * a stolen seal key cannot backdate a signature, and a download uses up no paid time-stamp.
 * @throws AppError `authority_unavailable`
 */
export async function signedEvidence(
  { zip, manifest }: UnsignedEvidence,
  pki: Pick<Pki, 'authority' | 'tsa'>,
  completedAt: string,
): Promise<Buffer> {
  const { signer } = await pki.authority.key('seal')
  const digest = digestWith(signer.algorithm?.digest ?? 'sha256', Buffer.from(manifest))
  const certificates = [signer.certificate, ...signer.chain]
  const cms = await signedData(signer, { digest, contentType: OID.data, certificates })
  const files = [
    { name: FILES.manifestSignature, bytes: cms },
    { name: FILES.manifestStamp, bytes: await pki.tsa.stamp(sha256(cms)) },
  ]
  return endedZip(await continuedZip(files, new Date(completedAt), zip))
}
