/** The section "API keys": creating, showing once, renaming, rotating, revoking. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { KeyMode } from '../../accounts/key-format.ts'
import { checkedLimits, SCOPES, type StoredLimits } from '../../accounts/key-limits.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import { once } from '../guarded-call.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import { afterConfirming } from './confirm.tsx'
import type { KeysPage } from './key-actions.tsx'
import { keysMain } from './keys-view.tsx'
import { newKeyMain } from './new-key-view.tsx'

const PATH = '/console/keys'

/** Plans available for a new key: those the operator offers, and those of the account's keys. */
function plansOf({ accounts, plans: offered }: MemberRequest['parts'], keys: readonly ListedKey[]) {
  const { plans } = accounts
  const held = keys.filter(({ revoked_at }) => revoked_at === null).map(({ plan }) => plan)
  const names = new Set([...offered, ...held])
  return [...plans.values()].filter(({ id }) => names.has(id))
}

async function showKeys(
  context: MemberRequest,
  finding?: KeysPage['finding'],
): Promise<FastifyReply> {
  const { accounts } = context.parts
  const { accountId } = context.session
  const keys = (await accounts.keys.listKeys(accountId)).reverse()
  const page: KeysPage = {
    keys,
    overlaps: await accounts.keys.overlaps(accountId),
    plans: plansOf(context.parts, keys),
    form: randomBytes(12).toString('base64url'),
    finding,
    advice: context.parts.planAdvice,
    planTitle: (id) => accounts.plans.get(id)?.title ?? id,
  }
  const main = keysMain(context.visit, page)
  const status = finding === undefined ? 200 : 422
  return context.show({ title: context.visit.words.keys.title, main, status })
}

/** An active key of this account; other accounts' keys are not found. */
async function ownKey(context: MemberRequest): Promise<ListedKey> {
  const keys = await context.parts.accounts.keys.listKeys(context.session.accountId)
  const id = context.param('id')
  const key = keys.find((one) => one.id === id && one.revoked_at === null)
  if (key === undefined) throw new AppError('not_found', say('console.noKey'))
  return key
}

/** Parses a form's choice of plan and mode, such as `free test`. */
function placeIn(text: string): { plan: string; mode: KeyMode } | undefined {
  const [, plan, mode] = /^([a-z][a-z0-9_]*) (live|test)$/.exec(text) ?? []
  return plan === undefined ? undefined : { plan, mode: mode === 'live' ? 'live' : 'test' }
}

async function createKey(context: MemberRequest): Promise<FastifyReply> {
  const { keys } = context.parts.accounts
  const { accountId } = context.session
  const words = context.visit.words.keys
  const name = context.field('name')
  const place = placeIn(context.field('place'))
  const allowed = plansOf(context.parts, await keys.listKeys(accountId))
  if (place === undefined || !allowed.some((plan) => plan.id === place.plan))
    return await showKeys(context, { field: 'plan', text: words.planWrong, name })
  try {
    return await once(context, PATH, async () => {
      const limits = limitsIn(context)
      const made = await keys.createKey({ accountId, name, ...place, limits })
      await noteEvent(context, 'key.created', name.trim())
      return showSecret(context, { name: name.trim(), secret: made.secret })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'key_limit_reached')
      return await showKeys(context, { field: 'form', text: words.limitReached, name })
    if (error.code === 'validation_failed') {
      const wrong = error.errors.some(({ pointer }) => pointer === '/addresses')
      if (wrong) return await showKeys(context, { field: 'form', text: words.addressesWrong, name })
      return await showKeys(context, { field: 'name', text: words.nameWrong, name })
    }
    throw error
  }
}

function showSecret(context: MemberRequest, made: { name: string; secret: string }): FastifyReply {
  const main = newKeyMain(context.visit, { ...made })
  return context.show({ title: context.visit.words.keys.madeTitle, main })
}

async function renameKey(context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(context)
  const name = context.field('name')
  try {
    await context.parts.accounts.keys.renameKey(key.id, name)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const text = context.visit.words.keys.nameWrong
    return await showKeys(context, { field: 'form', text, name: '' })
  }
  await noteEvent(context, 'key.renamed', `${key.name} → ${name.trim()}`)
  return context.go(PATH, 'key_renamed')
}

/** The limits of a form: ticked scopes, networks on lines of their own. @throws AppError `validation_failed` */
const limitsIn = (context: MemberRequest): StoredLimits =>
  checkedLimits({
    scopes: SCOPES.filter((scope) => context.field(`scope_${scope}`) === 'yes'),
    addresses: context
      .field('addresses')
      .split(/[\s,]+/)
      .filter(Boolean),
  })

async function limitKey(context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(context)
  let limits: StoredLimits
  try {
    limits = limitsIn(context)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    const text = context.visit.words.keys.addressesWrong
    return await showKeys(context, { field: 'form', text, name: '' })
  }
  await context.parts.accounts.keys.limitKey(key.id, limits)
  const { scopes, addresses } = limits
  await noteEvent(context, 'key.limited', `${key.name}: ${scopes ?? 'all'} ${addresses ?? 'all'}`)
  return context.go(PATH, 'key_limited')
}

async function rotateKey(context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(context)
  const seconds = context.field('overlap')
  const overlap = /^\d{1,5}$/.test(seconds) ? Number(seconds) : Number.NaN
  const rotate = async () => {
    const made = await context.parts.accounts.keys.rotateKey(key.id, overlap)
    await noteEvent(context, 'key.rotated', key.name)
    return showSecret(context, { name: key.name, secret: made.secret })
  }
  return await once(context, PATH, rotate, key.id)
}

async function revokeKey(context: MemberRequest): Promise<FastifyReply> {
  const key = await ownKey(context)
  if (context.field('sure') !== 'yes') return context.go(PATH)
  await context.parts.accounts.keys.revokeKey(key.id)
  await noteEvent(context, 'key.revoked', key.name)
  return context.go(PATH, 'key_revoked')
}

/** The section. */
export const keyPages: ConsoleSection = {
  nav: { path: PATH, icon: 'key', label: 'keys' },
  routes(routes) {
    routes.member('GET', '/keys', 'keys.read', showKeys)
    routes.member('POST', '/keys', 'keys.change', afterConfirming(createKey))
    routes.member('POST', '/keys/:id/rename', 'keys.change', renameKey)
    routes.member('POST', '/keys/:id/rotate', 'keys.change', afterConfirming(rotateKey))
    routes.member('POST', '/keys/:id/limits', 'keys.change', afterConfirming(limitKey))
    routes.member('POST', '/keys/:id/revoke', 'keys.change', revokeKey)
  },
}
