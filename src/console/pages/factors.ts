/** Second factors in the settings: added, removed, and the recovery codes; each after the password. */
import type { FastifyReply } from 'fastify'
import type { EventType } from '../../identity/events.ts'
import type { Refusal } from '../../identity/refusal.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Html } from '../../pages/html.ts'
import { afterConfirming } from '../confirm.ts'
import {
  type ConsoleRoutes,
  type ConsoleSection,
  type MemberRequest,
  statusOf,
} from '../route-builder.ts'
import { orRefusal } from './entry-view.ts'
import { appMain, codesMain, passkeyMain } from './factors-view.ts'
import { factorWords } from './factors-words.ts'

const SETTINGS = '/console/settings'

function show(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  main: Html,
  refusal?: Refusal,
): FastifyReply {
  const { section: title } = factorWords(scene.visit.locale)
  const status = refusal === undefined ? 200 : statusOf(refusal)
  return kit.show(scene, { title, main, section: SETTINGS, status, scripts: ['passkey.js'] })
}

/** Written down, and told to the owner by mail: whoever did it may not be them. */
async function note(kit: ConsoleRoutes, scene: MemberRequest, type: EventType, subject: string) {
  const { accountId } = scene.session
  const { events, mailFactorChange } = kit.parts.identity
  await events.note({ accountId, type, origin: scene.visit.origin, subject })
  await mailFactorChange(accountId, scene.visit.locale)
}

/** A first factor brings its recovery codes; a further one leaves them as they are. */
async function added(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  subject: string,
): Promise<FastifyReply> {
  const { accountId, id } = scene.session
  const { factors, sessions } = kit.parts.identity
  await note(kit, scene, 'factor.added', subject)
  // Whoever is in already by the password alone has to come in anew.
  await sessions.endOthers(accountId, id)
  if ((await factors.state(accountId)).recoveryLeft > 0)
    return kit.go(scene, SETTINGS, 'factor_added')
  return show(kit, scene, codesMain(scene.visit, await factors.newRecoveryCodes(accountId)))
}

async function beginApp(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId, email } = scene.session
  const { factors } = kit.parts.identity
  if ((await factors.state(accountId)).totpSince !== undefined) return kit.go(scene, SETTINGS)
  return show(kit, scene, appMain(scene.visit, await factors.beginTotp(accountId, email)))
}

async function confirmApp(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId, email } = scene.session
  const { factors } = kit.parts.identity
  const pending = await factors.pendingTotp(accountId, email)
  if (pending === undefined) return kit.go(scene, SETTINGS)
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await factors.confirmTotp(accountId, scene.field('code').replaceAll(/\s/g, ''))
      return await added(kit, scene, factorWords(scene.visit.locale).app)
    },
    (refusal) => show(kit, scene, appMain(scene.visit, pending, refusal), refusal),
    scene,
  )
}

async function removeApp(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  await kit.parts.identity.factors.removeTotp(scene.session.accountId)
  await note(kit, scene, 'factor.removed', factorWords(scene.visit.locale).app)
  return kit.go(scene, SETTINGS, 'factor_removed')
}

async function beginPasskey(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { passkeys } = kit.parts.identity
  if (!passkeys.possible) return kit.go(scene, SETTINGS)
  const { accountId, email } = scene.session
  const { options, token } = await passkeys.begin(accountId, email)
  kit.cookies.set(scene.reply, 'second', token)
  return show(kit, scene, passkeyMain(scene.visit, options, refusal), refusal)
}

async function addPasskey(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const token = kit.cookies.read(scene.request, 'second')
  const [response, name] = [scene.field('passkey'), scene.field('name')]
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await kit.parts.identity.passkeys.add(scene.session.accountId, { token, response, name })
      kit.cookies.clear(scene.reply, 'second')
      return await added(kit, scene, name.trim() || factorWords(scene.visit.locale).passkey)
    },
    (refusal) => beginPasskey(kit, scene, refusal),
    scene,
  )
}

async function removePasskey(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { factors } = kit.parts.identity
  if (!(await factors.removePasskey(scene.session.accountId, scene.param('id'))))
    throw new AppError('not_found', 'This account has no such passkey.')
  await note(kit, scene, 'factor.removed', factorWords(scene.visit.locale).passkey)
  return kit.go(scene, SETTINGS, 'factor_removed')
}

async function newCodes(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId } = scene.session
  const { factors } = kit.parts.identity
  if (!(await factors.state(accountId)).on) return kit.go(scene, SETTINGS)
  const codes = await factors.newRecoveryCodes(accountId)
  await note(kit, scene, 'factor.codes', factorWords(scene.visit.locale).codes)
  return show(kit, scene, codesMain(scene.visit, codes))
}

/** Part of the settings. */
export const factorPages: ConsoleSection = {
  routes(app, kit) {
    const path = '/settings/factors'
    const post = (
      url: string,
      handler: (kit: ConsoleRoutes, scene: MemberRequest) => Promise<FastifyReply>,
    ) =>
      kit.member(
        app,
        'POST',
        `${path}${url}`,
        afterConfirming(kit, (scene) => handler(kit, scene)),
      )
    post('/app', beginApp)
    post('/app/confirm', confirmApp)
    post('/app/remove', removeApp)
    post('/passkey', (one, scene) => beginPasskey(one, scene))
    post('/passkey/add', addPasskey)
    post('/passkeys/:id/remove', removePasskey)
    post('/codes', newCodes)
  },
}
