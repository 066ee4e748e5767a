/**
 * Re-authentication by password before keys, secrets and data are shown: a stolen session alone does not get them.
 */

import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { Field, LinkButton, Outcome } from '../../pages/components.tsx'
import type { Handler, MemberRequest } from '../route-builder.ts'
import { entryForm, withIdentityErrors } from './entry-view.tsx'

/** Field of the form; the original submission is carried along in hidden fields and executed afterwards. */
const PASSWORD = 'confirm_password'

const NOT_CARRIED = new Set(['csrf', PASSWORD])

function carried(context: MemberRequest) {
  const fields = Object.entries(membersOf(context.request.body))
  return fields.flatMap(([name, value]) =>
    typeof value === 'string' && !NOT_CARRIED.has(name) ? [<input type="hidden" name={name} value={value} />] : [],
  )
}

function showConfirm(context: MemberRequest, error?: IdentityError): FastifyReply {
  const { visit, request } = context
  const words = visit.words.factors.confirm
  const wrong = error?.code === 'password_wrong'
  const view = entryForm(visit, {
    title: words.title,
    text: words.text,
    action: request.url.split('?', 1)[0] ?? '/console',
    fields: (
      <>
        {carried(context)}
        <Field
          id={PASSWORD}
          type="password"
          label={words.password}
          required
          autocomplete="current-password"
          {...(wrong && { error: visit.words.refusals.password_wrong })}
        />
      </>
    ),
    submit: words.submit,
    error: wrong ? undefined : error,
  })
  return context.show({ ...view, error, ...(error === undefined && { status: 403 }) })
}

const hasPassword = async ({ parts, session }: MemberRequest): Promise<boolean> =>
  parts.identity.oidc === undefined || (await parts.identity.logins.hasPassword(session.personId))

/** A person without a password proves it at the provider; what was typed has to be typed again. */
function showAgain(context: MemberRequest): FastifyReply {
  const { visit, parts } = context
  const words = visit.words.oidc
  const name = parts.identity.oidc?.name ?? ''
  const main = (
    <Outcome
      kind="info"
      icon="lock"
      title={words.confirmTitle}
      text={words.confirmText({ name })}
      actions={
        <LinkButton label={words.logIn({ name })} href={'/console/log-in/oidc?again=1&next=/console/settings'} />
      }
    />
  )
  return context.show({ title: words.confirmTitle, main, status: 403, isNowhere: true })
}

/** Runs a handler once the person has proved who they are, now or within the last minutes. */
export const afterConfirming = (handler: Handler<MemberRequest>): Handler<MemberRequest> => {
  const confirmed = withIdentityErrors(showConfirm, async (context) => {
    await context.parts.identity.logins.confirm(context.session, context.field(PASSWORD))
    return await handler(context)
  })
  return async (context) => {
    if (context.session.confirmed) return await handler(context)
    if (!(await hasPassword(context))) return showAgain(context)
    return context.field(PASSWORD) === '' ? showConfirm(context) : await confirmed(context)
  }
}
