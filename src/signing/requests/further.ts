/** The files of an order after its first one: opened like it, with the places to sign in them. */
import type { BlobStore } from '../../files/blob-store.ts'
import { AppError, type Finding } from '../../kernel/errors.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { PdfFacts } from '../../pdf/facts.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import type { DocumentPool } from '../documents/pool.ts'
import type { Bytes } from '../documents/tasks.ts'
import { type Files, filesOf, type RequestFile } from '../further-files/file.ts'
import type { RequestOrder } from './order.ts'
import { type PlacementFinder, resolvePlacements, type SignerPlaces } from './placements.ts'

/** A further file of an order, opened. */
export interface OpenedFurther {
  upload: Uint8Array
  filename: string
  /** The working file. */
  pdf: Bytes
  facts: PdfFacts
  notices: readonly UploadNotice[]
  /** Where everybody signs in it. */
  places: readonly SignerPlaces[]
}

/** Runs work on a further file; what is wrong names that file. */
async function namingFile<Result>(
  { filename }: { filename: string },
  index: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const pointer = `/files/${index}`
    const named = ({ pointer: at = '/file', ...finding }: Finding): Finding => ({
      ...finding,
      pointer: at === '/file' ? pointer : at,
    })
    const { retryAfterSeconds } = error
    throw new AppError(error.code, `${pointer} (${filename}): ${error.message}`, {
      errors:
        error.errors.length > 0 ? error.errors.map(named) : [{ pointer, detail: error.message }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      cause: error,
    })
  }
}

/**
 * Opens the further files of an order, one after the other.
 * @throws AppError `pdf_*`; `validation_failed` also for tags of fields to fill in, which only the first file may have
 */
export async function openFurther(
  documents: Pick<DocumentPool, 'open'>,
  { further = [], signers }: RequestOrder,
  finderFor: (pdf: Uint8Array) => PlacementFinder,
): Promise<OpenedFurther[]> {
  const opened: OpenedFurther[] = []
  for (const [index, file] of further.entries())
    opened.push(
      await namingFile(file, index, async () => {
        const { pdf, facts, notices } = await documents.open(file.pdf)
        const places = await resolvePlacements(signers, facts, finderFor(pdf), index + 2)
        refuse(inputFaults(places))
        return { upload: file.pdf, filename: file.filename, pdf, facts, notices, places }
      }),
    )
  return opened
}

function inputFaults(places: readonly SignerPlaces[]): Finding[] {
  if (places.every(({ inputs }) => inputs.length === 0)) return []
  const detail =
    'It has tags of fields to fill in ({field:…}), which are possible in the first file only. Send that file first.'
  return [{ pointer: '/file', code: 'field_in_further_file', detail }]
}

/** The places of every signer in all files: those of the first file, then those of the others. */
export const inAllFiles = (
  first: readonly SignerPlaces[],
  further: readonly OpenedFurther[],
): SignerPlaces[] =>
  first.map(({ signatures, inputs }, signer) => ({
    inputs,
    signatures: [
      ...signatures,
      ...further.flatMap(({ places }) => places[signer]?.signatures ?? []),
    ],
  }))

/** Bytes of all files of an order. */
export const bytesOf = ({ pdf, further = [] }: RequestOrder): number =>
  further.reduce((sum, each) => sum + each.pdf.length, pdf.length)

/** The uploads of a request, in the order of its files. @throws AppError `storage_unavailable` */
export async function uploadsOf(
  blobs: Pick<BlobStore, 'get'>,
  request: Files,
): Promise<Uint8Array[]> {
  const uploads: Uint8Array[] = []
  for (const { original_sha256 } of filesOf(request)) uploads.push(await blobs.get(original_sha256))
  return uploads
}

/** Stores the further files of an order; what their rows say before the request is sent. */
export async function keepFurther(
  opened: readonly OpenedFurther[],
  save: (bytes: Uint8Array) => Promise<string>,
): Promise<RequestFile[]> {
  const rows: RequestFile[] = []
  for (const each of opened) rows.push(furtherRow(each, await save(each.upload)))
  return rows
}

/** What is stored of a further file before the request is sent. */
const furtherRow = (file: OpenedFurther, sha256: string): RequestFile => ({
  filename: file.filename,
  original_sha256: sha256,
  original_bytes: file.upload.length,
  pages: file.facts.pages.length,
  upload_notices: file.notices,
  laid_out_sha256: null,
  current_sha256: null,
  signed_sha256: null,
  proof_pages: 0,
})
