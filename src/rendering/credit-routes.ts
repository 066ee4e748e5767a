/** POST /facturx/credit-note. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { FACTURX_VERSION, PROFILE_FACTS } from '../facturx/model/profiles.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { readForm } from '../http/form.ts'
import { formSchema } from '../http/form-spec.ts'
import { fileAnswer, jsonAnswer, ref } from '../http/schemas.ts'
import { renderProblems, sendFile, warningHeaders } from './answer.ts'
import { creditRequestOf } from './credit-input.ts'
import type { CreditNotes } from './credit-notes.ts'
import { CREDIT_FORM } from './credit-schemas.ts'
import { FacturxReportSchema } from './facturx-schemas.ts'
import { FORMATS } from './schemas.ts'
import type { RenderedInvoice } from './service.ts'

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

/** Sends the file with the facts of its XML. */
export const sendInvoice = (reply: FastifyReply, file: RenderedInvoice) =>
  sendFile(
    reply
      .header('X-Facturx-Profile', PROFILE_FACTS[file.profile].conformanceLevel)
      .header('X-Facturx-Version', FACTURX_VERSION)
      .header('X-Facturx-Warnings', String(file.warnings.length)),
    file,
  )

const creditNote = {
  operationId: 'createCreditNote',
  tags: ['Electronic invoices'],
  summary: 'Create a credit note from an invoice',
  description:
    'Reads the invoice (Factur-X or ZUGFeRD PDF, or CII XML, from any source) and creates its credit note (381), or the corrected invoice that replaces it (384): the same parties, prices, VAT categories and rates, and the reference to the invoice (BG-3). You can credit a quantity or an amount of individual lines; if you send earlier credit notes, never more than the remainder is credited. Checked like any invoice. The response is a PDF/A-3b with its XML, which counts as one document, or with format=json the invoice JSON with its report, which is free. Nothing is stored.',
  body: {
    content: { 'multipart/form-data': { schema: formSchema('CreditNoteForm', CREDIT_FORM) } },
  },
  response: {
    200: {
      description: 'The credit note',
      content: {
        ...fileAnswer('', FORMATS.pdf.mediaType).content,
        ...jsonAnswer('', ref(FacturxReportSchema)).content,
      },
      headers: facturxHeaders,
    },
    ...renderProblems('facturx_invalid'),
  },
}

/** The route of credit notes; the schemas it refers to belong to the Factur-X calls. */
export const creditRoutes: FastifyPluginAsyncTypebox<{ credits: CreditNotes }> = async (
  app,
  { credits },
) => {
  app.post(
    '/facturx/credit-note',
    {
      config: { access: { interface: 'documents', metered: 'documents' } },
      schema: creditNote,
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const form = await readForm(request, CREDIT_FORM, formLimits(caller.plan))
      const input = creditRequestOf(form)
      if (input.format === 'json')
        return await credits.report(caller, input, await answerLanguage(request, reply))
      const file = await credits.render(caller, input, clientAbortSignal(reply))
      return sendInvoice(reply, file)
    },
  )
}
