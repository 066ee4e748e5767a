/** POST /render and POST /render-document; the Factur-X calls are registered with them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { readForm } from '../http/form.ts'
import { type FormSpec, formSchema } from '../http/form-spec.ts'
import { ref } from '../http/schemas.ts'
import { renderedFile, renderProblems, sendFile } from './answer.ts'
import type { CreditNotes } from './credit-notes.ts'
import type { FacturxEmbeds } from './embedding.ts'
import type { FacturxChecks } from './facturx-check.ts'
import { facturxRoutes } from './facturx-routes.ts'
import { inputFromForm, inputFromJson, type RenderInput } from './render-input.ts'
import {
  FORMATS,
  OptionsSchema,
  RENDER_DOCUMENT_FORM,
  RENDER_FORM,
  RenderBodySchema,
  type RenderDocumentBody,
  RenderDocumentBodySchema,
} from './schemas.ts'
import type { RenderService } from './service.ts'

const RENDER_PROBLEMS = renderProblems()

/** The render calls. */
export const renderRoutes: FastifyPluginAsyncTypebox<{
  renders: RenderService
  checks: FacturxChecks
  credits: CreditNotes
  embeds: FacturxEmbeds
}> = async (app, { renders, checks, credits, embeds }) => {
  app.addSchema(OptionsSchema)
  app.addSchema(RenderBodySchema)
  app.addSchema(RenderDocumentBodySchema)
  await app.register(facturxRoutes, { renders, checks, credits, embeds })

  const add = (url: string, form: FormSpec, schema: object) =>
    app.post<{ Body: RenderDocumentBody }>(
      url,
      {
        config: {
          access: { interface: 'documents', metered: 'documents' },
          jsonText: ['data', 'json_data'],
        },
        schema,
      },
      async (request, reply) => {
        const caller = callerOf(request)
        const input: RenderInput = request.isMultipart()
          ? inputFromForm(await readForm(request, form, formLimits(caller.plan)))
          : inputFromJson(request.body)
        return sendFile(reply, await renders.render(caller, input, clientAbortSignal(reply)))
      },
    )

  add('/render', RENDER_FORM, {
    operationId: 'render',
    tags: ['Documents'],
    summary: 'Create a PDF from a Word template and data',
    description: 'Returns the PDF. Nothing is stored.',
    body: {
      content: {
        'multipart/form-data': { schema: formSchema('RenderForm', RENDER_FORM) },
        'application/json': { schema: ref(RenderBodySchema) },
      },
    },
    response: { 200: renderedFile('The PDF', FORMATS.pdf.mediaType), ...RENDER_PROBLEMS },
  })

  add('/render-document', RENDER_DOCUMENT_FORM, {
    operationId: 'renderDocument',
    tags: ['Documents'],
    summary: 'Create a PDF, PDF/A, PDF/UA or Word file from a Word template and data',
    description: 'Like /render, with a choice of format. Returns the file. Nothing is stored.',
    body: {
      content: {
        'multipart/form-data': { schema: formSchema('RenderDocumentForm', RENDER_DOCUMENT_FORM) },
        'application/json': { schema: ref(RenderDocumentBodySchema) },
      },
    },
    response: {
      200: renderedFile('The file', FORMATS.pdf.mediaType, FORMATS.docx.mediaType),
      ...RENDER_PROBLEMS,
    },
  })
}
