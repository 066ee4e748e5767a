/** The section "Webhooks": receivers of events, their secrets, what was sent to them, and sending it again. */

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

/** What a form says. */
const typedIn = (kit: ConsoleRoutes, scene: MemberRequest): NewWebhookForm => ({
  mode: scene.field('mode') === 'test' ? 'test' : 'live',
  url: scene.field('url').trim(),
  description: scene.field('description').trim(),
  events:
    scene.field('which') === 'some'
      ? kit.parts.webhooks.eventTypes.filter((type) => scene.field(type) === 'yes')
      : null,
})

/** What was wrong, at its field; undefined for what is no fault of the form. */
function faultsIn(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  error: unknown,
): FormFault[] | undefined {
  if (!isShown(error) || problemStatus(error) >= 500 || error.code === 'rate_limited')
    return undefined
  const { faults, full } = webhookWords(scene.visit.locale)
  const word = (name: string): string => faults[name] ?? faults.other ?? ''
  const [first] = error.errors
  if (error.code === 'webhook_url_refused')
    return [{ field: 'url', text: word(first?.code ?? 'other') }]
  if (error.code === 'webhook_limit_reached')
    return [{ field: 'form', text: full(kit.parts.webhooks.max) }]
  if (first === undefined) return [{ field: 'form', text: word('disabled') }]
  return error.errors.map(({ pointer = '', code }) => {
    const field = pointer.split('/')[1] ?? 'form'
    return { field, text: word(field === 'url' && code === 'maxLength' ? 'length' : field) }
  })
}

async function showList(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  fault?: { typed: NewWebhookForm; faults: readonly FormFault[] },
): Promise<FastifyReply> {
  const { webhooks, baseUrl } = kit.parts
  const main = webhooksMain(scene.visit, {
    webhooks: await webhooks.list(scene.session.accountId),
    max: webhooks.max,
    eventTypes: webhooks.eventTypes,
    privateAllowed: webhooks.privateAllowed,
    baseUrl,
    form: randomBytes(12).toString('base64url'),
    typed: fault?.typed ?? NOTHING,
    faults: fault?.faults ?? [],
  })
  const { title } = webhookWords(scene.visit.locale)
  const status = fault === undefined ? 200 : 422
  return kit.show(scene, { title, main, section: WEBHOOKS_PATH, status })
}

async function create(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const form = `${scene.session.id} ${scene.field('form')}`
  if (!forms.take(form)) return kit.go(scene, WEBHOOKS_PATH, 'form_repeated')
  const typed = typedIn(kit, scene)
  const { mode, url, description, events } = typed
  try {
    const made = await kit.parts.webhooks.create(scene.session.accountId, mode, {
      url,
      events,
      ...(description !== '' && { description }),
    })
    return showSecret(kit, scene, made)
  } catch (error) {
    forms.giveBack(form)
    const faults = faultsIn(kit, scene, error)
    if (faults === undefined) throw error
    return await showList(kit, scene, { typed, faults })
  }
}

function showSecret(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  shown: { id: string; url: string; secret: string; previousUntil?: string },
): FastifyReply {
  const words = webhookWords(scene.visit.locale)
  const title = shown.previousUntil === undefined ? words.madeTitle : words.rotatedTitle
  return kit.show(scene, { title, main: secretMain(scene.visit, shown), section: WEBHOOKS_PATH })
}

