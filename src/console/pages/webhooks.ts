/** The section "Webhooks": receivers of events, their secrets, deliveries and replays. */

import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { membersOf } from '../../kernel/unknown.ts'
import type { Delivery, Webhook } from '../../webhooks/schemas.ts'
import { afterConfirming } from '../confirm.ts'
import { isShown, problemStatus } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import { SingleUseForms } from '../single-use-forms.ts'
import type { FlashCode } from '../words.ts'
import { sendVersion } from './live.ts'
import type { FormFault } from './request-faults.ts'
import { deliveryMain, deliveryState, type WebhookPage, webhookMain } from './webhook-view.ts'
import { type NewWebhookForm, secretMain, WEBHOOKS_PATH, webhooksMain } from './webhooks-view.ts'
import { webhookWords } from './webhooks-words.ts'

const PAGE = 25
const DELIVERY = /^dlv_[0-9a-z]{26}$/
const STATES: ReadonlyArray<Delivery['status']> = ['pending', 'delivered', 'failed']
const NOTHING: NewWebhookForm = { mode: 'live', url: '', description: '', events: null }

/** The input of a form. */
const typedIn = (routes: ConsoleRoutes, context: MemberRequest): NewWebhookForm => ({
  mode: context.field('mode') === 'test' ? 'test' : 'live',
  url: context.field('url').trim(),
  description: context.field('description').trim(),
  events:
    context.field('which') === 'some'
      ? routes.parts.webhooks.eventTypes.filter((type) => context.field(type) === 'yes')
      : null,
})

/** The faults by field; undefined for errors not caused by the form. */
function faultsIn(
  routes: ConsoleRoutes,
  context: MemberRequest,
  error: unknown,
): FormFault[] | undefined {
  if (!isShown(error) || problemStatus(error) >= 500 || error.code === 'rate_limited')
    return undefined
  const { faults, full } = webhookWords(context.visit.locale)
  const word = (name: string): string => faults[name] ?? faults.other ?? ''
  const [first] = error.errors
  if (error.code === 'webhook_url_refused')
    return [{ field: 'url', text: word(first?.code ?? 'other') }]
  if (error.code === 'webhook_limit_reached')
    return [{ field: 'form', text: full(routes.parts.webhooks.max) }]
  if (first === undefined) return [{ field: 'form', text: word('disabled') }]
  return error.errors.map(({ pointer = '', code }) => {
    const field = pointer.split('/')[1] ?? 'form'
    return { field, text: word(field === 'url' && code === 'maxLength' ? 'length' : field) }
  })
}

async function showList(
  routes: ConsoleRoutes,
  context: MemberRequest,
  fault?: { typed: NewWebhookForm; faults: readonly FormFault[] },
): Promise<FastifyReply> {
  const { webhooks, baseUrl } = routes.parts
  const main = webhooksMain(context.visit, {
    webhooks: await webhooks.list(context.session.accountId),
    max: webhooks.max,
    eventTypes: webhooks.eventTypes,
    privateAllowed: webhooks.privateAllowed,
    baseUrl,
    form: randomBytes(12).toString('base64url'),
    typed: fault?.typed ?? NOTHING,
    faults: fault?.faults ?? [],
  })
  const { title } = webhookWords(context.visit.locale)
  const status = fault === undefined ? 200 : 422
  return routes.show(context, { title, main, section: WEBHOOKS_PATH, status })
}

async function create(
  routes: ConsoleRoutes,
  context: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const form = `${context.session.id} ${context.field('form')}`
  if (!forms.take(form)) return routes.go(context, WEBHOOKS_PATH, 'form_repeated')
  const typed = typedIn(routes, context)
  const { mode, url, description, events } = typed
  try {
    const made = await routes.parts.webhooks.create(context.session.accountId, mode, {
      url,
      events,
      ...(description !== '' && { description }),
    })
    return showSecret(routes, context, made)
  } catch (error) {
    forms.giveBack(form)
    const faults = faultsIn(routes, context, error)
    if (faults === undefined) throw error
    return await showList(routes, context, { typed, faults })
  }
}

function showSecret(
  routes: ConsoleRoutes,
  context: MemberRequest,
  shown: { id: string; url: string; secret: string; previousUntil?: string },
): FastifyReply {
  const words = webhookWords(context.visit.locale)
  const title = shown.previousUntil === undefined ? words.madeTitle : words.rotatedTitle
  return routes.show(context, {
    title,
    main: secretMain(context.visit, shown),
    section: WEBHOOKS_PATH,
  })
}

async function showWebhook(
  routes: ConsoleRoutes,
  context: MemberRequest,
  fault?: WebhookPage['fault'],
): Promise<FastifyReply> {
  const { webhooks, baseUrl } = routes.parts
  const { accountId } = context.session
  const id = context.param('id')
  const webhook = await webhooks.get(accountId, id)
  const query = membersOf(context.request.query)
  const status = STATES.find((one) => one === query.status)
  const cursor =
    typeof query.cursor === 'string' && DELIVERY.test(query.cursor) ? query.cursor : undefined
  const { deliveries, next_cursor: next } = await webhooks.deliveries(accountId, id, {
    limit: PAGE,
    ...(status !== undefined && { status }),
    ...(cursor !== undefined && { cursor }),
  })
  const main = webhookMain(context.visit, {
    webhook,
    deliveries,
    next,
    further: cursor !== undefined,
    status: status ?? '',
    eventTypes: webhooks.eventTypes,
    privateAllowed: webhooks.privateAllowed,
    baseUrl,
    fault,
  })
  const answered = fault === undefined ? 200 : 422
  return routes.show(context, {
    title: webhook.url,
    main,
    section: WEBHOOKS_PATH,
    status: answered,
  })
}

