/** What the API says of requests with several files. */
import { Type } from 'typebox'
import { FILES_MAX } from '../files.ts'

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

/** The same for signers. */
export const SignerFilesListSchema = Type.Array(
  Type.Object(
    {
      number: Type.Integer({ minimum: 1, description: 'From 1; file_number of the file' }),
      filename: Type.String(),
      pages: Type.Integer({ minimum: 1 }),
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
