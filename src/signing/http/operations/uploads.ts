/** The OpenAPI description of the calls about signers' files. */
import { Type } from 'typebox'
import type { FormSpec } from '../../../http/form-spec.ts'
import { fileAnswer, formBody, jsonAnswer, jsonBody } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { KeptValuesSchema } from '../../model/schemas/fields.ts'
import { SignerFileSchema, UploadedFilesSchema } from '../../model/schemas/uploads.ts'
import { FILE_KINDS } from '../../model/uploads.ts'
import { callsOf } from './calls.ts'

const page = callsOf('Signing page', 'public')
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
  params: Type.Object({ token }),
  response: {
    200: jsonAnswer('The values that were saved last; none: nothing was', KeptValuesSchema),
  },
})

/** Keeps what a signer has filled in so far. */
export const saveValues = page('saveValues', {
  description: `They replace those saved before, need not be complete or right, and take at most ${INPUT_LIMITS.keptBytes / 1000} kB. They are stored encrypted, only the signer gets them back, after a code on whichever device, and they are removed once the signer has signed or the request has ended.`,
  params: Type.Object({ token }),
  body: jsonBody(KeptValuesSchema),
  response: {
    204: Type.Null({ description: 'Saved' }),
  },
})

/** What a signer has uploaded. */
export const listUploads = page('listUploads', {
  params: Type.Object({ token }),
  response: { 200: jsonAnswer('The files, by field', UploadedFilesSchema) },
})

/** Uploads a file. */
export const uploadFile = page('uploadFile', {
  description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB, told by its content. PDFs are kept as they are; of pictures everything but the pixels, their colours and their orientation is removed. Nothing is given to the sender before the signer signs.`,
  params: Type.Object({ token }),
  body: formBody('SignerFileForm', SIGNER_FILE_FORM),
  response: { 200: jsonAnswer('The file as it is stored', SignerFileSchema) },
})

/** Removes a file. */
export const removeUpload = page('removeUpload', {
  params: Type.Object({ token, fid: Type.String({ description: 'Id of the file' }) }),
  response: {
    204: Type.Null({ description: 'It is gone' }),
  },
})

/** GET a file that a signer gave. */
export const getSignerFile = callsOf('Signatures')('getSignerFile', {
  params: Type.Object({
    id: Type.String({ pattern: idPattern('doc') }),
    fid: Type.String({ pattern: idPattern('sfl'), description: 'Id of the file' }),
  }),
  response: { 200: fileAnswer('The file', ...Object.keys(FILE_KINDS)) },
})
