/** GET /sign/{token}: the signer's page, for every state of a link and for invalid links. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, ERRORS, type ErrorCode } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/unknown.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendPage } from '../../pages/headers.ts'
import { chooseLocale } from '../../pages/locale.ts'
import type { SigningParts } from '../parts.ts'
import type { SignerAccess } from '../signers/access.ts'
import { signerState } from '../signers/view.ts'
import { type DeadLink, renderDeadLink, renderSignPage } from './sign-page.ts'

/** Dependencies of the page. */
export interface SignerPageParts {
  parts: SigningParts
  access: SignerAccess
  assets: Assets
  /** Origins that may show the page in a frame, separated by spaces; empty for none. */
  frameAncestors: string
}

const schema = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  querystring: Type.Object({ lang: Type.Optional(Type.String()) }),
}

/** The page that a person sees instead of a problem document, by error. */
const DEAD: Partial<Record<ErrorCode, DeadLink>> = {
  signing_link_invalid: 'unknown',
  signing_link_ended: 'ended',
  rate_limited: 'busy',
}

/** Not in the API description: people open this page, programs use /sign/{token}/state. */
export const signerPageRoutes: FastifyPluginAsyncTypebox<SignerPageParts> = async (
  app,
  { parts, access, assets, frameAncestors },
) => {
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof AppError)) throw error
    const { code, retryAfterSeconds = 60 } = error
    const why = DEAD[code]
    if (why === undefined) throw error
    const { lang } = membersOf(request.query)
    const acceptLanguage = request.headers['accept-language']
    const locale = chooseLocale({ query: lang, acceptLanguage })
    if (why === 'busy') void reply.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
    void sendPage(reply, renderDeadLink(why, { locale, assets }), { status: ERRORS[code].status })
  }
  const options = { config: { access: 'public' }, schema, errorHandler } as const

  app.get('/sign/:token', options, async (request, reply) => {
    const { token } = request.params
    // Opening it changes nothing: programs that look at links before people do open it too.
    const forward = await access.forward(parts.db, token)
    if (forward === 'late') {
      const acceptLanguage = request.headers['accept-language']
      const locale = chooseLocale({ query: request.query.lang, acceptLanguage })
      return sendPage(reply, renderDeadLink('late', { locale, assets }), { status: 410 })
    }
    if (forward !== undefined) {
      void reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
      return reply.redirect(`/sign/${forward}`, 303)
    }
    const context = await access.context(parts.db, token)
    const locale = chooseLocale({
      query: request.query.lang,
      preferred: context.signer.locale,
      acceptLanguage: request.headers['accept-language'],
    })
    const code = await parts.otp.standing(parts.db, context.signer.id)
    const state = signerState(context, code, locale)
    const { logo, color } = await parts.branding.of(context.request)
    const brand = { logo: logo !== null, color: color !== null }
    const page = renderSignPage({ state, locale, assets, path: `/sign/${token}`, brand })
    return sendPage(reply, page, { frameAncestors })
  })
}
