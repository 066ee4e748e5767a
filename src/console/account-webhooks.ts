/** The console user as an owner of webhooks, and the API's own validation of what the forms send. */
import type { KeyMode } from '../accounts/key-format.ts'
import { shapeOf } from '../http/schema-check.ts'
import { WebhookChangeSchema, WebhookCreateSchema } from '../webhooks/schemas.ts'
import { ownerCaller } from './callers.ts'
import type { MemberRequest } from './route-builder.ts'

/** @throws AppError `validation_failed` */
export const newWebhookOf = shapeOf(WebhookCreateSchema)
/** @throws AppError `validation_failed` */
export const webhookChangeOf = shapeOf(WebhookChangeSchema)

/** The owner of the account, who sees webhooks for live and test keys. */
export const ownerOf = ({ session }: MemberRequest, mode: KeyMode = 'live') =>
  ({ account: { id: session.accountId }, key: { mode }, owner: true }) as const

/**
 * The owner, who changes something or has something sent: counts against the user's rate per minute.
 * @throws AppError `rate_limited`
 */
export async function changerOf(context: MemberRequest, mode?: KeyMode) {
  const { parts, session } = context
  const caller = ownerCaller(parts, session.accountId, 'live')
  await parts.accounts.rateLimiter.count(caller, { interface: 'signature', rate: 'changes' })
  return ownerOf(context, mode)
}
