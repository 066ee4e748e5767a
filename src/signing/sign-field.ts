/**
 * One signature with its validation data (level B-LT), made between two threads: the file is worked on by the
 * threads for documents, the key signs a digest here, in the thread pool of node:crypto.
 */
import { traced } from '../kernel/trace.ts'
import { closeSignature, contentsIn } from '../pades/open-signature.ts'
import type { RevocationSource, Signer, TimestampSource } from '../pades/ports.ts'
import { signDigest } from '../pades/sign.ts'
import type { DocumentPool } from './documents/pool.ts'
import type { Bytes, FieldOrder } from './documents/tasks.ts'

/** Signs into a field of a file, which is handed over. */
export async function signField(
  pdf: Uint8Array,
  { order, signer }: { order: FieldOrder; signer: Signer },
  ports: { documents: DocumentPool; timestamps: TimestampSource; revocation: RevocationSource },
): Promise<Bytes> {
  const { documents, timestamps, revocation } = ports
  const open = await traced('signing.field', () => documents.begin(pdf, order))
  // With the time-stamp over it, which an authority outside may take its time for.
  const sign = () => signDigest(open.digest, signer, timestamps)
  const { cms, certificates } = await traced('signing.digest', sign)
  // After the signature, while its certificate is valid: the lists must be younger than it.
  const lookUp = () => revocation.validationData(certificates)
  const data = await traced('signing.validation_data', lookUp)
  const closed = closeSignature(open.pdf, open.hole, cms)
  const add = () => documents.addData(closed, data, contentsIn(closed, open.hole))
  return await traced('signing.append', add)
}
