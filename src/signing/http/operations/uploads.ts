/** The OpenAPI description of the calls about signers' files. */
import { Type } from 'typebox'
import type { FormSpec } from '../../../http/form-spec.ts'
import {
  describing,
  fileAnswer,
  formBody,
  jsonAnswer,
  jsonBody,
  problems,
  publicProblems,
} from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { KeptValuesSchema } from '../../model/schemas/fields.ts'
import { SignerFileSchema, UploadedFilesSchema } from '../../model/schemas/uploads.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import { FILE_KINDS } from '../../model/uploads.ts'

const page = describing('Signing page', { security: [] })
const token = Type.String({ description: 'From the link in the e-mail' })

/** The form in which a signer's page sends a file. */
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

/** What a signer filled in before. */
export const readValues = page('readValues', {
  summary: 'Read the values of the half-filled form',
  params: Type.Object({ token }),
  response: {
    200: jsonAnswer('The values that were saved last; none: nothing was', KeptValuesSchema),
    ...publicProblems(...CLOSED_LINK, 'verification_required'),
  },
})

/** Keeps what a signer has filled in so far. */
export const saveValues = page('saveValues', {
  summary: 'Save the values of the half-filled form',
  description: `They replace those saved before, need not be complete or right, and take at most ${INPUT_LIMITS.keptBytes / 1000} kB. They are stored encrypted, only the signer gets them back, after a code on whichever device, and they are removed once the signer has signed or the request has ended.`,
  params: Type.Object({ token }),
  body: jsonBody(KeptValuesSchema),
  response: {
    204: Type.Null({ description: 'Saved' }),
    ...publicProblems(
      ...CLOSED_LINK,
      'action_not_asked',
      'verification_required',
      'validation_failed',
      'unsupported_media_type',
    ),
  },
})

/** What a signer has uploaded. */
export const listUploads = page('listUploads', {
  summary: 'List the files that the signer has uploaded and not signed yet',
  params: Type.Object({ token }),
  response: {
    200: jsonAnswer('The files, by field', UploadedFilesSchema),
    ...publicProblems(...CLOSED_LINK, 'verification_required'),
  },
})

/** Uploads a file. */
export const uploadFile = page('uploadFile', {
  summary: 'Upload the file of a field, or replace it',
  description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB, told by its content. PDFs are kept as they are; of pictures everything but the pixels, their colours and their orientation is removed. Nothing is given to the sender before the signer signs.`,
  params: Type.Object({ token }),
  body: formBody('SignerFileForm', SIGNER_FILE_FORM),
  response: {
    200: jsonAnswer('The file as it is stored', SignerFileSchema),
    ...publicProblems(
      ...CLOSED_LINK,
      'action_not_asked',
      'verification_required',
      'validation_failed',
      'file_too_large',
      'unsupported_media_type',
      'image_invalid',
      'pdf_invalid',
      'pdf_encrypted',
      'render_limit_exceeded',
      'server_busy',
      'storage_unavailable',
      'shutting_down',
    ),
  },
})

/** Removes a file. */
export const removeUpload = page('removeUpload', {
  summary: 'Remove a file that is not signed yet',
  params: Type.Object({ token, fid: Type.String({ description: 'Id of the file' }) }),
  response: {
    204: Type.Null({ description: 'It is gone' }),
    ...publicProblems(...CLOSED_LINK, 'verification_required'),
  },
})

/** GET a file that a signer gave. */
export const getSignerFile = describing('Signatures', {})('getSignerFile', {
  summary: 'Download a file that a signer gave',
  description:
    'Its id is in the field of the signer (file), from the moment that the signer has signed. It comes from a stranger: open it as you would an attachment of an e-mail.',
  params: Type.Object({
    id: Type.String({ pattern: idPattern('doc') }),
    fid: Type.String({ pattern: idPattern('sfl'), description: 'Id of the file' }),
  }),
  response: {
    200: fileAnswer('The file', ...Object.keys(FILE_KINDS)),
    ...problems(
      'document_not_found',
      'document_erased',
      'signer_file_not_found',
      'validation_failed',
    ),
  },
})
