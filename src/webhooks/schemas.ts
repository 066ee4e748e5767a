/** API schemas of webhooks. */
import { type Static, Type } from 'typebox'
import { ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import {
  DeliveriesPageSchema,
  DeliverySchema,
  EventSchema,
  EventsPageSchema,
  eventType,
  ReplayedSchema,
  ReplaySchema,
  when,
} from './delivery-schemas.ts'

const urlField = Type.String({
  // What else a host has to be is checked with a code of its own.
  pattern: '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]',
  maxLength: 2_048,
  description: 'https address of a public host; redirects are not followed',
})
const descriptionField = Type.String({ maxLength: 200, description: 'For people' })
const eventsField = Type.Union(
  [Type.Array(eventType, { minItems: 1, uniqueItems: true }), Type.Null()],
  {
    description: 'Events that are sent; null: all, including future ones',
  },
)

/** A webhook as callers see it, without its secret. */
export const WebhookSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('whk') }),
    test: Type.Boolean({
      description:
        'Created with a test key: receives only events of test requests, and only test keys can access it',
    }),
    url: Type.String(),
    description: Type.Optional(Type.String()),
    events: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Events that are sent; null: all',
    }),
    document_id: Type.Optional(
      Type.String({
        description: 'The request whose webhook_url this is; only its events are sent',
      }),
    ),
    status: Type.Enum(['active', 'disabled'], { type: 'string', title: 'WebhookStatus' }),
    disabled_reason: Type.Optional(
      Type.Enum(['requested', 'gone', 'failing'], {
        type: 'string',
        title: 'WebhookDisabledReason',
        description:
          'requested: by its owner; gone: the endpoint responded with 410; failing: only failures for 5 days, at least 10',
      }),
    ),
    disabled_at: Type.Optional(when('Disabled since (UTC)')),
    failures: Type.Integer({ description: 'Consecutive failed attempts' }),
    paused_until: Type.Optional(
      when(
        'Nothing is sent before this time: after 5 consecutive failures, or at the endpoint’s request (UTC)',
      ),
    ),
    last_success_at: Type.Optional(when('Last 2xx (UTC)')),
    last_failure_at: Type.Optional(when('Last failure (UTC)')),
    created_at: when('When it was created (UTC)'),
    updated_at: when('When it was last changed (UTC)'),
  },
  { $id: 'Webhook', description: 'An endpoint that receives events' },
)

/** A new webhook, with its secret, shown only once. */
export const WebhookCreatedSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.String({
      description: 'Signs every delivery (Standard Webhooks 1.0); shown only once',
    }),
  },
  { $id: 'WebhookCreated', description: 'The new webhook with its secret' },
)

/** JSON body that adds a webhook. */
export const WebhookCreateSchema = Type.Object(
  {
    url: urlField,
    description: Type.Optional(descriptionField),
    events: Type.Optional(eventsField),
  },
  { $id: 'WebhookCreate', additionalProperties: false },
)

/** JSON body that changes a webhook; absent fields stay unchanged. */
export const WebhookChangeSchema = Type.Object(
  {
    url: Type.Optional(urlField),
    description: Type.Optional(Type.Union([descriptionField, Type.Null()])),
    events: Type.Optional(eventsField),
    status: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        type: 'string',
        title: 'WebhookStatus',
        description: 'active starts again; deliveries abandoned in the meantime can be replayed',
      }),
    ),
  },
  { $id: 'WebhookChange', additionalProperties: false, minProperties: 1 },
)

/** A page of webhooks. */
export const WebhooksPageSchema = Type.Object(
  {
    webhooks: Type.Array(ref(WebhookSchema)),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'WebhooksPage' },
)

/** A new secret and until when the previous one also signs. */
export const RotatedSchema = Type.Object(
  {
    secret: Type.String({ description: 'The new secret; shown only once' }),
    previous_expires_at: when('Deliveries are signed with both secrets until then (UTC)'),
  },
  { $id: 'WebhookSecretRotated' },
)

/** The secret for the `webhook_url` of requests. */
export const DefaultSecretSchema = Type.Object(
  {
    secret: Type.String({ description: 'Signs deliveries to the webhook_url of a request' }),
    created_at: when('When it was created (UTC)'),
  },
  { $id: 'WebhookDefaultSecret' },
)

/** A webhook as callers see it. */
export type Webhook = Static<typeof WebhookSchema>
/** JSON body that adds a webhook. */
export type WebhookCreate = Static<typeof WebhookCreateSchema>
/** JSON body that changes a webhook. */
export type WebhookChange = Static<typeof WebhookChangeSchema>

/** Schemas that openapi.yaml lists as components. */
export const COMPONENTS = [
  WebhookSchema,
  WebhookCreatedSchema,
  WebhookCreateSchema,
  WebhookChangeSchema,
  WebhooksPageSchema,
  DeliverySchema,
  DeliveriesPageSchema,
  EventSchema,
  EventsPageSchema,
  ReplaySchema,
  ReplayedSchema,
  RotatedSchema,
  DefaultSecretSchema,
]
