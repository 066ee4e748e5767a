/**
 * Signatures in a file held by the document threads, while keys sign digests here, in the thread pool of node:crypto.
 * The file only grows, so its bytes are read once for all its digests, as long as the same thread holds it.
 */
import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../files/blob-store.ts'
import type { GrowableBuffer } from '../../kernel/bytes.ts'
import { toIso } from '../../kernel/clock.ts'
import { traced } from '../../kernel/trace.ts'
import { codeOf } from '../../kernel/type-guards.ts'
import type { Certificate } from '../../pades/certificate.ts'
import type { FileWork } from '../../pades/file-work.ts'
import { IncrementalSigner } from '../../pades/incremental-signer.ts'
import type { ValidationData } from '../../pades/ports.ts'
import type { Box } from '../../pdf/pages.ts'
import type { Pki } from '../../pki/open.ts'
import type { ExternalSeals } from '../../seals/service.ts'
import type { ProofContent } from '../documents/content-port.ts'
import type { DocumentPool } from '../documents/pool.ts'
import type { FileName, SignFieldInput, TrustedDer, ValidationResult } from '../documents/tasks.ts'
import type { Mark } from '../model/intent.ts'
import { nameOf } from '../model/people.ts'
import { fieldName } from '../model/placement.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'

/** Signs one file. */
export type FileSigner = IncrementalSigner<SignFieldInput>

const inThreads = (documents: DocumentPool, name: FileName): FileWork<SignFieldInput> => ({
  begin: (pdf, input) => documents.begin(pdf, input, name),
  beginStamp: (pdf, field) => documents.beginStamp(pdf, field, name),
  addData: (pdf, what) => documents.addData(pdf, what, name),
})

/**
 * Signs a file, which is transferred; its steps throw the same errors as the pool's: AppError
 * `render_limit_exceeded`, `server_busy`.
 */
export const fileSigner = (documents: DocumentPool, pdf: GrowableBuffer): FileSigner =>
  new IncrementalSigner(inThreads(documents, randomUUID()), pdf)

/** Signs a stored file. @throws AppError `file_damaged`, `storage_unavailable` */
export async function checkedFileSigner(
  { documents, blobs }: { documents: DocumentPool; blobs: BlobStore },
  sha256: string,
): Promise<FileSigner> {
  const name = randomUUID()
  const pdf = await blobs.read(sha256)
  const checked = await documents.check(pdf, sha256, name).catch(async (error) => {
    // The store looks itself, and reports the file.
    if (codeOf(error) === 'file_damaged') await blobs.get(sha256)
    throw error
  })
  return new IncrementalSigner(inThreads(documents, name), checked)
}

/**
 * What a validator needs for a signature by a key of another provider: of its certificate by its own authority, of the
 * time-stamp's by ours or that of its authority.
 */
export async function validationDataOf(
  file: FileSigner,
  { revocation }: Pki,
  chain: readonly Certificate[],
  collect: () => Promise<ValidationData>,
): Promise<ValidationData> {
  const outer = new Set(chain.map(({ fingerprint }) => fingerprint))
  const ours = file.certificates.filter(({ fingerprint }) => !outer.has(fingerprint))
  const [theirs, stamps] = await traced('signing.validation_data', () =>
    Promise.all([collect(), revocation.validationData(ours)]),
  )
  return {
    certificates: [...theirs.certificates, ...stamps.certificates],
    crls: [...theirs.crls, ...stamps.crls],
    ocsps: [...theirs.ocsps, ...stamps.ocsps],
  }
}

/** A certificate as rows name it. */
export const certificateFacts = (certificate: Certificate) => ({
  serial: certificate.serialHex,
  certificate_sha256: certificate.fingerprint,
  valid_from: toIso(certificate.notBeforeMs),
  valid_to: toIso(certificate.notAfterMs),
})

/** Our own validation of a signed file, which is transferred. */
export const validationOf = (
  documents: DocumentPool,
  { pdf }: FileSigner,
  trusted: TrustedDer,
  nowMs: number,
) => traced('signing.judge', () => documents.validate(pdf, trusted, nowMs))

/** The field of a signer. @param where `number`: of the signer's fields, from 1 */
export function fieldInput(
  content: ProofContent,
  subject: { request: RequestRow; signer: SignerRow; mark: Mark; box: Box },
  { number, certify, timeMs }: { number: number; certify: boolean; timeMs: number },
): SignFieldInput {
  const { request, signer, mark, box } = subject
  const test = request.mode === 'test'
  const seen = { requestId: request.id, signer, mark, at: toIso(timeMs), box, test }
  return {
    field: fieldName(request.id, signer.position, number),
    facts: { name: nameOf(signer), contact: signer.email, timeMs, certify },
    ...(box.width > 0 && { look: content.signature(seen) }),
  }
}

/** The level that every finished file must reach, as our validation names it. */
export const LEVEL = 'B-LTA'

/** The roots of an authority, those of external seals, and those of time-stamps alone, for a thread. */
export async function trustedOf(pki: Pki, externalSeals: ExternalSeals): Promise<TrustedDer> {
  const { roots, stampRoots } = await pki.trusted()
  const all = [...roots, ...(await externalSeals.anchors())]
  return { roots: all.map(({ der }) => der), stampRoots: stampRoots.map(({ der }) => der) }
}

/** Whether a signature field is one of a request: its name begins with the end of the id. */
const isOf = (id: string, field: string): boolean => field.startsWith(`${id.slice(-8)}-`)

/**
 * Why a file is not what it must be; empty when it is.
 * @param count signatures and time-stamps that bear the request's name, as many as must be there; undefined: any number
 */
export function ownFindings(
  validation: ValidationResult,
  { id, count }: { id: string; count?: number },
): string[] {
  const own = validation.signatures.filter(({ field }) => isOf(id, field))
  const isComplete = count === undefined ? own.length > 0 : own.length === count
  return [
    ...(isComplete ? [] : [`${own.length} of ${count ?? 'the'} signatures are there`]),
    ...own.filter(({ level }) => level !== LEVEL).map(({ field, level }) => `${field} is ${level}`),
    ...own.flatMap(({ problems }) => problems),
    ...validation.problems,
  ]
}
