/** The steps of a signature one at a time, by the code that signs in production, each leaving the file before as it is. */
import { asBuffer, growableCopy } from '../../src/kernel/bytes.ts'
import type { Certificate } from '../../src/pades/certificate.ts'
import { workHere } from '../../src/pades/file-work.ts'
import { IncrementalSigner } from '../../src/pades/incremental-signer.ts'
import type { FieldToSign } from '../../src/pades/open-signature.ts'
import type { RevocationSource, Signer, TimestampSource } from '../../src/pades/ports.ts'

export interface SigningPorts {
  timestamps: TimestampSource
  revocation: RevocationSource
}

interface SignatureOrder extends FieldToSign {
  signer: Signer
}

type LocalSigner = IncrementalSigner<FieldToSign>

const signerOf = (pdf: Uint8Array): LocalSigner =>
  new IncrementalSigner(workHere(), growableCopy(pdf))

const copyOf = (file: LocalSigner): Buffer => asBuffer(file.pdf.slice())

/** A file that was signed; {@link addLongTermData} can go on with it once. */
export interface Signed {
  file: LocalSigner
  pdf: Buffer
  certificates: readonly Certificate[]
}

/** Level B-T. */
export async function sign(
  pdf: Uint8Array,
  { signer, ...order }: SignatureOrder,
  timestamps: TimestampSource,
): Promise<Signed> {
  const file = signerOf(pdf)
  const digest = signer.algorithm?.digest ?? 'sha256'
  await file.sign({ digest, ...order }, { signer, timestamps })
  return { file, pdf: copyOf(file), certificates: file.certificates }
}

/** Level B-LT. */
export async function addLongTermData(
  { file }: Signed,
  revocation: RevocationSource,
): Promise<Buffer> {
  await file.addValidationData(await revocation.validationData(file.certificates))
  return copyOf(file)
}

/** Signs to level B-LT: what each signer's act does. */
export const signLongTerm = async (
  pdf: Uint8Array,
  order: SignatureOrder,
  ports: SigningPorts,
): Promise<Buffer> => addLongTermData(await sign(pdf, order, ports.timestamps), ports.revocation)

/** Level B-LTA, or its renewal, for which the certificate of the time-stamp before is proven first. */
export async function addArchiveTimestamp(
  pdf: Uint8Array,
  { timestamps, revocation }: SigningPorts,
  earlier: readonly Certificate[] = [],
  field?: string,
): Promise<Buffer> {
  const file = signerOf(pdf)
  if (earlier.length > 0) await file.addValidationData(await revocation.validationData(earlier))
  await file.stamp(field, timestamps)
  return copyOf(file)
}
