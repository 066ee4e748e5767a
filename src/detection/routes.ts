/** POST /detect-signature-fields. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { passwordIn, readForm } from '../http/form.ts'
import { formBody, jsonAnswer, problems, ref } from '../http/schemas.ts'
import { invariant } from '../kernel/invariant.ts'
import { DETECTION_FORM, DetectionSchema, toWire } from './schemas.ts'
import type { DetectionService } from './service.ts'

const operation = {
  operationId: 'detectSignatureFields',
  tags: ['Documents'],
  summary: 'Find where a document is to be signed',
  description:
    'Finds tags such as `{signature:signer1}` or `{{signature:buyer:60mm:20mm}}`, empty form fields, and words that ask for a signature, initials, a date or a name (French and English) with the room near them. Rectangles are in points from the top left of the page as seen, ready for `fields` of a signature request. A Word template is filled with sample data first. Scans have no text and give no fields. Costs no document and stores nothing.',
  body: formBody('DetectionForm', DETECTION_FORM),
  response: {
    200: jsonAnswer('The pages and the fields on them', ref(DetectionSchema)),
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'validation_failed',
      'pdf_invalid',
      'pdf_encrypted',
      'pdf_not_signable',
      'template_not_docx',
      'template_unsafe',
      'template_too_complex',
      'template_invalid',
      'render_limit_exceeded',
      'render_failed',
      'renderer_unavailable',
    ),
  },
}

/** The detection call. */
export const detectionRoutes: FastifyPluginAsyncTypebox<{ detection: DetectionService }> = async (
  app,
  { detection },
) => {
  app.addSchema(DetectionSchema)
  app.post(
    '/detect-signature-fields',
    { config: { access: { interface: 'documents' } }, schema: operation },
    async (request, reply) => {
      const caller = callerOf(request)
      const form = await readForm(request, DETECTION_FORM, formLimits(caller.plan))
      const file = form.files.get('file')?.[0]
      invariant(file !== undefined, 'the form has its required part')
      const given = { ...file, ...passwordIn(form) }
      return toWire(await detection.detect(given, caller, clientAbortSignal(reply)))
    },
  )
}
