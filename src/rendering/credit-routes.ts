/** POST /facturx/credit-note. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { fileAnswer, formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { invoiceCall, warningHeaders } from './answer.ts'
import { answerCall } from './batch-routes.ts'
import { creditRequestOf } from './credit-input.ts'
import type { CreditNotes } from './credit-notes.ts'
import { CREDIT_FORM } from './credit-schemas.ts'
import type { Deferred } from './deferred.ts'
import { acceptedAnswer, preferHeader } from './deferred-schemas.ts'
import { FacturxReportSchema } from './facturx-schemas.ts'
import { formOf } from './input-parts.ts'
import { FORMATS } from './schemas.ts'

// The answer of the calls that make an electronic invoice.

/** Headers of the file, for the description. */
export const facturxHeaders = {
  'X-Facturx-Profile': Type.String({ description: 'Profile of the XML, as in XMP' }),
  'X-Facturx-Version': Type.String({ description: 'Version of Factur-X' }),
  'X-Facturx-Warnings': Type.Integer({
    description: 'Number of warnings; POST /validate-facturx lists them',
  }),
  ...warningHeaders,
  'Server-Timing': Type.String({
    description: 'Duration of rules, merge, queue, convert and embed, in milliseconds',
  }),
}

const creditNote = invoiceCall('createCreditNote', {
  headers: preferHeader,
  body: formBody('CreditNoteForm', CREDIT_FORM),
  response: {
    200: {
      description: 'The credit note',
      content: {
        ...fileAnswer('', FORMATS.pdf.mediaType).content,
        ...jsonAnswer('', ref(FacturxReportSchema)).content,
      },
      headers: facturxHeaders,
    },
    ...acceptedAnswer,
  },
})

/** The route of credit notes; the schemas it refers to belong to the Factur-X calls. */
export const creditRoutes: FastifyPluginAsyncTypebox<{
  credits: CreditNotes
  deferred: Deferred
}> = async (app, { credits, deferred }) => {
  app.post(
    '/facturx/credit-note',
    {
      config: { access: { interface: 'documents', metered: 'documents' } },
      schema: creditNote,
    },
    async (request, reply) => {
      const input = creditRequestOf(await formOf(request, CREDIT_FORM))
      if (input.format !== 'json')
        return await answerCall({ request, reply }, deferred, 'createCreditNote', input)
      const caller = callerOf(request)
      return await credits.report(caller, input, await answerLanguage(request, reply))
    },
  )
}
