/** The section "Webhooks": receivers of events, their secrets, deliveries and replays. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { membersOf } from '../../kernel/type-guards.ts'
import type { FormFinding } from '../../pages/components.tsx'
import { textUnder } from '../../translations/messages.ts'
import type { Delivery } from '../../webhooks/delivery-schemas.ts'
import { EVENT_TYPES } from '../../webhooks/events.ts'
import type { Webhook } from '../../webhooks/schemas.ts'
import { WEBHOOKS_MAX } from '../../webhooks/service.ts'
import { isShown, once } from '../guarded-call.ts'
import { statusOf } from '../problem-words.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import type { FlashCode } from '../words.ts'
import { afterConfirming } from './confirm.tsx'
import { sendVersion } from './live.tsx'
import type { WebhookPage } from './webhook-deliveries-view.tsx'
import { deliveryMain, deliveryState } from './webhook-delivery-view.tsx'
import {
  changerOf,
  type NewWebhookForm,
  newWebhookOf,
  ownerOf,
  WEBHOOKS_PATH,
  webhookChangeOf,
} from './webhook-form.tsx'
import { webhookMain } from './webhook-view.tsx'
import { secretMain, webhooksMain } from './webhooks-view.tsx'

const PAGE = 25
const DELIVERY = /^dlv_[0-9a-z]{26}$/
/** An account has no more than these. */
const ALL = { cursor: undefined, limit: 2 * WEBHOOKS_MAX, documentId: undefined }
const STATES: ReadonlyArray<Delivery['status']> = ['pending', 'delivered', 'failed']
const NOTHING: NewWebhookForm = { mode: 'live', url: '', description: '', events: null }

/** The input of a form. */
const typedIn = (context: MemberRequest): NewWebhookForm => ({
  mode: context.field('mode') === 'test' ? 'test' : 'live',
  url: context.field('url').trim(),
  description: context.field('description').trim(),
  events:
    context.field('which') === 'some'
      ? EVENT_TYPES.filter((type) => context.field(type) === 'yes')
      : null,
})

/** The faults by field; undefined for errors not caused by the form. */
function findingsIn(context: MemberRequest, error: unknown): FormFinding[] | undefined {
  if (!isShown(error) || statusOf(error) >= 500 || error.code === 'rate_limited') return undefined
  const { faults, full } = context.visit.words.webhooks
  const word = (name: string): string => textUnder(faults, name) ?? faults.other
  const [first] = error.errors
  if (error.code === 'webhook_url_refused')
    return [{ field: 'url', text: word(first?.code ?? 'other') }]
  if (error.code === 'webhook_limit_reached')
    return [{ field: 'form', text: full({ max: WEBHOOKS_MAX }) }]
  if (first === undefined) return [{ field: 'form', text: word('disabled') }]
  return error.errors.map(({ pointer = '', code }) => {
    const field = pointer.split('/')[1] ?? 'form'
    return { field, text: word(field === 'url' && code === 'maxLength' ? 'length' : field) }
  })
}

async function showList(
  context: MemberRequest,
  finding?: { typed: NewWebhookForm; findings: readonly FormFinding[] },
): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const main = webhooksMain(context.visit, {
    webhooks: (await webhooks.list(ownerOf(context), ALL)).webhooks,
    privateAllowed: webhooks.privateAllowed,
    form: randomBytes(12).toString('base64url'),
    typed: finding?.typed ?? NOTHING,
    findings: finding?.findings ?? [],
  })
  const status = finding === undefined ? 200 : 422
  return context.show({ title: context.visit.words.webhooks.title, main, status })
}

async function create(context: MemberRequest): Promise<FastifyReply> {
  const typed = typedIn(context)
  const { mode, url, description, events } = typed
  try {
    return await once(context, WEBHOOKS_PATH, async () => {
      const owner = await changerOf(context, mode)
      const input = newWebhookOf({ url, events, ...(description !== '' && { description }) })
      const made = await context.parts.webhooks.create(owner, input)
      await noteEvent(context, 'webhook.created', made.id)
      return showSecret(context, made)
    })
  } catch (error) {
    const findings = findingsIn(context, error)
    if (findings === undefined) throw error
    return await showList(context, { typed, findings })
  }
}

function showSecret(
  context: MemberRequest,
  shown: { id: string; url: string; secret: string; previousUntil?: string },
): FastifyReply {
  const words = context.visit.words.webhooks
  const title = shown.previousUntil === undefined ? words.madeTitle : words.rotatedTitle
  return context.show({ title, main: secretMain(context.visit, shown) })
}

async function showWebhook(
  context: MemberRequest,
  finding?: WebhookPage['finding'],
): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const owner = ownerOf(context)
  const webhook = await webhooks.get(owner, context.param('id'))
  const query = membersOf(context.request.query)
  const status = STATES.find((one) => one === query.status)
  const cursor =
    typeof query.cursor === 'string' && DELIVERY.test(query.cursor) ? query.cursor : undefined
  const { deliveries, next_cursor: next } = await webhooks.deliveries(owner, webhook.id, {
    limit: PAGE,
    status,
    cursor,
  })
  const main = webhookMain(context.visit, {
    webhook,
    deliveries,
    next,
    hasMore: cursor !== undefined,
    status: status ?? '',
    privateAllowed: webhooks.privateAllowed,
    finding,
  })
  const answered = finding === undefined ? 200 : 422
  return context.show({ title: webhook.url, main, status: answered })
}

