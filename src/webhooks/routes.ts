/** Webhooks over HTTP. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../accounts/guard.ts'
import * as operations from './operations.ts'
import { COMPONENTS } from './schemas.ts'
import type { WebhookService } from './service.ts'

// Of either interface: batches have events, too.
const config = { access: { rate: 'reads' } } as const
const changing = { access: { rate: 'changes' } } as const
const PATH = '/api/v1/webhooks'

/** Calls on webhooks. */
export const webhookRoutes: FastifyPluginAsyncTypebox<{ webhooks: WebhookService }> = async (
  app,
  { webhooks },
) => {
  for (const schema of COMPONENTS) app.addSchema(schema)

  app.get(PATH, { config, schema: operations.listWebhooks }, async (request) => {
    const { cursor, document_id: documentId, limit = operations.PAGE_DEFAULT } = request.query
    return await webhooks.list(callerOf(request), { cursor, documentId, limit })
  })

  app.post(PATH, { config: changing, schema: operations.createWebhook }, async (request, reply) => {
    const webhook = await webhooks.create(callerOf(request), request.body)
    return reply.code(201).header('Location', `${PATH}/${webhook.id}`).send(webhook)
  })

  app.get('/api/v1/events', { config, schema: operations.listEvents }, async (request) => {
    const { event_type: type, document_id: documentId, ...page } = request.query
    const limit = page.limit ?? operations.PAGE_DEFAULT
    return await webhooks.events(callerOf(request), { ...page, type, documentId, limit })
  })

  app.get(
    `${PATH}/default-secret`,
    { config, schema: operations.getDefaultSecret },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store')
      return await webhooks.defaultSecret(callerOf(request))
    },
  )

  app.post(
    `${PATH}/default-secret/rotate`,
    { config: changing, schema: operations.rotateDefaultSecret },
    async (request) => await webhooks.rotateDefault(callerOf(request)),
  )

  app.get(`${PATH}/:id`, { config, schema: operations.getWebhook }, async (request) =>
    webhooks.get(callerOf(request), request.params.id),
  )

  app.patch(
    `${PATH}/:id`,
    { config: changing, schema: operations.changeWebhook },
    async (request) => webhooks.change(callerOf(request), request.params.id, request.body),
  )

  const remove = { config: changing, schema: operations.deleteWebhook }
  app.delete(`${PATH}/:id`, remove, async (request, reply) => {
    await webhooks.remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  const rotate = { config: changing, schema: operations.rotateWebhookSecret }
  app.post(`${PATH}/:id/rotate-secret`, rotate, async (request) =>
    webhooks.rotate(callerOf(request), request.params.id),
  )

  app.post(
    `${PATH}/:id/test`,
    { config: changing, schema: operations.testWebhook },
    async (request) => webhooks.test(callerOf(request), request.params.id),
  )

  const list = { config, schema: operations.listDeliveries }
  app.get(`${PATH}/:id/deliveries`, list, async (request) => {
    const { cursor, status, limit = operations.PAGE_DEFAULT } = request.query
    return await webhooks.deliveries(callerOf(request), request.params.id, {
      cursor,
      limit,
      status,
      type: request.query.event_type,
      documentId: request.query.document_id,
    })
  })

  const replay = { config: changing, schema: operations.replayDelivery }
  app.post(`${PATH}/:id/deliveries/:delivery_id/replay`, replay, async (request, reply) => {
    const { id, delivery_id } = request.params
    return reply.code(202).send(await webhooks.replay(callerOf(request), id, delivery_id))
  })

  const range = { config, schema: operations.replayDeliveries }
  app.post(`${PATH}/:id/replay`, range, async (request, reply) =>
    reply
      .code(202)
      .send(await webhooks.replayRange(callerOf(request), request.params.id, request.body)),
  )
}
