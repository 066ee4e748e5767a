/** Second factors in the settings: adding, removing and recovery codes, each after the password. */
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
  routes: ConsoleRoutes,
  context: MemberRequest,
  main: Html,
  refusal?: Refusal,
): FastifyReply {
  const { section: title } = factorWords(context.visit.locale)
  const status = refusal === undefined ? 200 : statusOf(refusal)
  return routes.show(context, { title, main, section: SETTINGS, status, scripts: ['passkey.js'] })
}

/** Logs the change and notifies the owner by mail, in case somebody else made it. */
async function note(
  routes: ConsoleRoutes,
  context: MemberRequest,
  type: EventType,
  subject: string,
) {
  const { accountId } = context.session
  const { events, mailFactorChange } = routes.parts.identity
  await events.note({ accountId, type, origin: context.visit.origin, subject })
  await mailFactorChange(accountId, context.visit.locale)
}

/** The first factor creates recovery codes; further ones leave them unchanged. */
async function added(
  routes: ConsoleRoutes,
  context: MemberRequest,
  subject: string,
): Promise<FastifyReply> {
  const { accountId, id } = context.session
  const { factors, sessions } = routes.parts.identity
  await note(routes, context, 'factor.added', subject)
  // Sessions opened with the password alone must log in again.
  await sessions.endOthers(accountId, id)
  if ((await factors.state(accountId)).recoveryLeft > 0)
    return routes.go(context, SETTINGS, 'factor_added')
  return show(routes, context, codesMain(context.visit, await factors.newRecoveryCodes(accountId)))
}

async function beginApp(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId, email } = context.session
  const { factors } = routes.parts.identity
  if ((await factors.state(accountId)).totpSince !== undefined) return routes.go(context, SETTINGS)
  return show(routes, context, appMain(context.visit, await factors.beginTotp(accountId, email)))
}

async function confirmApp(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId, email } = context.session
  const { factors } = routes.parts.identity
  const pending = await factors.pendingTotp(accountId, email)
  if (pending === undefined) return routes.go(context, SETTINGS)
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await factors.confirmTotp(accountId, context.field('code').replaceAll(/\s/g, ''))
      return await added(routes, context, factorWords(context.visit.locale).app)
    },
    (refusal) => show(routes, context, appMain(context.visit, pending, refusal), refusal),
    context,
  )
}

async function removeApp(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  await routes.parts.identity.factors.removeTotp(context.session.accountId)
  await note(routes, context, 'factor.removed', factorWords(context.visit.locale).app)
  return routes.go(context, SETTINGS, 'factor_removed')
}

async function beginPasskey(
  routes: ConsoleRoutes,
  context: MemberRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { passkeys } = routes.parts.identity
  if (!passkeys.possible) return routes.go(context, SETTINGS)
  const { accountId, email } = context.session
  const { options, token } = await passkeys.begin(accountId, email)
  routes.cookies.set(context.reply, 'second', token)
  return show(routes, context, passkeyMain(context.visit, options, refusal), refusal)
}

async function addPasskey(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const token = routes.cookies.read(context.request, 'second')
  const [response, name] = [context.field('passkey'), context.field('name')]
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await routes.parts.identity.passkeys.add(context.session.accountId, { token, response, name })
      routes.cookies.clear(context.reply, 'second')
      return await added(routes, context, name.trim() || factorWords(context.visit.locale).passkey)
    },
    (refusal) => beginPasskey(routes, context, refusal),
    context,
  )
}

async function removePasskey(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { factors } = routes.parts.identity
  if (!(await factors.removePasskey(context.session.accountId, context.param('id'))))
    throw new AppError('not_found', 'This account has no such passkey.')
  await note(routes, context, 'factor.removed', factorWords(context.visit.locale).passkey)
  return routes.go(context, SETTINGS, 'factor_removed')
}

async function newCodes(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const { factors } = routes.parts.identity
  if (!(await factors.state(accountId)).on) return routes.go(context, SETTINGS)
  const codes = await factors.newRecoveryCodes(accountId)
  await note(routes, context, 'factor.codes', factorWords(context.visit.locale).codes)
  return show(routes, context, codesMain(context.visit, codes))
}

/** Part of the settings. */
export const factorPages: ConsoleSection = {
  routes(app, routes) {
    const path = '/settings/factors'
    const post = (
      url: string,
      handler: (routes: ConsoleRoutes, context: MemberRequest) => Promise<FastifyReply>,
    ) =>
      routes.member(
        app,
        'POST',
        `${path}${url}`,
        afterConfirming(routes, (context) => handler(routes, context)),
      )
    post('/app', beginApp)
    post('/app/confirm', confirmApp)
    post('/app/remove', removeApp)
    post('/passkey', (one, context) => beginPasskey(one, context))
    post('/passkey/add', addPasskey)
    post('/passkeys/:id/remove', removePasskey)
    post('/codes', newCodes)
  },
}
