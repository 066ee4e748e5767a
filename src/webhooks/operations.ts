/** The OpenAPI description of each call on webhooks: parameters and responses. */
import { Type } from 'typebox'
import { callsIn } from '../http/calls.ts'
import { jsonAnswer, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import words from './calls.json' with { type: 'json' }
import * as deliverySchemas from './delivery-schemas.ts'
import * as schemas from './schemas.ts'

const PAGE_MAX = 100
/** Default page size. */
export const PAGE_DEFAULT = 50

const operation = callsIn(words).callsOf('Webhooks')
const params = Type.Object({ id: Type.String({ pattern: idPattern('whk') }) })
const deliveryParams = Type.Object({
  ...params.properties,
  delivery_id: Type.String({ pattern: idPattern('dlv') }),
})

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT }))
const cursor = (prefix: 'whk' | 'dlv' | 'evt') =>
  Type.Optional(
    Type.String({ pattern: idPattern(prefix), description: 'next_cursor of the page before' }),
  )
const documentId = Type.Optional(Type.String({ pattern: idPattern('doc') }))
const theWebhook = jsonAnswer('The webhook', ref(schemas.WebhookSchema))
const theDelivery = (description: string) =>
  jsonAnswer(description, ref(deliverySchemas.DeliverySchema))

/** GET /api/v1/webhooks. */
export const listWebhooks = operation('listWebhooks', {
  querystring: Type.Object(
    { limit, cursor: cursor('whk'), document_id: documentId },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('A page of webhooks', ref(schemas.WebhooksPageSchema)) },
})

/** POST /api/v1/webhooks. */
export const createWebhook = operation('createWebhook', {
  body: ref(schemas.WebhookCreateSchema),
  response: { 201: jsonAnswer('The webhook with its secret', ref(schemas.WebhookCreatedSchema)) },
})

/** GET /api/v1/webhooks/{id}. */
export const getWebhook = operation('getWebhook', { params, response: { 200: theWebhook } })

/** PATCH /api/v1/webhooks/{id}. */
export const changeWebhook = operation('changeWebhook', {
  params,
  body: ref(schemas.WebhookChangeSchema),
  response: { 200: theWebhook },
})

/** DELETE /api/v1/webhooks/{id}. */
export const deleteWebhook = operation('deleteWebhook', {
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }) },
})

/** POST that rotates the webhook's secret: a new one beside the old. */
export const rotateWebhookSecret = operation('rotateWebhookSecret', {
  params,
  response: { 200: jsonAnswer('The new secret', ref(schemas.RotatedSchema)) },
})

/** POST that sends a test event at once. */
export const testWebhook = operation('testWebhook', {
  params,
  response: { 200: theDelivery('Result') },
})

/** GET the deliveries of a webhook, by pages. */
export const listDeliveries = operation('listWebhookDeliveries', {
  params,
  querystring: Type.Object(
    {
      limit,
      cursor: cursor('dlv'),
      status: Type.Optional(
        Type.Enum(['pending', 'delivered', 'failed'], { type: 'string', title: 'DeliveryStatus' }),
      ),
      event_type: Type.Optional(Type.String({ maxLength: 60 })),
      document_id: documentId,
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('A page of deliveries', ref(deliverySchemas.DeliveriesPageSchema)) },
})

/** GET the events of the account, by pages. */
export const listEvents = operation('listEvents', {
  querystring: Type.Object(
    {
      limit,
      cursor: cursor('evt'),
      after: Type.Optional(
        Type.String({
          pattern: idPattern('evt'),
          description:
            'Id of an event; if it is no longer stored, the list begins with the first one after its time',
        }),
      ),
      event_type: Type.Optional(deliverySchemas.eventType),
      document_id: documentId,
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('A page of events', ref(deliverySchemas.EventsPageSchema)) },
})

/** POST that replays one delivery. */
export const replayDelivery = operation('replayWebhookDelivery', {
  params: deliveryParams,
  response: { 202: theDelivery('The new delivery') },
})

/** POST that replays the deliveries of a period. */
export const replayDeliveries = operation('replayWebhookDeliveries', {
  params,
  body: ref(deliverySchemas.ReplaySchema),
  response: { 202: jsonAnswer('How many', ref(deliverySchemas.ReplayedSchema)) },
})

/** GET the secret for the `webhook_url` of requests. */
export const getDefaultSecret = operation('getWebhookDefaultSecret', {
  response: { 200: jsonAnswer('The secret', ref(schemas.DefaultSecretSchema)) },
})

/** POST that replaces that secret; both sign for a day. */
export const rotateDefaultSecret = operation('rotateWebhookDefaultSecret', {
  response: { 200: jsonAnswer('The new secret', ref(schemas.RotatedSchema)) },
})
