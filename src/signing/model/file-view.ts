/** The files of a request with several, as the API returns them; nothing where there is one. */
import type { Static } from 'typebox'
import { type Files, ofSeveral } from './files.ts'
import type { DocumentFilesSchema, SignerFilesListSchema } from './schemas/files.ts'

/** For senders. */
export const filesJson = (request: Files): { files?: Static<typeof DocumentFilesSchema> } =>
  ofSeveral(request, (file) => ({
    number: file.number,
    filename: file.filename,
    pages: file.pages,
    size_bytes: file.original_bytes,
    sha256: file.original_sha256,
    ...(file.signed_sha256 !== null && { signed_sha256: file.signed_sha256 }),
  }))

/** For signers. */
export const filesSeen = (request: Files): { files?: Static<typeof SignerFilesListSchema> } =>
  ofSeveral(request, (file) => ({
    number: file.number,
    filename: file.filename,
    pages: file.pages,
    sha256: file.current_sha256 ?? file.original_sha256,
    base_sha256: file.laid_out_sha256 ?? file.original_sha256,
  }))
