/** What the API says of requests with several files. */
import { type Static, Type } from 'typebox'
import { FILES_MAX, type Files, ofSeveral } from '../files.ts'

/** The form part of the files after the first one. */
export const FILES_PART = {
  kind: 'file',
  repeatable: true,
  description: `PDFs after the first one, up to ${FILES_MAX - 1}: signed with it in one go, each with the signatures of all signers`,
  mediaType: 'application/pdf',
} as const

/** Which file something is in, in a response. */
export const FILE_NUMBER = {
  file_number: Type.Optional(Type.Integer({ description: 'Of several files; absent: the first' })),
}

/** Which of several files a download is about. */
export const FileQuerySchema = Type.Object(
  {
    file_number: Type.Optional(
      Type.Integer({ minimum: 1, maximum: FILES_MAX, description: 'Of several files. Default: 1' }),
    ),
  },
  { additionalProperties: false },
)

/** At the end of the file as it is served before it is sealed. */
export const ProofPagesSchema = Type.Integer({
  minimum: 0,
  description: 'The last pages of the file: the proof certificate is drawn there by the seal',
})

/** The same for signers. */
export const SignerFilesListSchema = Type.Array(
  Type.Object(
    {
      number: Type.Integer({ minimum: 1, description: 'From 1; file_number of the file' }),
      filename: Type.String(),
      pages: Type.Integer({ minimum: 1 }),
      proof_pages: ProofPagesSchema,
      sha256: Type.String({ description: 'SHA-256 of the file as it is served now' }),
      base_sha256: Type.String({
        description: 'SHA-256 of the file as it was laid out, before anyone signed',
      }),
    },
    { title: 'FileToSign' },
  ),
  { description: 'All files, where there are several: one signature signs them all' },
)

/** The files of a request that has several. */
export const DocumentFilesSchema = Type.Array(
  Type.Object(
    {
      number: Type.Integer({ description: 'From 1; file_number of downloads and fields' }),
      filename: Type.String(),
      pages: Type.Integer({ description: 'Of the upload' }),
      size_bytes: Type.Integer({ description: 'Of the upload' }),
      sha256: Type.String({ description: 'Of the upload' }),
      signed_sha256: Type.Optional(Type.String({ description: 'Of the finished file' })),
    },
    { title: 'DocumentFile' },
  ),
  { description: 'All files, where the request has several' },
)

/** The files of a request with several, for senders; nothing where there is one. */
export const filesJson = (request: Files): { files?: Static<typeof DocumentFilesSchema> } =>
  ofSeveral(request, (file) => ({
    number: file.number,
    filename: file.filename,
    pages: file.pages,
    size_bytes: file.original_bytes,
    sha256: file.original_sha256,
    ...(file.signed_sha256 !== null && { signed_sha256: file.signed_sha256 }),
  }))

/** The same for signers. */
export const filesSeen = (request: Files): { files?: Static<typeof SignerFilesListSchema> } =>
  ofSeveral(request, (file) => ({
    number: file.number,
    filename: file.filename,
    pages: file.pages,
    proof_pages: file.proof_pages,
    sha256: file.current_sha256 ?? file.original_sha256,
    base_sha256: file.laid_out_sha256 ?? file.original_sha256,
  }))
