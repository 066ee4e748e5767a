/** The archive with its list of files signed by the service: nothing in it can be exchanged with the list made anew. */
import { sha256, signedData } from '../../pades/cms.ts'
import { OID } from '../../pades/oids.ts'
import type { Pki } from '../../pki/open.ts'
import { continuedZip, endedZip } from '../../zip/archive.ts'
import type { UnsignedEvidence } from './bundle.ts'
import { FILES } from './commands.ts'

/**
 * Signs the list of files under the seal and ends the archive. The time-stamp over it is the built-in authority's: whoever
 * steals the seal's key cannot sign for earlier, and downloading costs nobody a stamp.
 * @throws AppError `authority_unavailable`
 */
export async function signedEvidence(
  { zip, manifest }: UnsignedEvidence,
  pki: Pick<Pki, 'authority' | 'tsa'>,
  completedAt: string,
): Promise<Buffer> {
  const { signer } = await pki.authority.key('seal')
  const digest = sha256(Buffer.from(manifest))
  const certificates = [signer.certificate, ...signer.chain]
  const cms = await signedData(signer, { digest, contentType: OID.data, certificates })
  const files = [
    { name: FILES.manifestSignature, bytes: cms },
    { name: FILES.manifestStamp, bytes: await pki.tsa.stamp(sha256(cms)) },
  ]
  return endedZip(await continuedZip(files, new Date(completedAt), zip))
}
