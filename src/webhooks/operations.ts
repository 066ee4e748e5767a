/** The OpenAPI description of each call on webhooks: parameters and responses. */
import { Type } from 'typebox'
import { describing, JSON_BODY_CODES, jsonAnswer, problems, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import * as deliverySchemas from './delivery-schemas.ts'
import * as schemas from './schemas.ts'

const PAGE_MAX = 100
/** Default page size. */
export const PAGE_DEFAULT = 50

const operation = describing('Webhooks', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('whk') }) })
const deliveryParams = Type.Object({
  ...params.properties,
  delivery_id: Type.String({ pattern: idPattern('dlv') }),
})
const FOUND = ['webhook_not_found', 'validation_failed'] as const
const JSON_BODY = [...JSON_BODY_CODES, 'validation_failed'] as const

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
  summary: 'List the webhooks, newest first',
  description: 'With document_id: the webhook_url that came with that request instead.',
  querystring: Type.Object(
    { limit, cursor: cursor('whk'), document_id: documentId },
    { additionalProperties: false },
  ),
  response: {
    200: jsonAnswer('A page of webhooks', ref(schemas.WebhooksPageSchema)),
    ...problems('validation_failed'),
  },
})

/** POST /api/v1/webhooks. */
export const createWebhook = operation('createWebhook', {
  summary: 'Add a webhook',
  description: `At most 10 per account and kind of key. A test key's webhook gets events of requests that test keys made, a live key's those of live keys. Deliveries follow Standard Webhooks 1.0: the headers webhook-id,
webhook-timestamp and webhook-signature (v1), the body {type, timestamp, data}. Events of one document come in
order; a 2xx within 15 s is success, anything else is tried again for about 3 days; 410 disables; Retry-After is
honoured.`,
  body: ref(schemas.WebhookCreateSchema),
  response: {
    201: jsonAnswer('The webhook with its secret', ref(schemas.WebhookCreatedSchema)),
    ...problems(...JSON_BODY, 'webhook_url_refused', 'webhook_limit_reached'),
  },
})

/** GET /api/v1/webhooks/{id}. */
export const getWebhook = operation('getWebhook', {
  summary: 'Get a webhook',
  params,
  response: { 200: theWebhook, ...problems(...FOUND) },
})

/** PATCH /api/v1/webhooks/{id}. */
export const changeWebhook = operation('changeWebhook', {
  summary: 'Change, disable or enable a webhook',
  params,
  body: ref(schemas.WebhookChangeSchema),
  response: { 200: theWebhook, ...problems(...FOUND, ...JSON_BODY, 'webhook_url_refused') },
})

/** DELETE /api/v1/webhooks/{id}. */
export const deleteWebhook = operation('deleteWebhook', {
  summary: 'Delete a webhook with its deliveries',
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }), ...problems(...FOUND) },
})

/** POST that rotates the webhook's secret: a new one beside the old. */
export const rotateWebhookSecret = operation('rotateWebhookSecret', {
  summary: 'Rotate the secret; deliveries are signed with both for 24 hours',
  params,
  response: {
    200: jsonAnswer('The new secret', ref(schemas.RotatedSchema)),
    ...problems(...FOUND),
  },
})

/** POST that sends a test event at once. */
export const testWebhook = operation('testWebhook', {
  summary: 'Send a test event and return the response',
  description: 'Sent once, also to a disabled webhook; the response contains the result.',
  params,
  response: { 200: theDelivery('Result'), ...problems(...FOUND) },
})

/** GET the deliveries of a webhook, by pages. */
export const listDeliveries = operation('listWebhookDeliveries', {
  summary: 'List the deliveries of a webhook, newest first',
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
  response: {
    200: jsonAnswer('A page of deliveries', ref(deliverySchemas.DeliveriesPageSchema)),
    ...problems(...FOUND),
  },
})

/** GET the events of the account, by pages. */
export const listEvents = operation('listEvents', {
  summary: 'List the events, newest first',
  description: `Every event of the account’s requests of the key’s mode (live or test), with or without webhooks. With
after: the events after that one, oldest first, to follow them without a webhook. Events are recorded a moment after they
happen and are stored for 30 days (PARAPH_KEEP_WEBHOOK_DAYS).`,
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
  response: {
    200: jsonAnswer('A page of events', ref(deliverySchemas.EventsPageSchema)),
    ...problems('validation_failed'),
  },
})

/** POST that replays one delivery. */
export const replayDelivery = operation('replayWebhookDelivery', {
  summary: 'Resend an event',
  description:
    'Sends the same body and webhook-id, after the events already queued for the same document.',
  params: deliveryParams,
  response: { 202: theDelivery('The new delivery'), ...problems(...FOUND, 'delivery_not_found') },
})

/** POST that replays the deliveries of a period. */
export const replayDeliveries = operation('replayWebhookDeliveries', {
  summary: 'Resend the events of a period',
  params,
  body: ref(deliverySchemas.ReplaySchema),
  response: {
    202: jsonAnswer('How many', ref(deliverySchemas.ReplayedSchema)),
    ...problems(...FOUND, ...JSON_BODY),
  },
})

/** GET the secret for the `webhook_url` of requests. */
export const getDefaultSecret = operation('getWebhookDefaultSecret', {
  summary: 'Get the secret that signs deliveries to the webhook_url of requests',
  description:
    'One per account and mode (live or test), created on first use; used for requests that do not set a secret.',
  response: {
    200: jsonAnswer('The secret', ref(schemas.DefaultSecretSchema)),
    ...problems(),
  },
})

/** POST that replaces that secret; both sign for a day. */
export const rotateDefaultSecret = operation('rotateWebhookDefaultSecret', {
  summary: 'Rotate the default secret; deliveries are signed with both for 24 hours',
  response: { 200: jsonAnswer('The new secret', ref(schemas.RotatedSchema)), ...problems() },
})
