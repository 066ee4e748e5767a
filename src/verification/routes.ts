/** POST /api/v1/verify. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { fileBytesMax } from '../accounts/plans.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { callsIn } from '../http/calls.ts'
import { passwordIn, readForm } from '../http/form.ts'
import { formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { invariant } from '../kernel/invariant.ts'
import words from './calls.json' with { type: 'json' }
import { VERIFY_FORM, VerificationSchema } from './schemas.ts'
import type { VerificationService } from './service.ts'

const verifyDocument = callsIn(words).callsOf('Signatures')('verifyDocument', {
  body: formBody('VerifyForm', VERIFY_FORM),
  response: { 200: jsonAnswer('The result', ref(VerificationSchema)) },
})

/** The call for programs. */
export const verificationRoutes: FastifyPluginAsyncTypebox<{
  verification: VerificationService
}> = async (app, { verification }) => {
  app.addSchema(VerificationSchema)
  const config = { access: { interface: 'signature', rate: 'checks' } } as const
  app.post('/api/v1/verify', { config, schema: verifyDocument }, async (request, reply) => {
    const bytes = fileBytesMax(callerOf(request).plan, 'signature')
    const limits = { fileBytesMax: bytes, textBytesMax: 1_024, formBytesMax: bytes }
    const form = await readForm(request, VERIFY_FORM, limits)
    const [file] = form.files.get('file') ?? []
    invariant(file !== undefined, 'the form requires its file')
    return verification.verify(
      { ...file, ...passwordIn(form) },
      await answerLanguage(request, reply),
    )
  })
}