const pathOf = (context: MemberRequest): string => `${WEBHOOKS_PATH}/${context.param('id')}`

/** Changes a webhook; a refusal is shown at the submitted form. */
async function change(
  context: MemberRequest,
  { act, done }: { act: string; done: FlashCode },
  input: (webhook: Webhook) => unknown,
): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const webhook = await webhooks.get(ownerOf(context), context.param('id'))
  try {
    await webhooks.change(await changerOf(context), webhook.id, webhookChangeOf(input(webhook)))
  } catch (error) {
    const findings = findingsIn(context, error)
    if (findings === undefined) throw error
    return await showWebhook(context, { act, typed: typedIn(context), findings })
  }
  await noteEvent(context, 'webhook.changed', webhook.id)
  return context.go(pathOf(context), done)
}

const edit = (context: MemberRequest): Promise<FastifyReply> =>
  change(context, { act: 'edit', done: 'webhook_changed' }, (webhook) => {
    const { url, description, events } = typedIn(context)
    // A new address resets the webhook's state; resubmitting the same one must not.
    return { events, description: description || null, ...(url !== webhook.url && { url }) }
  })

async function remove(context: MemberRequest): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const { id } = await webhooks.get(ownerOf(context), context.param('id'))
  if (context.field('sure') !== 'yes') return context.go(pathOf(context))
  await webhooks.remove(await changerOf(context), id)
  await noteEvent(context, 'webhook.deleted', id)
  return context.go(WEBHOOKS_PATH, 'webhook_deleted')
}

async function rotate(context: MemberRequest): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const { id, url } = await webhooks.get(ownerOf(context), context.param('id'))
  const rotated = await webhooks.rotate(await changerOf(context), id)
  const { secret, previous_expires_at: previousUntil } = rotated
  return showSecret(context, { id, url, secret, previousUntil })
}

async function test(context: MemberRequest): Promise<FastifyReply> {
  const { id } = await context.parts.webhooks.test(await changerOf(context), context.param('id'))
  return context.go(`${pathOf(context)}/deliveries/${id}`, 'webhook_tested')
}

async function showDelivery(context: MemberRequest): Promise<FastifyReply> {
  const { webhooks } = context.parts
  const owner = ownerOf(context)
  const webhook = await webhooks.get(owner, context.param('id'))
  const { delivery, body } = await webhooks.delivery(owner, webhook.id, context.param('did'))
  const main = deliveryMain(context.visit, { webhook, delivery, body })
  return context.show({ title: delivery.event_type, main })
}

async function showVersion(context: MemberRequest): Promise<FastifyReply> {
  const { param, parts } = context
  const { delivery } = await parts.webhooks.delivery(ownerOf(context), param('id'), param('did'))
  return sendVersion(context, deliveryState(delivery))
}

async function replay(context: MemberRequest): Promise<FastifyReply> {
  const { param, parts } = context
  try {
    const again = await parts.webhooks.replay(await changerOf(context), param('id'), param('did'))
    return context.go(`${pathOf(context)}/deliveries/${again.id}`, 'webhook_replayed')
  } catch (error) {
    const findings = findingsIn(context, error)
    if (findings === undefined) throw error
    return await showWebhook(context, { act: 'replay', typed: NOTHING, findings })
  }
}

/** The section. */
export const webhookPages: ConsoleSection = {
  nav: { path: WEBHOOKS_PATH, icon: 'hook', label: 'webhooks' },
  routes(routes) {
    const one = '/webhooks/:id'
    const to = (status: 'active' | 'disabled', done: FlashCode) => (context: MemberRequest) =>
      change(context, { act: status, done }, () => ({ status }))
    routes.member('GET', '/webhooks', 'webhooks.read', showList)
    routes.member('POST', '/webhooks', 'webhooks.change', afterConfirming(create))
    routes.member('GET', one, 'webhooks.read', showWebhook)
    routes.member('POST', `${one}/edit`, 'webhooks.change', edit)
    routes.member('POST', `${one}/enable`, 'webhooks.change', to('active', 'webhook_enabled'))
    routes.member('POST', `${one}/disable`, 'webhooks.change', to('disabled', 'webhook_disabled'))
    routes.member('POST', `${one}/delete`, 'webhooks.change', remove)
    routes.member('POST', `${one}/rotate`, 'webhooks.change', afterConfirming(rotate))
    routes.member('POST', `${one}/test`, 'webhooks.change', test)
    routes.member('GET', `${one}/deliveries/:did`, 'webhooks.read', showDelivery)
    routes.member('GET', `${one}/deliveries/:did/version`, 'webhooks.read', showVersion)
    routes.member('POST', `${one}/deliveries/:did/replay`, 'webhooks.change', replay)
  },
}
