/** The section "API keys": creating, showing once, renaming, rotating, revoking. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { KeyMode } from '../../accounts/key-format.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import type { Plan } from '../../accounts/plans.ts'
import type { EventType } from '../../identity/events.ts'
import { AppError } from '../../kernel/errors.ts'
import { afterConfirming } from '../confirm.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import { SingleUseForms } from '../single-use-forms.ts'
import { type KeysPage, keysMain, newKeyMain } from './keys-view.ts'
import { keyWords } from './keys-words.ts'

const PATH = '/console/keys'

/** Plans available for a new key: those the operator offers, and those of the account's keys. */
export function plansOf(routes: ConsoleRoutes, keys: readonly ListedKey[]): Plan[] {
  const { plans } = routes.parts.accounts
  const held = keys.filter(({ revoked_at }) => revoked_at === null).map(({ plan }) => plan)
  const names = new Set([...routes.parts.plans, ...held])
  return [...plans.values()].filter(({ id }) => names.has(id))
}

async function showKeys(
  routes: ConsoleRoutes,
  context: MemberRequest,
  fault?: KeysPage['fault'],
): Promise<FastifyReply> {
  const { accounts, baseUrl } = routes.parts
  const { accountId } = context.session
  const keys = (await accounts.keys.listKeys(accountId)).reverse()
  const page: KeysPage = {
    keys,
    overlaps: await accounts.keys.overlaps(accountId),
    plans: plansOf(routes, keys),
    form: randomBytes(12).toString('base64url'),
    baseUrl,
    fault,
    planTitle: (id) => accounts.plans.get(id)?.title ?? id,
  }
  const main = keysMain(context.visit, page)
  const { title } = keyWords(context.visit.locale)
  const status = fault === undefined ? 200 : 422
  return routes.show(context, { title, main, section: PATH, status })
}

/** An active key of this account; other accounts' keys are not found. */
async function ownKey(routes: ConsoleRoutes, context: MemberRequest): Promise<ListedKey> {
  const keys = await routes.parts.accounts.keys.listKeys(context.session.accountId)
  const id = context.param('id')
  const key = keys.find((one) => one.id === id && one.revoked_at === null)
  if (key === undefined) throw new AppError('not_found', 'This account has no such key.')
  return key
}

const note = (routes: ConsoleRoutes, context: MemberRequest, type: EventType, subject: string) =>
  routes.parts.identity.events.note({
    accountId: context.session.accountId,
    type,
    origin: context.visit.origin,
    subject,
  })

/** Parses a form's choice of plan and mode, such as `free test`. */
function placeIn(text: string): { plan: string; mode: KeyMode } | undefined {
  const [, plan, mode] = /^([a-z][a-z0-9_]*) (live|test)$/.exec(text) ?? []
  return plan === undefined ? undefined : { plan, mode: mode === 'live' ? 'live' : 'test' }
}

async function createKey(
  routes: ConsoleRoutes,
  context: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const { keys } = routes.parts.accounts
  const { accountId, id } = context.session
  const words = keyWords(context.visit.locale)
  const name = context.field('name')
  const place = placeIn(context.field('place'))
  const allowed = plansOf(routes, await keys.listKeys(accountId))
  if (place === undefined || !allowed.some((plan) => plan.id === place.plan))
    return await showKeys(routes, context, { field: 'plan', text: words.planWrong, name })
  const form = `${id} ${context.field('form')}`
  if (!forms.take(form)) return routes.go(context, PATH, 'form_repeated')
  try {
    const made = await keys.createKey({ accountId, name, ...place })
    await note(routes, context, 'key.created', name.trim())
    return showSecret(routes, context, { name: name.trim(), secret: made.secret })
  } catch (error) {
    forms.giveBack(form)
    if (!(error instanceof AppError)) throw error
    if (error.code === 'key_limit_reached')
      return await showKeys(routes, context, { field: 'form', text: words.limitReached, name })
    if (error.code === 'validation_failed')
      return await showKeys(routes, context, { field: 'name', text: words.nameWrong, name })
    throw error
  }
}

function showSecret(
  routes: ConsoleRoutes,
  context: MemberRequest,
  made: { name: string; secret: string },
): FastifyReply {
  const main = newKeyMain(context.visit, { ...made, baseUrl: routes.parts.baseUrl })
  return routes.show(context, {
    title: keyWords(context.visit.locale).madeTitle,
    main,
    section: PATH,
  })
}

async function renameKey(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(routes, context)
  const name = context.field('name')
  try {
    await routes.parts.accounts.keys.renameKey(key.id, name)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const text = keyWords(context.visit.locale).nameWrong
    return await showKeys(routes, context, { field: 'form', text, name: '' })
  }
  await note(routes, context, 'key.renamed', `${key.name} → ${name.trim()}`)
  return routes.go(context, PATH, 'key_renamed')
}

async function rotateKey(
  routes: ConsoleRoutes,
  context: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const key = await ownKey(routes, context)
  const seconds = context.field('overlap')
  const form = `${context.session.id} ${key.id} ${context.field('form')}`
  if (!forms.take(form)) return routes.go(context, PATH, 'form_repeated')
  const overlap = /^\d{1,5}$/.test(seconds) ? Number(seconds) : Number.NaN
  const made = await routes.parts.accounts.keys.rotateKey(key.id, overlap)
  await note(routes, context, 'key.rotated', key.name)
  return showSecret(routes, context, { name: key.name, secret: made.secret })
}

async function revokeKey(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(routes, context)
  if (context.field('sure') !== 'yes') return routes.go(context, PATH)
  await routes.parts.accounts.keys.revokeKey(key.id)
  await note(routes, context, 'key.revoked', key.name)
  return routes.go(context, PATH, 'key_revoked')
}

/** The section. */
export const keyPages: ConsoleSection = {
  nav: { path: PATH, icon: 'key', label: { en: 'API keys', fr: 'Clés d’API' } },
  routes(app, routes) {
    const forms = new SingleUseForms()
    routes.member(app, 'GET', '/keys', (context) => showKeys(routes, context))
    routes.member(
      app,
      'POST',
      '/keys',
      afterConfirming(routes, (context) => createKey(routes, context, forms)),
    )
    routes.member(app, 'POST', '/keys/:id/rename', (context) => renameKey(routes, context))
    routes.member(
      app,
      'POST',
      '/keys/:id/rotate',
      afterConfirming(routes, (context) => rotateKey(routes, context, forms)),
    )
    routes.member(app, 'POST', '/keys/:id/revoke', (context) => revokeKey(routes, context))
  },
}
