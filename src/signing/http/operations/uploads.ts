/** The OpenAPI description of the calls about signers' files. */
import { Type } from 'typebox'
import type { FormSpec } from '../../../http/form-spec.ts'
import { fileAnswer, formBody, jsonAnswer, jsonBody } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { KeptValuesSchema } from '../../model/schemas/fields.ts'
import { SignerFileSchema, UploadedFilesSchema } from '../../model/schemas/uploads.ts'
import { FILE_KINDS } from '../../model/uploads.ts'
import { ACCESS, tableOf } from './calls.ts'

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

/** Size limits of that form, with room for its other part and the boundaries. */
export const SIGNER_FILE_LIMITS = {
  fileBytesMax: INPUT_LIMITS.fileBytes,
  textBytesMax: 1_024,
  formBytesMax: INPUT_LIMITS.fileBytes + 4_096,
}

/** See calls.json. */
export const operations = {
  ...tableOf('Signing page', { config: ACCESS.link, params: Type.Object({ token }) })({
    readValues: {
      response: {
        200: jsonAnswer('The values that were saved last; none: nothing was', KeptValuesSchema),
      },
    },
    saveValues: {
      description: `They replace those saved before, need not be complete or right, and take at most ${INPUT_LIMITS.keptBytes / 1000} kB. They are stored encrypted, only the signer gets them back, after a code on whichever device, and they are removed once the signer has signed or the request has ended.`,
      body: jsonBody(KeptValuesSchema),
      response: { 204: Type.Null({ description: 'Saved' }) },
    },
    listUploads: { response: { 200: jsonAnswer('The files, by field', UploadedFilesSchema) } },
    uploadFile: {
      config: { ...ACCESS.link, anonymousBytesMax: SIGNER_FILE_LIMITS.formBytesMax },
      description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB, told by its content. PDFs are kept as they are; of pictures everything but the pixels, their colours and their orientation is removed. Nothing is given to the sender before the signer signs.`,
      body: formBody('SignerFileForm', SIGNER_FILE_FORM),
      response: { 200: jsonAnswer('The file as it is stored', SignerFileSchema) },
    },
  }),
  ...tableOf('Signing page', { config: ACCESS.link })({
    removeUpload: {
      params: Type.Object({ token, fid: Type.String({ description: 'Id of the file' }) }),
      response: { 204: Type.Null({ description: 'It is gone' }) },
    },
  }),
  ...tableOf('Signatures', { config: ACCESS.reading })({
    getSignerFile: {
      params: Type.Object({
        id: Type.String({ pattern: idPattern('doc') }),
        fid: Type.String({ pattern: idPattern('sfl'), description: 'Id of the file' }),
      }),
      response: { 200: fileAnswer('The file', ...Object.keys(FILE_KINDS)) },
    },
  }),
}
