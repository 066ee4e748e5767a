/** POST /render and POST /render-document; the Factur-X calls are registered with them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FormSpec } from '../http/form-spec.ts'
import { formOrJson } from '../http/schemas.ts'
import { documentCall, renderedFile } from './answer.ts'
import { answerCall } from './batch-routes.ts'
import type { CreditNotes } from './credit-notes.ts'
import type { Deferred } from './deferred.ts'
import { acceptedAnswer, preferHeader } from './deferred-schemas.ts'
import type { FacturxChecks } from './facturx-check.ts'
import { facturxRoutes } from './facturx-routes.ts'
import { formOf } from './input-parts.ts'
import { addedSteps, ZIP } from './pdf-steps.ts'
import { inputFromForm, inputFromJson } from './render-input.ts'
import {
  FORMATS,
  OptionsSchema,
  RENDER_DOCUMENT_FORM,
  RENDER_FORM,
  RenderBodySchema,
  type RenderDocumentBody,
  RenderDocumentBodySchema,
} from './schemas.ts'

const ANSWERS = [FORMATS.pdf, FORMATS.docx, ZIP].map(({ mediaType }) => mediaType)

/** The render calls. */
export const renderRoutes: FastifyPluginAsyncTypebox<{
  checks: FacturxChecks
  credits: CreditNotes
  deferred: Deferred
}> = async (app, { deferred, ...services }) => {
  app.addSchema(OptionsSchema)
  app.addSchema(RenderBodySchema)
  app.addSchema(RenderDocumentBodySchema)
  await app.register(facturxRoutes, { deferred, ...services })

  const add = (
    operation: 'render' | 'renderDocument',
    url: string,
    form: FormSpec,
    { body, answer }: { body: object; answer: object },
  ) => {
    const response = { 200: answer, ...acceptedAnswer }
    app.post<{ Body: RenderDocumentBody }>(
      url,
      {
        config: {
          access: { interface: 'documents', metered: 'documents' },
          jsonText: ['data', 'json_data'],
        },
        schema: documentCall(operation, { headers: preferHeader, body, response }),
      },
      async (request, reply) => {
        const input = request.isMultipart()
          ? inputFromForm(await formOf(request, form), addedSteps)
          : inputFromJson(request.body)
        return answerCall({ request, reply }, deferred, operation, input)
      },
    )
  }

  add('render', '/render', RENDER_FORM, {
    body: formOrJson('RenderForm', RENDER_FORM, RenderBodySchema),
    answer: renderedFile('The PDF', FORMATS.pdf.mediaType),
  })
  add('renderDocument', '/render-document', RENDER_DOCUMENT_FORM, {
    body: formOrJson('RenderDocumentForm', RENDER_DOCUMENT_FORM, RenderDocumentBodySchema),
    answer: renderedFile('The file', ...ANSWERS),
  })
}
