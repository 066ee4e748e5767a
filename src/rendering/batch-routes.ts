/** POST /render-batch. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { type Form, readForm } from '../http/form.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { fileAnswer, formBody } from '../http/schemas.ts'
import { invariant } from '../kernel/invariant.ts'
import { say } from '../translations/texts.ts'
import { renderProblems, sendFile } from './answer.ts'
import { BATCH_LIMITS, batchRows } from './batch-rows.ts'
import type { Batches, BatchInput } from './batches.ts'
import { choice } from './facturx-input.ts'
import { wrong } from './input-parts.ts'
import { ZIP } from './pdf-steps.ts'
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

/** Header with the numbers of the rows that have no document. */
const FAILED_HEADER = 'Paraph-Failed-Rows'
/** More would make the header longer than proxies pass on. */
const FAILED_SHOWN = 200

function batchInput(form: Form): BatchInput {
  const input = inputFromForm(form)
  const output = choice('output', OUTPUTS, form.texts.get('output')) ?? 'zip'
  if (output === 'pdf' && input.format === 'docx')
    throw wrong('/output', say('rendering.batchPdf', { format: input.format }))
  if (output === 'pdf' && input.options.password !== undefined)
    throw wrong('/options/password', say('rendering.batchPassword'))
  const [rows] = form.files.get('rows') ?? []
  invariant(rows !== undefined, 'the form has its required part, which is read like a file')
  return { input, output, rows: batchRows(rows), nameFrom: form.texts.get('name_from') }
}

const operation = {
  operationId: 'renderBatch',
  tags: ['Documents'],
  summary: 'Create a document for each row of a list',
  description:
    'One template, and a document for each row, like /render-document. Returns a zip archive, or one PDF of all pages with a bookmark for each document. A row that cannot be rendered is reported by its number and the others are done: in the header Paraph-Failed-Rows, and with its problem in errors.json of the archive; if no row can be rendered, all problems come at once. Each document counts as one. Nothing is stored.',
  body: formBody('RenderBatchForm', BATCH_FORM),
  response: {
    200: {
      ...fileAnswer('The archive, or the PDF', ZIP.mediaType, FORMATS.pdf.mediaType),
      headers: {
        [FAILED_HEADER]: Type.Optional(
          Type.String({
            description: `Numbers of the rows without a document, from 1, the first ${FAILED_SHOWN}; absent if every row has one`,
          }),
        ),
      },
    },
    ...renderProblems(),
  },
}

/** The call for batches. */
export const batchRoutes: FastifyPluginAsyncTypebox<{ batches: Batches }> = async (
  app,
  { batches },
) => {
  app.post(
    '/render-batch',
    { config: { access: { interface: 'documents', metered: 'documents' } }, schema: operation },
    async (request, reply) => {
      const caller = callerOf(request)
      const form = await readForm(request, BATCH_FORM, formLimits(caller.plan))
      const signal = clientAbortSignal(reply)
      const { file, failed } = await batches.make(caller, batchInput(form), signal)
      const rows = failed.slice(0, FAILED_SHOWN).map(({ row }) => row)
      if (rows.length > 0) void reply.header(FAILED_HEADER, rows.join(', '))
      return sendFile(reply, file)
    },
  )
}
