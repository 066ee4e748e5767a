/** API schemas of what was sent to webhooks: deliveries, events, replays. */
import { type Static, Type } from 'typebox'
import { ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import { EVENT_TYPES, TEST_EVENT } from './events.ts'

/** A time in ISO 8601. */
export const when = (description: string) => Type.String({ format: 'date-time', description })

/** Type of an event that receivers get. */
export const eventType = Type.Enum([...EVENT_TYPES], { type: 'string', title: 'WebhookEventType' })

/** A delivery: one event for one webhook, with its attempts. */
export const DeliverySchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('dlv') }),
    event_id: Type.String({ description: 'The header webhook-id; the same in every attempt' }),
    event_type: Type.String({ description: `One of the events, or ${TEST_EVENT}` }),
    document_id: Type.Optional(Type.String()),
    status: Type.Enum(['pending', 'delivered', 'failed'], {
      type: 'string',
      title: 'DeliveryStatus',
    }),
    attempts: Type.Integer(),
    next_attempt_at: Type.Optional(when('Not before (UTC)')),
    request_headers: Type.Optional(
      Type.Object(
        {
          'webhook-id': Type.String(),
          'webhook-timestamp': Type.String({ description: 'Seconds since 1970' }),
          'webhook-signature': Type.String({
            description: 'One for each secret, separated by spaces',
          }),
        },
        {
          title: 'WebhookSignedHeaders',
          description: 'Signature headers of the last attempt; each attempt is signed separately',
        },
      ),
    ),
    response_status: Type.Optional(Type.Integer({ description: 'Status of the last response' })),
    response_excerpt: Type.Optional(Type.String({ description: 'Start of the last response' })),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
    duration_ms: Type.Optional(Type.Integer({ description: 'Of the last attempt' })),
    replay_of: Type.Optional(Type.String({ description: 'The delivery that this one resends' })),
    created_at: when('When it was created (UTC)'),
    last_attempt_at: Type.Optional(when('Last attempt (UTC)')),
    completed_at: Type.Optional(when('When it was delivered or abandoned (UTC)')),
  },
  {
    $id: 'WebhookDelivery',
    description: 'One event sent to one endpoint; stored for 30 days',
  },
)

/** A page of deliveries. */
export const DeliveriesPageSchema = Type.Object(
  {
    deliveries: Type.Array(ref(DeliverySchema)),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'WebhookDeliveriesPage', description: 'Newest first' },
)

/** An event with the body that webhooks get. */
export const EventSchema = Type.Object(
  {
    id: Type.String({
      pattern: idPattern('evt'),
      description: 'The header webhook-id of its deliveries: use it to ignore duplicates',
    }),
    type: Type.String(),
    document_id: Type.Optional(Type.String()),
    created_at: when('When it was recorded (UTC)'),
    body: Type.String({
      description: 'JSON: {type, timestamp, data}, byte for byte the body of its deliveries',
    }),
  },
  { $id: 'WebhookEvent', description: 'Something that happened to a signature request' },
)

/** A page of events. */
export const EventsPageSchema = Type.Object(
  {
    events: Type.Array(ref(EventSchema)),
    next_cursor: Type.Optional(
      Type.String({
        description: 'Send as cursor for the next page, or as after if this call had after',
      }),
    ),
  },
  { $id: 'WebhookEventsPage' },
)
/** A page of events. */
export type EventsPage = Static<typeof EventsPageSchema>

/** JSON body that selects the deliveries to replay. */
export const ReplaySchema = Type.Object(
  {
    since: when('Deliveries created since then'),
    until: Type.Optional(when('… and before then')),
    status: Type.Optional(
      Type.Enum(['failed', 'delivered'], {
        type: 'string',
        description: 'Only those with this result; default: both',
      }),
    ),
  },
  { $id: 'WebhookReplay', additionalProperties: false },
)

/** Number of replayed deliveries. */
export const ReplayedSchema = Type.Object(
  {
    replayed: Type.Integer({ description: 'Deliveries that are resent, in order' }),
    more: Type.Boolean({
      description: 'There are more deliveries than one call covers; continue from last_created_at',
    }),
    last_created_at: Type.Optional(when('Creation time of the last of them')),
  },
  { $id: 'WebhookReplayed' },
)

/** A delivery as callers see it. */
export type Delivery = Static<typeof DeliverySchema>
/** Selects the deliveries to replay. */
export type Replay = Static<typeof ReplaySchema>