async function showWebhook(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  fault?: WebhookPage['fault'],
): Promise<FastifyReply> {
  const { webhooks, baseUrl } = kit.parts
  const { accountId } = scene.session
  const id = scene.param('id')
  const webhook = await webhooks.get(accountId, id)
  const query = membersOf(scene.request.query)
  const status = STATES.find((one) => one === query.status)
  const cursor =
    typeof query.cursor === 'string' && DELIVERY.test(query.cursor) ? query.cursor : undefined
  const { deliveries, next_cursor: next } = await webhooks.deliveries(accountId, id, {
    limit: PAGE,
    ...(status !== undefined && { status }),
    ...(cursor !== undefined && { cursor }),
  })
  const main = webhookMain(scene.visit, {
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
  return kit.show(scene, { title: webhook.url, main, section: WEBHOOKS_PATH, status: answered })
}

const pathOf = (scene: MemberRequest): string => `${WEBHOOKS_PATH}/${scene.param('id')}`

/** Changes a webhook; what is refused is shown at the form that asked for it. */
async function change(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  { act, done }: { act: string; done: FlashCode },
  wish: (webhook: Webhook) => unknown,
): Promise<FastifyReply> {
  const { accountId } = scene.session
  const webhook = await kit.parts.webhooks.get(accountId, scene.param('id'))
  try {
    await kit.parts.webhooks.change(accountId, webhook.id, wish(webhook))
  } catch (error) {
    const faults = faultsIn(kit, scene, error)
    if (faults === undefined) throw error
    return await showWebhook(kit, scene, { act, typed: typedIn(kit, scene), faults })
  }
  return kit.go(scene, pathOf(scene), done)
}

const edit = (kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> =>
  change(kit, scene, { act: 'edit', done: 'webhook_changed' }, (webhook) => {
    const { url, description, events } = typedIn(kit, scene)
    // Another address begins anew; the same one is not to.
    return { events, description: description || null, ...(url !== webhook.url && { url }) }
  })

async function remove(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId } = scene.session
  const { id } = await kit.parts.webhooks.get(accountId, scene.param('id'))
  if (scene.field('sure') !== 'yes') return kit.go(scene, pathOf(scene))
  await kit.parts.webhooks.remove(accountId, id)
  return kit.go(scene, WEBHOOKS_PATH, 'webhook_deleted')
}

async function rotate(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId } = scene.session
  const { id, url } = await kit.parts.webhooks.get(accountId, scene.param('id'))
  const { secret, previous_expires_at: previousUntil } = await kit.parts.webhooks.rotate(
    accountId,
    id,
  )
  return showSecret(kit, scene, { id, url, secret, previousUntil })
}

async function test(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { id } = await kit.parts.webhooks.test(scene.session.accountId, scene.param('id'))
  return kit.go(scene, `${pathOf(scene)}/deliveries/${id}`, 'webhook_tested')
}

async function showDelivery(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { webhooks, baseUrl } = kit.parts
  const { accountId } = scene.session
  const webhook = await webhooks.get(accountId, scene.param('id'))
  const { delivery, body } = await webhooks.delivery(accountId, webhook.id, scene.param('did'))
  const main = deliveryMain(scene.visit, { webhook, delivery, body, baseUrl })
  return kit.show(scene, { title: delivery.event_type, main, section: WEBHOOKS_PATH })
}

async function showVersion(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const [id, deliveryId] = [scene.param('id'), scene.param('did')]
  const { delivery } = await kit.parts.webhooks.delivery(scene.session.accountId, id, deliveryId)
  return sendVersion(scene, deliveryState(delivery))
}

async function replay(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId } = scene.session
  try {
    const again = await kit.parts.webhooks.replay(accountId, scene.param('id'), scene.param('did'))
    return kit.go(scene, `${pathOf(scene)}/deliveries/${again.id}`, 'webhook_replayed')
  } catch (error) {
    const faults = faultsIn(kit, scene, error)
    if (faults === undefined) throw error
    return await showWebhook(kit, scene, { act: 'replay', typed: NOTHING, faults })
  }
}

/** The section. */
export const webhookPages: ConsoleSection = {
  nav: { path: WEBHOOKS_PATH, icon: 'hook', label: { en: 'Webhooks', fr: 'Webhooks' } },
  routes(app, kit) {
    const forms = new SingleUseForms()
    const one = '/webhooks/:id'
    const to = (status: 'active' | 'disabled', done: FlashCode) => (scene: MemberRequest) =>
      change(kit, scene, { act: status, done }, () => ({ status }))
    kit.member(app, 'GET', '/webhooks', (scene) => showList(kit, scene))
    kit.member(
      app,
      'POST',
      '/webhooks',
      afterConfirming(kit, (scene) => create(kit, scene, forms)),
    )
    kit.member(app, 'GET', one, (scene) => showWebhook(kit, scene))
    kit.member(app, 'POST', `${one}/edit`, (scene) => edit(kit, scene))
    kit.member(app, 'POST', `${one}/enable`, to('active', 'webhook_enabled'))
    kit.member(app, 'POST', `${one}/disable`, to('disabled', 'webhook_disabled'))
    kit.member(app, 'POST', `${one}/delete`, (scene) => remove(kit, scene))
    kit.member(
      app,
      'POST',
      `${one}/rotate`,
      afterConfirming(kit, (scene) => rotate(kit, scene)),
    )
    kit.member(app, 'POST', `${one}/test`, (scene) => test(kit, scene))
    kit.member(app, 'GET', `${one}/deliveries/:did`, (scene) => showDelivery(kit, scene))
    kit.member(app, 'GET', `${one}/deliveries/:did/version`, (scene) => showVersion(kit, scene))
    kit.member(app, 'POST', `${one}/deliveries/:did/replay`, (scene) => replay(kit, scene))
  },
}
