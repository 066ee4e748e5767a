/** POST /render and POST /render-document. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { attachment } from '../http/disposition.ts'
import { type FormSpec, formSchema, readForm } from '../http/form.ts'
import { hangupSignal } from '../http/hangup.ts'
import { fileAnswer, problems, ref } from '../http/schemas.ts'
import { orderFromForm, orderFromJson, type RenderOrder } from './order.ts'
import {
  FORMATS,
  OptionsSchema,
  RENDER_DOCUMENT_FORM,
  RENDER_FORM,
  RenderBodySchema,
  type RenderDocumentBody,
  RenderDocumentBodySchema,
} from './schemas.ts'
import type { RenderedFile, RenderService } from './service.ts'

const RENDER_PROBLEMS = problems(
  'file_too_large',
  'unsupported_media_type',
  'json_invalid',
  'validation_failed',
  'template_not_found',
  'version_not_found',
  'template_not_docx',
  'template_unsafe',
  'template_too_complex',
  'template_invalid',
  'data_invalid',
  'data_missing',
  'image_invalid',
  'render_limit_exceeded',
  'render_failed',
  'quota_exceeded',
  'renderer_unavailable',
)

const serverTiming = (times: RenderedFile['times']): string =>
  Object.entries(times)
    .map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`)
    .join(', ')

const sendFile = (reply: FastifyReply, file: RenderedFile) =>
  reply
    .type(file.mediaType)
    .header('Content-Disposition', attachment(file.filename))
    .header('Server-Timing', serverTiming(file.times))
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))

/** The render calls. */
export const renderRoutes: FastifyPluginAsyncTypebox<{ renders: RenderService }> = async (
  app,
  { renders },
) => {
  app.addSchema(OptionsSchema)
  app.addSchema(RenderBodySchema)
  app.addSchema(RenderDocumentBodySchema)

  const add = (url: string, form: FormSpec, schema: object) =>
    app.post(
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
        const order: RenderOrder = request.isMultipart()
          ? orderFromForm(await readForm(request, form, formLimits(caller.plan)))
          : orderFromJson(request.body as RenderDocumentBody)
        return sendFile(reply, await renders.render(caller, order, hangupSignal(reply)))
      },
    )

  add('/render', RENDER_FORM, {
    operationId: 'render',
    tags: ['Documents'],
    summary: 'Make a PDF from a Word template and data',
    description: 'The answer is the PDF. Nothing is kept.',
    body: {
      content: {
        'multipart/form-data': { schema: formSchema(RENDER_FORM) },
        'application/json': { schema: ref(RenderBodySchema) },
      },
    },
    response: { 200: fileAnswer('The PDF', FORMATS.pdf.mediaType), ...RENDER_PROBLEMS },
  })

  add('/render-document', RENDER_DOCUMENT_FORM, {
    operationId: 'renderDocument',
    tags: ['Documents'],
    summary: 'Make a PDF, PDF/A, PDF/UA or Word file from a Word template and data',
    description: 'As /render, with a choice of format. The answer is the file. Nothing is kept.',
    body: {
      content: {
        'multipart/form-data': { schema: formSchema(RENDER_DOCUMENT_FORM) },
        'application/json': { schema: ref(RenderDocumentBodySchema) },
      },
    },
    response: {
      200: fileAnswer('The file', FORMATS.pdf.mediaType, FORMATS.docx.mediaType),
      ...RENDER_PROBLEMS,
    },
  })
}
