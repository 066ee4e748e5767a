/** /api/v1/bulk-sends over HTTP. */
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../../accounts/guard.ts'
import { attachment } from '../../http/disposition.ts'
import { type Form, readForm } from '../../http/form.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { isOneOf, membersOf } from '../../kernel/type-guards.ts'
import { findingAt } from '../../translations/texts.ts'
import { BAD_ROWS, BULK_FORM, BULK_LIMITS, COMPONENTS } from '../bulk/schemas.ts'
import type { BulkSends, NewBulk } from '../bulk/service.ts'
import { type Idempotency, requestHash } from '../requests/idempotency.ts'
import { actorOf } from './call.ts'
import { operations } from './operations/bulk.ts'

const PATH = '/api/v1/bulk-sends'
const TEXT_BYTES_MAX = 4 * 1024
const NAME_MAX = 200

const LIMITS = {
  fileBytesMax: BULK_LIMITS.bytes,
  textBytesMax: TEXT_BYTES_MAX,
  formBytesMax: BULK_LIMITS.bytes + 8 * TEXT_BYTES_MAX,
}

/** The order in a form. @throws AppError `validation_failed` */
function inputFromForm({ texts, files }: Form): NewBulk {
  const findings: Finding[] = []
  const file = files.get('rows')?.[0]
  invariant(file !== undefined, 'the form has its required part')
  const bad = texts.get('bad_rows') ?? 'skip'
  if (!isOneOf(BAD_ROWS, bad))
    findings.push(
      findingAt('/bad_rows', undefined, 'bulk.badRows', { choices: BAD_ROWS.join(' or ') }),
    )
  const send = texts.get('send') ?? 'true'
  if (send !== 'true' && send !== 'false')
    findings.push(findingAt('/send', undefined, 'fields.trueFalse', { name: 'send' }))
  const name = texts.get('name')
  if (name !== undefined && (name.trim() === '' || name.length > NAME_MAX))
    findings.push(findingAt('/name', undefined, 'fields.length', { name: 'name', max: NAME_MAX }))
  throwIfInvalid(findings)
  return {
    requestTemplateId: texts.get('request_template_id') ?? '',
    list: file,
    name,
    refuseBad: bad === 'refuse',
    send: send === 'true',
  }
}

/** Calls on bulk sends. */
export const bulkRoutes: FastifyPluginAsyncTypebox<{
  bulkSends: BulkSends
  idempotency: Idempotency
}> = async (app, { bulkSends, idempotency }) => {
  for (const schema of COMPONENTS) app.addSchema(schema)

  app.post(PATH, operations.createBulkSend, async (request, reply) => {
    const caller = callerOf(request)
    const order = inputFromForm(await readForm(request, BULK_FORM, LIMITS))
    const { list, ...rest } = order
    const hash = await requestHash([PATH, JSON.stringify(rest), list.bytes])
    const key = request.headers['idempotency-key']
    const call = { accountId: caller.account.id, mode: caller.key.mode, key, hash }
    const { body, replayed } = await idempotency.once(call, (save) =>
      bulkSends.create(caller, order, actorOf(request), save),
    )
    if (replayed) void reply.header('Idempotent-Replayed', 'true')
    const { id } = membersOf(body)
    return reply
      .code(202)
      .header('Location', `${PATH}/${String(id)}`)
      .send(body)
  })

  app.get(PATH, operations.listBulkSends, (request) =>
    bulkSends.list(callerOf(request), request.query),
  )

  app.get(`${PATH}/:id`, operations.getBulkSend, (request) =>
    bulkSends.get(callerOf(request), request.params.id),
  )

  app.get(`${PATH}/:id/results`, operations.getBulkSendResults, async (request, reply) => {
    const { id } = request.params
    const lines = await bulkSends.results(callerOf(request), id)
    void reply.header('Content-Disposition', attachment(`${id}.csv`))
    void reply.header('X-Content-Type-Options', 'nosniff')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(lines))
  })

  app.post(`${PATH}/:id/start`, operations.startBulkSend, (request) =>
    bulkSends.start(callerOf(request), request.params.id),
  )

  app.post(`${PATH}/:id/cancel`, operations.cancelBulkSend, (request) =>
    bulkSends.cancel(callerOf(request), request.params.id),
  )
}
