/** Webhooks for the console: the service behind the API, and the API's own check of what is sent. */
import type { ConsoleWebhook, ConsoleWebhooks } from '../console/ports.ts'
import { EVENT_TYPES } from '../webhooks/events.ts'
import { WebhookChangeSchema, WebhookCreateSchema } from '../webhooks/schemas.ts'
import { WEBHOOKS_MAX, type WebhookService } from '../webhooks/service.ts'
import { shapeOf } from './console-shapes.ts'

const wishOf = shapeOf(WebhookCreateSchema)
const changeOf = shapeOf(WebhookChangeSchema)
/** The account's owner sees all of them, and makes those of live keys. */
const ownerOf = (id: string) => ({ account: { id }, key: { mode: 'live' }, owner: true }) as const

/** Connects them. */
export function consoleWebhooks(webhooks: WebhookService): ConsoleWebhooks {
  return {
    eventTypes: EVENT_TYPES,
    max: WEBHOOKS_MAX,
    privateAllowed: webhooks.privateAllowed,
    async list(accountId): Promise<ConsoleWebhook[]> {
      const page = { cursor: undefined, limit: 2 * WEBHOOKS_MAX, documentId: undefined }
      return (await webhooks.list(ownerOf(accountId), page)).webhooks
    },
    get: (accountId, id) => webhooks.get(ownerOf(accountId), id),
    create: async (accountId, wish) => await webhooks.create(ownerOf(accountId), wishOf(wish)),
    change: async (accountId, id, wish) =>
      await webhooks.change(ownerOf(accountId), id, changeOf(wish)),
    remove: (accountId, id) => webhooks.remove(ownerOf(accountId), id),
    rotate: (accountId, id) => webhooks.rotate(ownerOf(accountId), id),
    test: (accountId, id) => webhooks.test(ownerOf(accountId), id),
    deliveries: (accountId, id, { status, cursor, limit }) =>
      webhooks.deliveries(ownerOf(accountId), id, { status, cursor, limit }),
    delivery: (accountId, id, deliveryId) => webhooks.delivery(ownerOf(accountId), id, deliveryId),
    replay: (accountId, id, deliveryId) => webhooks.replay(ownerOf(accountId), id, deliveryId),
  }
}
