/** An account's webhooks: the service behind the API, and the API's own check of what is sent. */
import { EVENT_TYPES } from '../webhooks/events.ts'
import {
  type Delivery,
  type Webhook,
  WebhookChangeSchema,
  WebhookCreateSchema,
} from '../webhooks/schemas.ts'
import { WEBHOOKS_MAX, type WebhookService } from '../webhooks/service.ts'
import { shapeOf } from './schema-forms.ts'

const wishOf = shapeOf(WebhookCreateSchema)
const changeOf = shapeOf(WebhookChangeSchema)
/** The account's owner sees all of them, and makes those of live keys. */
const ownerOf = (id: string) => ({ account: { id }, key: { mode: 'live' }, owner: true }) as const

/** What the console asks of an account's webhooks. */
export type AccountWebhooks = ReturnType<typeof accountWebhooks>

/** A page of deliveries. */
export interface DeliveryPage {
  status?: Delivery['status']
  cursor?: string
  limit: number
}

/** Connects them. All throw `webhook_not_found` for those of another account. */
export function accountWebhooks(webhooks: WebhookService) {
  return {
    eventTypes: EVENT_TYPES,
    max: WEBHOOKS_MAX,
    privateAllowed: webhooks.privateAllowed,
    async list(accountId: string): Promise<Webhook[]> {
      const page = { cursor: undefined, limit: 2 * WEBHOOKS_MAX, documentId: undefined }
      return (await webhooks.list(ownerOf(accountId), page)).webhooks
    },
    get: (accountId: string, id: string) => webhooks.get(ownerOf(accountId), id),
    /** @throws AppError `webhook_url_refused`, `webhook_limit_reached`, `validation_failed` */
    create: async (accountId: string, wish: unknown) =>
      await webhooks.create(ownerOf(accountId), wishOf(wish)),
    /** @throws AppError `webhook_url_refused`, `validation_failed` */
    change: async (accountId: string, id: string, wish: unknown) =>
      await webhooks.change(ownerOf(accountId), id, changeOf(wish)),
    remove: (accountId: string, id: string) => webhooks.remove(ownerOf(accountId), id),
    rotate: (accountId: string, id: string) => webhooks.rotate(ownerOf(accountId), id),
    test: (accountId: string, id: string) => webhooks.test(ownerOf(accountId), id),
    deliveries: (accountId: string, id: string, { status, cursor, limit }: DeliveryPage) =>
      webhooks.deliveries(ownerOf(accountId), id, { status, cursor, limit }),
    /** A delivery with the body that is sent. @throws AppError `delivery_not_found` */
    delivery: (accountId: string, id: string, deliveryId: string) =>
      webhooks.delivery(ownerOf(accountId), id, deliveryId),
    /** @throws AppError `delivery_not_found`, `validation_failed` while disabled */
    replay: (accountId: string, id: string, deliveryId: string) =>
      webhooks.replay(ownerOf(accountId), id, deliveryId),
  }
}
