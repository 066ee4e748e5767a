/** An account's webhooks: the API's service, with the API's own input validation. */
import type { KeyMode } from '../accounts/key-format.ts'
import { EVENT_TYPES } from '../webhooks/events.ts'
import {
  type Delivery,
  type Webhook,
  WebhookChangeSchema,
  WebhookCreateSchema,
} from '../webhooks/schemas.ts'
import { WEBHOOKS_MAX, type WebhookService } from '../webhooks/service.ts'
import { shapeOf } from './schema-forms.ts'

const inputOf = shapeOf(WebhookCreateSchema)
const changeOf = shapeOf(WebhookChangeSchema)
/** The account's owner sees all of them, for live and test keys. */
const owner = (id: string, mode: KeyMode = 'live') =>
  ({ account: { id }, key: { mode }, owner: true }) as const

/** The console's operations on an account's webhooks. */
export type AccountWebhooks = ReturnType<typeof accountWebhooks>

/** A page of deliveries. */
export interface DeliveryPage {
  status?: Delivery['status']
  cursor?: string
  limit: number
}

/**
 * Builds the operations. All throw `webhook_not_found` for webhooks of another account.
 * @param changing counts against the user's rate per minute; throws `rate_limited`
 */
export function accountWebhooks(webhooks: WebhookService, changing: (accountId: string) => void) {
  /** A caller that changes something or has something sent; counted by the rate limiter. */
  const changer = (accountId: string, mode?: KeyMode) => {
    changing(accountId)
    return owner(accountId, mode)
  }
  return {
    eventTypes: EVENT_TYPES,
    max: WEBHOOKS_MAX,
    privateAllowed: webhooks.privateAllowed,
    async list(accountId: string): Promise<Webhook[]> {
      const page = { cursor: undefined, limit: 2 * WEBHOOKS_MAX, documentId: undefined }
      return (await webhooks.list(owner(accountId), page)).webhooks
    },
    get: (accountId: string, id: string) => webhooks.get(owner(accountId), id),
    /**
     * @param mode of the keys whose requests it receives events about
     * @throws AppError `webhook_url_refused`, `webhook_limit_reached`, `validation_failed`
     */
    create: async (accountId: string, mode: KeyMode, input: unknown) =>
      await webhooks.create(changer(accountId, mode), inputOf(input)),
    /** @throws AppError `webhook_url_refused`, `validation_failed` */
    change: async (accountId: string, id: string, input: unknown) =>
      await webhooks.change(changer(accountId), id, changeOf(input)),
    remove: async (accountId: string, id: string) => await webhooks.remove(changer(accountId), id),
    rotate: async (accountId: string, id: string) => await webhooks.rotate(changer(accountId), id),
    test: async (accountId: string, id: string) => await webhooks.test(changer(accountId), id),
    deliveries: (accountId: string, id: string, { status, cursor, limit }: DeliveryPage) =>
      webhooks.deliveries(owner(accountId), id, { status, cursor, limit }),
    /** A delivery with the body that is sent. @throws AppError `delivery_not_found` */
    delivery: (accountId: string, id: string, deliveryId: string) =>
      webhooks.delivery(owner(accountId), id, deliveryId),
    /** @throws AppError `delivery_not_found`, `validation_failed` while disabled */
    replay: async (accountId: string, id: string, deliveryId: string) =>
      await webhooks.replay(changer(accountId), id, deliveryId),
  }
}
