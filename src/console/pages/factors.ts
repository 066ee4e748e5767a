/** Second factors in the settings: adding, removing and recovery codes, each after the password. */
import type { FastifyReply } from 'fastify'
import type { EventType } from '../../identity/events.ts'
import type { IdentityError } from '../../identity/identity-error.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Html } from '../../pages/html.ts'
import { say } from '../../translations/texts.ts'
import type { ConsoleSection, Handler, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import { afterConfirming } from './confirm.tsx'
import { withIdentityErrors } from './entry-view.tsx'
import { appMain, codesMain, passkeyMain } from './factors-view.tsx'

const SETTINGS = '/console/settings'

function show(context: MemberRequest, main: Html, error?: IdentityError): FastifyReply {
  const { section: title } = context.visit.words.factors
  return context.show({ title, main, error, scripts: ['passkey.js'] })
}

/** Logs the change and notifies the owner by mail, in case it was made by an intruder. */
async function note(context: MemberRequest, type: EventType, subject: string) {
  const { personId } = context.session
  await noteEvent(context, type, subject)
  await context.parts.identity.mailFactorChange(personId, context.visit.locale)
}

/** The first factor creates recovery codes; further ones leave them unchanged. */
async function added(context: MemberRequest, subject: string): Promise<FastifyReply> {
  const { personId, id } = context.session
  const { factors, sessions } = context.parts.identity
  await note(context, 'factor.added', subject)
  // Sessions opened with the password alone must log in again.
  await sessions.endOthers(personId, id)
  if ((await factors.state(personId)).recoveryLeft > 0) return context.go(SETTINGS, 'factor_added')
  return show(context, codesMain(context.visit, await factors.newRecoveryCodes(personId)))
}

async function beginApp(context: MemberRequest): Promise<FastifyReply> {
  const { personId, email } = context.session
  const { factors } = context.parts.identity
  if ((await factors.state(personId)).totpSince !== undefined) return context.go(SETTINGS)
  return show(context, appMain(context.visit, await factors.beginTotp(personId, email)))
}

async function confirmApp(context: MemberRequest): Promise<FastifyReply> {
  const { personId, email } = context.session
  const { factors } = context.parts.identity
  const pending = await factors.pendingTotp(personId, email)
  if (pending === undefined) return context.go(SETTINGS)
  const refused = (_: MemberRequest, error: IdentityError) =>
    show(context, appMain(context.visit, pending, error), error)
  return await withIdentityErrors(refused, async () => {
    await factors.confirmTotp(personId, context.field('code').replaceAll(/\s/g, ''))
    return await added(context, context.visit.words.factors.app)
  })(context)
}

async function removeApp(context: MemberRequest): Promise<FastifyReply> {
  await context.parts.identity.factors.removeTotp(context.session.personId)
  await note(context, 'factor.removed', context.visit.words.factors.app)
  return context.go(SETTINGS, 'factor_removed')
}

async function beginPasskey(context: MemberRequest, error?: IdentityError): Promise<FastifyReply> {
  const { passkeys } = context.parts.identity
  if (!passkeys.possible) return context.go(SETTINGS)
  const { personId, email } = context.session
  const { options, token } = await passkeys.begin(personId, email)
  context.cookies.set(context.reply, 'second', token)
  return show(context, passkeyMain(context.visit, options, error), error)
}

const addPasskey = withIdentityErrors(beginPasskey, async (context) => {
  const token = context.cookies.read(context.request, 'second')
  const [response, name] = [context.field('passkey'), context.field('name')]
  const { passkeys } = context.parts.identity
  await passkeys.add(context.session.personId, { token, response, name })
  context.cookies.clear(context.reply, 'second')
  return await added(context, name.trim() || context.visit.words.factors.passkey)
})

async function removePasskey(context: MemberRequest): Promise<FastifyReply> {
  const { factors } = context.parts.identity
  if (!(await factors.removePasskey(context.session.personId, context.param('id'))))
    throw new AppError('not_found', say('console.noPasskey'))
  await note(context, 'factor.removed', context.visit.words.factors.passkey)
  return context.go(SETTINGS, 'factor_removed')
}

async function newCodes(context: MemberRequest): Promise<FastifyReply> {
  const { personId } = context.session
  const { factors } = context.parts.identity
  if (!(await factors.state(personId)).on) return context.go(SETTINGS)
  const codes = await factors.newRecoveryCodes(personId)
  await note(context, 'factor.codes', context.visit.words.factors.codes)
  return show(context, codesMain(context.visit, codes))
}

/** Part of the settings. */
export const factorPages: ConsoleSection = {
  routes(routes) {
    const path = '/settings/factors'
    const post = (url: string, handler: Handler<MemberRequest>) =>
      routes.member('POST', `${path}${url}`, 'self', afterConfirming(handler))
    post('/app', beginApp)
    post('/app/confirm', confirmApp)
    post('/app/remove', removeApp)
    post('/passkey', beginPasskey)
    post('/passkey/add', addPasskey)
    post('/passkeys/:id/remove', removePasskey)
    post('/codes', newCodes)
  },
}