const pathOf = (context: MemberRequest): string => `${WEBHOOKS_PATH}/${context.param('id')}`

/** Changes a webhook; a refusal is shown at the submitted form. */
async function change(
  routes: ConsoleRoutes,
  context: MemberRequest,
  { act, done }: { act: string; done: FlashCode },
  input: (webhook: Webhook) => unknown,
): Promise<FastifyReply> {
  const { accountId } = context.session
  const webhook = await routes.parts.webhooks.get(accountId, context.param('id'))
  try {
    await routes.parts.webhooks.change(accountId, webhook.id, input(webhook))
  } catch (error) {
    const faults = faultsIn(routes, context, error)
    if (faults === undefined) throw error
    return await showWebhook(routes, context, { act, typed: typedIn(routes, context), faults })
  }
  return routes.go(context, pathOf(context), done)
}

const edit = (routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> =>
  change(routes, context, { act: 'edit', done: 'webhook_changed' }, (webhook) => {
    const { url, description, events } = typedIn(routes, context)
    // A new address resets the webhook's state; resubmitting the same one must not.
    return { events, description: description || null, ...(url !== webhook.url && { url }) }
  })

async function remove(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const { id } = await routes.parts.webhooks.get(accountId, context.param('id'))
  if (context.field('sure') !== 'yes') return routes.go(context, pathOf(context))
  await routes.parts.webhooks.remove(accountId, id)
  return routes.go(context, WEBHOOKS_PATH, 'webhook_deleted')
}

async function rotate(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const { id, url } = await routes.parts.webhooks.get(accountId, context.param('id'))
  const { secret, previous_expires_at: previousUntil } = await routes.parts.webhooks.rotate(
    accountId,
    id,
  )
  return showSecret(routes, context, { id, url, secret, previousUntil })
}

async function test(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { id } = await routes.parts.webhooks.test(context.session.accountId, context.param('id'))
  return routes.go(context, `${pathOf(context)}/deliveries/${id}`, 'webhook_tested')
}

async function showDelivery(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { webhooks, baseUrl } = routes.parts
  const { accountId } = context.session
  const webhook = await webhooks.get(accountId, context.param('id'))
  const { delivery, body } = await webhooks.delivery(accountId, webhook.id, context.param('did'))
  const main = deliveryMain(context.visit, { webhook, delivery, body, baseUrl })
  return routes.show(context, { title: delivery.event_type, main, section: WEBHOOKS_PATH })
}

async function showVersion(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const [id, deliveryId] = [context.param('id'), context.param('did')]
  const { delivery } = await routes.parts.webhooks.delivery(
    context.session.accountId,
    id,
    deliveryId,
  )
  return sendVersion(context, deliveryState(delivery))
}

async function replay(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  try {
    const again = await routes.parts.webhooks.replay(
      accountId,
      context.param('id'),
      context.param('did'),
    )
    return routes.go(context, `${pathOf(context)}/deliveries/${again.id}`, 'webhook_replayed')
  } catch (error) {
    const faults = faultsIn(routes, context, error)
    if (faults === undefined) throw error
    return await showWebhook(routes, context, { act: 'replay', typed: NOTHING, faults })
  }
}

/** The section. */
export const webhookPages: ConsoleSection = {
  nav: { path: WEBHOOKS_PATH, icon: 'hook', label: { en: 'Webhooks', fr: 'Webhooks' } },
  routes(app, routes) {
    const forms = new SingleUseForms()
    const one = '/webhooks/:id'
    const to = (status: 'active' | 'disabled', done: FlashCode) => (context: MemberRequest) =>
      change(routes, context, { act: status, done }, () => ({ status }))
    routes.member(app, 'GET', '/webhooks', (context) => showList(routes, context))
    routes.member(
      app,
      'POST',
      '/webhooks',
      afterConfirming(routes, (context) => create(routes, context, forms)),
    )
    routes.member(app, 'GET', one, (context) => showWebhook(routes, context))
    routes.member(app, 'POST', `${one}/edit`, (context) => edit(routes, context))
    routes.member(app, 'POST', `${one}/enable`, to('active', 'webhook_enabled'))
    routes.member(app, 'POST', `${one}/disable`, to('disabled', 'webhook_disabled'))
    routes.member(app, 'POST', `${one}/delete`, (context) => remove(routes, context))
    routes.member(
      app,
      'POST',
      `${one}/rotate`,
      afterConfirming(routes, (context) => rotate(routes, context)),
    )
    routes.member(app, 'POST', `${one}/test`, (context) => test(routes, context))
    routes.member(app, 'GET', `${one}/deliveries/:did`, (context) => showDelivery(routes, context))
    routes.member(app, 'GET', `${one}/deliveries/:did/version`, (context) =>
      showVersion(routes, context),
    )
    routes.member(app, 'POST', `${one}/deliveries/:did/replay`, (context) =>
      replay(routes, context),
    )
  },
}
