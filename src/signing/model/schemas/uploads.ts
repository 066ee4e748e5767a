/** Wire shapes of signers' files. */
import { type Static, Type } from 'typebox'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { FILE_KINDS, type FileKind } from '../uploads.ts'

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
