/** Logging in by the provider of the operator: to it, back from it, and connecting it with a password once. */
import type { FastifyReply } from 'fastify'
import { IdentityError } from '../../identity/identity-error.ts'
import type { OidcLogins } from '../../identity/oidc.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { LinkButton, Outcome } from '../../pages/components.tsx'
import { say } from '../../translations/texts.ts'
import type { ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import { enter, leave } from './entry.tsx'
import { entryForm, passwordField, withIdentityErrors } from './entry-view.tsx'

const CONNECT = '/console/log-in/connect'

function oidcOf({ parts }: PageRequest): OidcLogins {
  const { oidc } = parts.identity
  if (oidc === undefined) throw new AppError('not_found', say('service.noPage'))
  return oidc
}

/** Says why, with the way to another try; nothing of the provider's own text is shown. */
function showError(context: PageRequest, error: IdentityError): FastifyReply {
  const { visit } = context
  const words = visit.words.oidc
  const main = (
    <Outcome
      kind="warning"
      icon="warning"
      title={words.failed}
      text={visit.words.refusals[error.code]}
      actions={<LinkButton label={words.again} href="/console/log-in" />}
    />
  )
  if (error.cause !== undefined) context.request.log.warn({ err: error.cause }, 'a log-in by the provider was refused')
  return context.show({
    title: words.failed,
    main,
    frame: 'entry',
    error,
    ...(error.code === 'oidc_down' && { status: 502 }),
  })
}

const begin = withIdentityErrors(showError, async (context) => {
  const { next, again } = membersOf(context.request.query)
  const asked = { next: safeNext(next), again: again === '1' }
  const { url, browser } = await oidcOf(context).begin(asked, context.visit.origin)
  context.cookies.set(context.reply, 'oidc', browser)
  return context.go(url)
})

const finish = withIdentityErrors(showError, async (context) => {
  const { request, cookies, reply, visit } = context
  const at = request.url.indexOf('?')
  const query = at === -1 ? '' : request.url.slice(at)
  const browser = cookies.read(request, 'oidc')
  const result = await oidcOf(context).finish(query, browser, visit.origin)
  if ('connect' in result) {
    cookies.set(reply, 'oidc', result.connect)
    return context.go(`${CONNECT}?next=${result.next}`)
  }
  await leave(context)
  cookies.clear(reply, 'oidc')
  return enter(context, result.done, { path: result.next })
})

async function showConnect(context: PageRequest, error?: IdentityError): Promise<FastifyReply> {
  const { visit, request } = context
  const oidc = oidcOf(context)
  const words = visit.words.oidc
  const pending = await oidc.pending(context.cookies.read(request, 'oidc') ?? '')
  if (pending === undefined) return showError(context, new IdentityError('oidc_over'))
  const { next } = membersOf(request.query)
  const to = safeNext(request.method === 'POST' ? context.field('next') : next)
  const view = entryForm(visit, {
    title: words.connectTitle,
    text: words.connectText({ name: oidc.name, email: pending.email }),
    action: CONNECT,
    fields: (
      <>
        <input type="hidden" name="next" value={to} />
        {passwordField(visit, error)}
      </>
    ),
    submit: words.connectDo,
    error: error?.code === 'password_wrong' ? undefined : error,
  })
  return context.show({ ...view, error })
}

const connect = withIdentityErrors(showConnect, async (context) => {
  const token = context.cookies.read(context.request, 'oidc') ?? ''
  const done = await oidcOf(context).connect(token, context.field('password'), context.visit.origin)
  await leave(context)
  context.cookies.clear(context.reply, 'oidc')
  return enter(context, done, { path: safeNext(context.field('next')) })
})

/** Pages of the log-in by a provider. */
export const oidcPages: ConsoleSection = {
  routes(routes) {
    routes.open('GET', '/log-in/oidc', begin)
    routes.open('GET', '/log-in/oidc/callback', finish)
    routes.open('GET', '/log-in/connect', showConnect)
    routes.open('POST', '/log-in/connect', connect)
  },
}
