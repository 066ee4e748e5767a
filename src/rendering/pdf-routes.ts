/** POST /pdf. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { readForm } from '../http/form.ts'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { formBody, ref } from '../http/schemas.ts'
import { PublishedStep, STEP_LIMITS } from '../pdf/steps/model.ts'
import { documentCall, renderedFile } from './answer.ts'
import { answerCall } from './batch-routes.ts'
import type { Deferred } from './deferred.ts'
import { acceptedAnswer, preferHeader } from './deferred-schemas.ts'
import { stepsInput, ZIP } from './pdf-steps.ts'
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

const operation = documentCall('editPdf', {
  headers: preferHeader,
  body: formBody('PdfForm', PDF_FORM),
  response: {
    200: renderedFile('The PDF, or the archive of its parts', FORMATS.pdf.mediaType, ZIP.mediaType),
    ...acceptedAnswer,
  },
})

/** The call for steps around a PDF. */
export const pdfRoutes: FastifyPluginAsyncTypebox<{ deferred: Deferred }> = async (
  app,
  { deferred },
) => {
  app.post(
    '/pdf',
    {
      config: { access: { interface: 'documents', metered: 'documents' } },
      schema: operation,
    },
    async (request, reply) => {
      const limits = { ...formLimits(callerOf(request).plan), filesMax: FILES_COUNTED }
      const input = stepsInput(await readForm(request, PDF_FORM, limits))
      return answerCall({ request, reply }, deferred, 'editPdf', input)
    },
  )
}
