/** The second factor during a log-in: a code of the authenticator app, a passkey, or a recovery code. */

import type { FastifyReply } from 'fastify'
import type { Refusal } from '../../identity/refusal.ts'
import { membersOf } from '../../kernel/unknown.ts'
import { html } from '../../pages/html.ts'
import { button, field } from '../../pages/pieces.ts'
import { ownForm } from '../pieces.ts'
import type { ConsoleRoutes, ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import { refusalText } from '../words.ts'
import { enter, leave, SECOND_PATH } from './entry.ts'
import { entryForm, orRefusal } from './entry-view.ts'
import { factorWords } from './factors-words.ts'

async function showSecond(
  routes: ConsoleRoutes,
  context: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit, request } = context
  const { factors, passkeys } = routes.parts.identity
  const words = factorWords(visit.locale).second
  const token = routes.cookies.read(request, 'second') ?? ''
  const begun = await factors.find(token, 'login')
  if (begun === undefined || refusal?.code === 'factor_over')
    return routes.go(context, '/console/log-in')
  const { next } = membersOf(request.query)
  const to = safeNext(request.method === 'POST' ? context.field('next') : next)
  const hidden = html`<input type="hidden" name="next" value="${to}">`
  const options = await passkeys.ask(token, begun.accountId)
  const wrong =
    refusal?.code === 'factor_wrong' ? refusalText(visit.locale, refusal.code) : undefined
  const code = field({
    id: 'code',
    label: words.code,
    hint: words.codeHint,
    required: true,
    autocomplete: 'one-time-code',
    maxLength: 20,
    ...(wrong !== undefined && { error: wrong }),
  })
  const byPasskey =
    options !== undefined &&
    html`<div class="passkey" data-passkey="get" data-failed="${words.passkeyFailed}" hidden>${ownForm(
      visit,
      SECOND_PATH,
      html`${hidden}<input type="hidden" name="passkey" value="" data-options="${JSON.stringify(options)}">${button(words.passkey, { type: 'submit', kind: 'secondary', icon: 'key' })}`,
    )}<p class="field-error" role="alert" hidden></p></div>`
  const view = entryForm(visit, {
    title: words.title,
    text: words.text,
    action: SECOND_PATH,
    fields: html`${hidden}${code}`,
    submit: words.submit,
    after: html`${byPasskey}<p>${words.lost}</p><p><a href="/console/log-in">${words.back}</a></p>`,
    refusal,
  })
  return routes.show(context, { ...view, scripts: ['passkey.js'] })
}

async function takeSecond(routes: ConsoleRoutes, context: PageRequest): Promise<FastifyReply> {
  const token = routes.cookies.read(context.request, 'second') ?? ''
  const passkey = context.field('passkey')
  const given = passkey === '' ? { code: context.field('code') } : { passkey }
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const done = await routes.parts.identity.logins.second(token, given, context.visit.origin)
      await leave(routes, context)
      return enter(routes, context, done, { path: safeNext(context.field('next')) })
    },
    (refusal) => showSecond(routes, context, refusal),
    context,
  )
}

/** The step between the password and the developer area. */
export const secondStepPages: ConsoleSection = {
  routes(app, routes) {
    routes.open(app, 'GET', '/log-in/second', (context) => showSecond(routes, context))
    routes.open(app, 'POST', '/log-in/second', (context) => takeSecond(routes, context))
  },
}
