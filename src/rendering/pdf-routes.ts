/** POST /pdf. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { readForm } from '../http/form.ts'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { formBody, problems, ref } from '../http/schemas.ts'
import { PublishedStep, STEP_LIMITS } from '../pdf/steps/model.ts'
import { renderedFile, sendFile } from './answer.ts'
import { type PdfSteps, stepsInput, ZIP } from './pdf-steps.ts'
import { FORMATS } from './schemas.ts'

const PDF_FORM = {
  files: {
    kind: 'file',
    required: true,
    repeatable: true,
    description: `the PDF, then other PDFs, pictures and attachments that steps name by file name; at most ${STEP_LIMITS.files}`,
  },
  steps: {
    kind: 'text-or-file',
    required: true,
    description: `JSON array of steps, done in their order; at most ${STEP_LIMITS.steps}`,
    mediaType: 'application/json',
    holds: Type.Array(ref(PublishedStep)),
  },
  password: {
    kind: 'text',
    description: 'password of the PDFs that open with one only',
    limits: { maxLength: PASSWORD_CHARACTERS_MAX },
  },
  output_filename: {
    kind: 'text',
    description: 'name of the file in the response',
    limits: { minLength: 1, maxLength: 200 },
  },
} as const satisfies FormSpec

/** Files that are counted, so that a call with too many learns how many it had. */
const FILES_COUNTED = 1_000

const operation = {
  operationId: 'editPdf',
  tags: ['Documents'],
  summary: 'Merge, split, stamp, number, attach, encrypt and more, in one call',
  description:
    'Does an ordered list of steps on PDFs: merge, append, pages, split, rotate, stamp, page_numbers, attach, flatten, metadata, compress, encrypt. The first file is the document. Bookmarks, form fields, layers, attachments and tags are kept on merge; PDF/A and PDF/UA stay what they claim to be, or a step that would break the claim of a PDF/A is refused. Damaged files are repaired; signed ones are refused by name. Returns a PDF, after a split a zip archive. Counts as one document. Nothing is stored.',
  body: formBody('PdfForm', PDF_FORM),
  response: {
    200: renderedFile('The PDF, or the archive of its parts', FORMATS.pdf.mediaType, ZIP.mediaType),
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'json_invalid',
      'data_invalid',
      'validation_failed',
      'pdf_invalid',
      'pdf_encrypted',
      'pdf_signed',
      'image_invalid',
      'render_limit_exceeded',
      'render_failed',
      'quota_exceeded',
    ),
  },
}

/** The call for steps around a PDF. */
export const pdfRoutes: FastifyPluginAsyncTypebox<{ steps: PdfSteps }> = async (app, { steps }) => {
  app.addSchema(PublishedStep)
  app.post(
    '/pdf',
    {
      config: { access: { interface: 'documents', metered: 'documents' } },
      schema: operation,
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const limits = { ...formLimits(caller.plan), filesMax: FILES_COUNTED }
      const input = stepsInput(await readForm(request, PDF_FORM, limits))
      return sendFile(reply, await steps.run(caller, input))
    },
  )
}
