/** POST /render-batch, and what is made of calls with `Prefer: respond-async`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import type { Form } from '../http/form.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { fileAnswer, formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import { PublishedStep } from '../pdf/steps/model.ts'
import { say } from '../translations/texts.ts'
import { documentCall, sendFile } from './answer.ts'
import { BATCH_LIMITS, batchRows } from './batch-rows.ts'
import { type BatchInput, FAILED_HEADER, FAILED_SHOWN } from './batches.ts'
import type { Deferred } from './deferred.ts'
import { BATCHES } from './deferred-files.ts'
import { acceptedAnswer, BatchSchema, keepingIn, preferHeader } from './deferred-schemas.ts'
import { choice } from './facturx-input.ts'
import type { FileCalls } from './file-calls.ts'
import { formOf, wrong } from './input-parts.ts'
import { addedSteps, ZIP } from './pdf-steps.ts'
import { inputFromForm } from './render-input.ts'
import { FORMATS, RENDER_DOCUMENT_FORM } from './schemas.ts'

const { data: _data, json_data: _jsonData, ...SHARED } = RENDER_DOCUMENT_FORM
const OUTPUTS = ['zip', 'pdf'] as const

const BATCH_FORM = {
  ...SHARED,
  rows: {
    kind: 'text-or-file',
    required: true,
    description: `the data of each document: a JSON array, JSON lines, or CSV in UTF-8 whose header names members (client.name); at most ${BATCH_LIMITS.rows}`,
    mediaType: 'text/csv',
  },
  output: {
    kind: 'text',
    description:
      'zip: an archive of files (default). pdf: one PDF with a bookmark for each document',
    limits: { enum: OUTPUTS },
  },
  name_from: {
    kind: 'text',
    description: 'member of a row that names its file; by default files are numbered',
    limits: { minLength: 1, maxLength: 200 },
  },
  output_filename: { ...SHARED.output_filename, description: 'name of the archive or PDF' },
} as const satisfies FormSpec

async function batchInput(form: Form): Promise<BatchInput> {
  const input = inputFromForm(form, addedSteps)
  const output = choice('output', OUTPUTS, form.texts.get('output')) ?? 'zip'
  if (output === 'pdf' && input.format === 'docx')
    throw wrong('/output', say('rendering.batchPdf', { format: input.format }))
  if (output === 'pdf' && input.options.password !== undefined)
    throw wrong('/options/password', say('rendering.batchPassword'))
  if (
    output === 'pdf' &&
    input.steps?.steps.some(({ type }) => type === 'split' || type === 'encrypt')
  )
    throw wrong('/steps', say('rendering.batchSteps'))
  const [rows] = form.files.get('rows') ?? []
  invariant(rows !== undefined, 'the form has its required part, which is read like a file')
  return { input, output, rows: await batchRows(rows), nameFrom: form.texts.get('name_from') }
}

/**
 * Answers a call that makes a file: with the file or, where the caller prefers it, with the address of a batch.
 * @throws validation_failed, batch_limit_reached, every code of the call
 */
export async function answerCall(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  deferred: Deferred,
  operation: keyof FileCalls,
  order: object,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const keeping = keepingIn(request.headers.prefer?.toString())
  if (keeping === undefined) {
    const signal = clientAbortSignal(reply)
    return sendFile(reply, await deferred.make(operation, caller, order, signal))
  }
  const locale = await answerLanguage(request, reply)
  const batch = await deferred.accept(caller, { operation, order, keeping, locale })
  return reply
    .code(202)
    .header('Location', `${BATCHES}/${batch.id}`)
    .header('Preference-Applied', 'respond-async')
    .header('Cache-Control', 'no-store')
    .send(batch)
}

const failedHeader = {
  [FAILED_HEADER]: Type.Optional(
    Type.String({
      description: `Numbers of the rows without a document, from 1, the first ${FAILED_SHOWN}; absent if every row has one`,
    }),
  ),
}

const renderBatch = documentCall('renderBatch', {
  headers: preferHeader,
  body: formBody('RenderBatchForm', BATCH_FORM),
  response: {
    200: {
      ...fileAnswer('The archive, or the PDF', ZIP.mediaType, FORMATS.pdf.mediaType),
      headers: failedHeader,
    },
    ...acceptedAnswer,
  },
})

const params = Type.Object({ id: Type.String({ pattern: idPattern('bat') }) })
const TYPES = [...[FORMATS.pdf, FORMATS.docx, ZIP].map((each) => each.mediaType), 'application/xml']
const getBatch = documentCall('getBatch', {
  params,
  response: { 200: jsonAnswer('The batch', ref(BatchSchema)) },
})
const getBatchResult = documentCall('getBatchResult', {
  params,
  response: { 200: { ...fileAnswer('The file of the call', ...TYPES), headers: failedHeader } },
})
const deleteBatch = documentCall('deleteBatch', {
  params,
  response: { 204: Type.Null({ description: 'It is erased' }) },
})

/** What several parts of this domain refer to. */
export const COMPONENTS = [BatchSchema, PublishedStep] as const

/** The call for batches, and those on what is answered later. */
export const batchRoutes: FastifyPluginAsyncTypebox<{ deferred: Deferred }> = async (
  app,
  { deferred },
) => {
  const metered = { access: { interface: 'documents', metered: 'documents' } } as const
  app.post('/render-batch', { config: metered, schema: renderBatch }, async (request, reply) => {
    const order = await batchInput(await formOf(request, BATCH_FORM))
    return answerCall({ request, reply }, deferred, 'renderBatch', order)
  })

  const config = { access: { interface: 'documents', rate: 'reads' } } as const
  const one = `${BATCHES}/:id`
  app.get(one, { config, schema: getBatch }, (request) =>
    deferred.get(callerOf(request), request.params.id),
  )

  app.get(`${one}/result`, { config, schema: getBatchResult }, async (request, reply) => {
    const { sent, ...answer } = await deferred.result(callerOf(request), request.params.id)
    if (request.method === 'GET')
      reply.raw.once('finish', () => {
        sent().catch((err) => request.log.error({ err }, 'a fetched batch is not erased yet'))
      })
    return sendFile(reply, answer)
  })

  app.delete(one, { config, schema: deleteBatch }, async (request, reply) => {
    await deferred.erase(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
