/** The second factor during a log-in: a code of the authenticator app, a passkey, or a recovery code. */

import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { Button, Field } from '../../pages/components.tsx'
import { OwnForm } from '../components.tsx'
import type { ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import { enter, leave, SECOND_PATH } from './entry.tsx'
import { entryForm, withIdentityErrors } from './entry-view.tsx'

async function showSecond(context: PageRequest, error?: IdentityError): Promise<FastifyReply> {
  const { visit, request } = context
  const { factors, passkeys } = context.parts.identity
  const words = visit.words.factors.second
  const token = context.cookies.read(request, 'second') ?? ''
  const begun = await factors.find(token, 'login')
  if (begun === undefined || error?.code === 'factor_over') return context.go('/console/log-in')
  const { next } = membersOf(request.query)
  const to = safeNext(request.method === 'POST' ? context.field('next') : next)
  const hidden = <input type="hidden" name="next" value={to} />
  const options = await passkeys.ask(token, begun.accountId)
  const wrong = error?.code === 'factor_wrong' ? visit.words.refusals[error.code] : undefined
  const view = entryForm(visit, {
    title: words.title,
    text: words.text,
    action: SECOND_PATH,
    fields: (
      <>
        {hidden}
        <Field
          id="code"
          label={words.code}
          hint={words.codeHint}
          required
          autocomplete="one-time-code"
          maxLength={20}
          {...(wrong !== undefined && { error: wrong })}
        />
      </>
    ),
    submit: words.submit,
    after: (
      <>
        {options !== undefined && (
          <div class="passkey" data-passkey="get" data-failed={words.passkeyFailed} hidden>
            <OwnForm visit={visit} action={SECOND_PATH}>
              {hidden}
              <input type="hidden" name="passkey" value="" data-options={JSON.stringify(options)} />
              <Button label={words.passkey} type="submit" kind="secondary" icon="key" />
            </OwnForm>
            <p class="field-error" role="alert" hidden />
          </div>
        )}
        <p>{words.lost}</p>
        <p>
          <a href="/console/log-in">{words.back}</a>
        </p>
      </>
    ),
    error,
  })
  return context.show({ ...view, scripts: ['passkey.js'] })
}

const takeSecond = withIdentityErrors(showSecond, async (context) => {
  const token = context.cookies.read(context.request, 'second') ?? ''
  const passkey = context.field('passkey')
  const given = passkey === '' ? { code: context.field('code') } : { passkey }
  const done = await context.parts.identity.logins.second(token, given, context.visit.origin)
  await leave(context)
  return enter(context, done, { path: safeNext(context.field('next')) })
})

/** The step between the password and the developer area. */
export const secondStepPages: ConsoleSection = {
  routes(routes) {
    routes.open('GET', '/log-in/second', showSecond)
    routes.open('POST', '/log-in/second', takeSecond)
  },
}
