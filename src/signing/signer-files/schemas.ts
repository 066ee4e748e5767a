/** Wire shapes of signers' files. */
import { type Static, Type } from 'typebox'
import type { FormSpec } from '../../http/form.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { FILE_KINDS, type FileKind } from './file.ts'

/** What is said of a file. */
export const SignerFileSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({
      maxLength: INPUT_LIMITS.fileName,
      description: 'The name on the signer’s device, with the extension of what the file is',
    }),
    media_type: Type.Enum(Object.keys(FILE_KINDS) as FileKind[], { title: 'SignerFileType' }),
    size: Type.Integer({ minimum: 1, description: 'Bytes' }),
    sha256: Type.String({
      description:
        'Of the file as it is stored: a PDF as it was uploaded, a picture without its metadata',
    }),
  },
  { title: 'SignerFile', description: 'What a signer gave for a field of type file' },
)

/** What a signer has uploaded and not signed yet. */
export const UploadedFilesSchema = Type.Object(
  {
    files: Type.Array(
      Type.Object(
        { field: Type.String({ description: 'Name of the field' }), file: SignerFileSchema },
        { title: 'UploadedFile' },
      ),
    ),
  },
  { title: 'UploadedFiles' },
)
/** See {@link UploadedFilesSchema}. */
export type UploadedFiles = Static<typeof UploadedFilesSchema>

/** Form with a file. */
export const SIGNER_FILE_FORM = {
  field: {
    kind: 'text',
    required: true,
    description: 'Name of the field',
    limits: { minLength: 1, maxLength: INPUT_LIMITS.name },
  },
  file: {
    kind: 'file',
    required: true,
    description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB`,
    mediaType: 'application/octet-stream',
  },
} as const satisfies FormSpec
