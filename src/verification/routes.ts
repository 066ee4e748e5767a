/** POST /api/v1/verify. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { fileBytesMax } from '../accounts/plans.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { passwordIn, readForm } from '../http/form.ts'
import { formBody, jsonAnswer, problems, ref } from '../http/schemas.ts'
import { invariant } from '../kernel/invariant.ts'
import { VERIFY_FORM, VerificationSchema } from './schemas.ts'
import type { VerificationService } from './service.ts'

const verifyDocument = {
  operationId: 'verifyDocument',
  tags: ['Signatures'],
  summary: 'Verify the signatures of a PDF',
  description:
    'Verifies any PDF, from this service or not: every signature with its chain, level and time, and any later changes. ' +
    'A file without signatures gets a result too. Nothing is stored.',
  body: formBody('VerifyForm', VERIFY_FORM),
  response: {
    200: jsonAnswer('The result', ref(VerificationSchema)),
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'validation_failed',
      'pdf_invalid',
      'pdf_encrypted',
      'render_limit_exceeded',
    ),
  },
}

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
