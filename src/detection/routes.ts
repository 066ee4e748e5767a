/** POST /detect-signature-fields. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { callsIn } from '../http/calls.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { passwordIn, readForm } from '../http/form.ts'
import { formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { invariant } from '../kernel/invariant.ts'
import words from './calls.json' with { type: 'json' }
import { DETECTION_FORM, DetectionSchema, toWire } from './schemas.ts'
import type { DetectionService } from './service.ts'

const detectSignatureFields = callsIn(words).callsOf('Documents')('detectSignatureFields', {
  body: formBody('DetectionForm', DETECTION_FORM),
  response: { 200: jsonAnswer('The pages and the fields on them', ref(DetectionSchema)) },
})

/** The detection call. */
export const detectionRoutes: FastifyPluginAsyncTypebox<{ detection: DetectionService }> = async (
  app,
  { detection },
) => {
  app.addSchema(DetectionSchema)
  app.post(
    '/detect-signature-fields',
    { config: { access: { interface: 'documents' } }, schema: detectSignatureFields },
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
