/** The section "API keys": made, shown once, renamed, rotated, revoked. */
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

/** Plans that somebody may bind a new key to: the operator's choice, and those that a key of theirs has. */
export function plansOf(kit: ConsoleRoutes, keys: readonly ListedKey[]): Plan[] {
  const { plans } = kit.parts.accounts
  const held = keys.filter(({ revoked_at }) => revoked_at === null).map(({ plan }) => plan)
  const names = new Set([...kit.parts.plans, ...held])
  return [...plans.values()].filter(({ id }) => names.has(id))
}

async function showKeys(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  fault?: KeysPage['fault'],
): Promise<FastifyReply> {
  const { accounts, baseUrl } = kit.parts
  const { accountId } = scene.session
  const keys = (await accounts.keys.listKeys(accountId)).reverse()
  const page: KeysPage = {
    keys,
    overlaps: await accounts.keys.overlaps(accountId),
    plans: plansOf(kit, keys),
    form: randomBytes(12).toString('base64url'),
    baseUrl,
    fault,
    planTitle: (id) => accounts.plans.get(id)?.title ?? id,
  }
  const main = keysMain(scene.visit, page)
  const { title } = keyWords(scene.visit.locale)
  const status = fault === undefined ? 200 : 422
  return kit.show(scene, { title, main, section: PATH, status })
}

/** A key of this account that works; that of another one is not there. */
async function ownKey(kit: ConsoleRoutes, scene: MemberRequest): Promise<ListedKey> {
  const keys = await kit.parts.accounts.keys.listKeys(scene.session.accountId)
  const id = scene.param('id')
  const key = keys.find((one) => one.id === id && one.revoked_at === null)
  if (key === undefined) throw new AppError('not_found', 'This account has no such key.')
  return key
}

const note = (kit: ConsoleRoutes, scene: MemberRequest, type: EventType, subject: string) =>
  kit.parts.identity.events.note({
    accountId: scene.session.accountId,
    type,
    origin: scene.visit.origin,
    subject,
  })

/** What a form says of the place of a key: `free test`. */
function placeIn(text: string): { plan: string; mode: KeyMode } | undefined {
  const [, plan, mode] = /^([a-z][a-z0-9_]*) (live|test)$/.exec(text) ?? []
  return plan === undefined ? undefined : { plan, mode: mode === 'live' ? 'live' : 'test' }
}

async function createKey(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const { keys } = kit.parts.accounts
  const { accountId, id } = scene.session
  const words = keyWords(scene.visit.locale)
  const name = scene.field('name')
  const place = placeIn(scene.field('place'))
  const allowed = plansOf(kit, await keys.listKeys(accountId))
  if (place === undefined || !allowed.some((plan) => plan.id === place.plan))
    return await showKeys(kit, scene, { field: 'plan', text: words.planWrong, name })
  const form = `${id} ${scene.field('form')}`
  if (!forms.take(form)) return kit.go(scene, PATH, 'form_repeated')
  try {
    const made = await keys.createKey({ accountId, name, ...place })
    await note(kit, scene, 'key.created', name.trim())
    return showSecret(kit, scene, { name: name.trim(), secret: made.secret })
  } catch (error) {
    forms.giveBack(form)
    if (!(error instanceof AppError)) throw error
    if (error.code === 'key_limit_reached')
      return await showKeys(kit, scene, { field: 'form', text: words.limitReached, name })
    if (error.code === 'validation_failed')
      return await showKeys(kit, scene, { field: 'name', text: words.nameWrong, name })
    throw error
  }
}

function showSecret(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  made: { name: string; secret: string },
): FastifyReply {
  const main = newKeyMain(scene.visit, { ...made, baseUrl: kit.parts.baseUrl })
  return kit.show(scene, { title: keyWords(scene.visit.locale).madeTitle, main, section: PATH })
}

async function renameKey(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(kit, scene)
  const name = scene.field('name')
  try {
    await kit.parts.accounts.keys.renameKey(key.id, name)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const text = keyWords(scene.visit.locale).nameWrong
    return await showKeys(kit, scene, { field: 'form', text, name: '' })
  }
  await note(kit, scene, 'key.renamed', `${key.name} → ${name.trim()}`)
  return kit.go(scene, PATH, 'key_renamed')
}

async function rotateKey(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const key = await ownKey(kit, scene)
  const seconds = scene.field('overlap')
  const form = `${scene.session.id} ${key.id} ${scene.field('form')}`
  if (!forms.take(form)) return kit.go(scene, PATH, 'form_repeated')
  const overlap = /^\d{1,5}$/.test(seconds) ? Number(seconds) : Number.NaN
  const made = await kit.parts.accounts.keys.rotateKey(key.id, overlap)
  await note(kit, scene, 'key.rotated', key.name)
  return showSecret(kit, scene, { name: key.name, secret: made.secret })
}

async function revokeKey(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(kit, scene)
  if (scene.field('sure') !== 'yes') return kit.go(scene, PATH)
  await kit.parts.accounts.keys.revokeKey(key.id)
  await note(kit, scene, 'key.revoked', key.name)
  return kit.go(scene, PATH, 'key_revoked')
}

/** The section. */
export const keyPages: ConsoleSection = {
  nav: { path: PATH, icon: 'key', label: { en: 'API keys', fr: 'Clés d’API' } },
  routes(app, kit) {
    const forms = new SingleUseForms()
    kit.member(app, 'GET', '/keys', (scene) => showKeys(kit, scene))
    kit.member(
      app,
      'POST',
      '/keys',
      afterConfirming(kit, (scene) => createKey(kit, scene, forms)),
    )
    kit.member(app, 'POST', '/keys/:id/rename', (scene) => renameKey(kit, scene))
    kit.member(
      app,
      'POST',
      '/keys/:id/rotate',
      afterConfirming(kit, (scene) => rotateKey(kit, scene, forms)),
    )
    kit.member(app, 'POST', '/keys/:id/revoke', (scene) => revokeKey(kit, scene))
  },
}
