/** GET /sign/{token}: the signer's page, for every state of a link and for invalid links. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, ERRORS, type ErrorCode } from '../../kernel/errors.ts'
import { chooseLanguage, type Language } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendPage } from '../../pages/headers.ts'
import { maskedPhone } from '../model/people.ts'
import { renderOpenPage } from '../pages/open-page.tsx'
import {
  type DeadLink,
  renderDeadLink,
  renderHandBack,
  renderSignPage,
} from '../pages/sign-page.tsx'
import type { Needs } from '../requests/parts.ts'
import { isHandedBack, type SignerAccess, type SignerContext } from '../signers/access.ts'
import type { SignerActions } from '../signers/actions.ts'
import { bindingOf } from '../signers/phone-and-consent.ts'
import { signerState } from '../signers/view.ts'
import { openingOf } from './call.ts'

type SignerPageDeps = Needs<'branding' | 'db' | 'otp'>

/** Dependencies of the page. */
export interface SignerPageParts {
  parts: SignerPageDeps
  access: SignerAccess
  actions: Pick<SignerActions, 'opening' | 'steps'>
  assets: Assets
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
  signing_delegated: 'delegated',
  signer_removed: 'removed',
  rate_limited: 'busy',
}

const goTo = (reply: FastifyReply, token: string): FastifyReply =>
  reply
    .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .redirect(`/sign/${token}`, 303)

/** Whether a browser shows the page in a tab of its own (Fetch Metadata, W3C); older ones do not say. */
const isAlone = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'document'

/** The page that asks for the code first. */
function lockedPage(
  context: SignerContext,
  given: { locale: Language; assets: Assets } & Pick<SignerPageParts, 'access' | 'actions'>,
): string {
  const { locale, assets, access, actions } = given
  const { name: document, sender } = context.request
  const phone = actions.opening.phoneOf(context)
  const to = phone === null ? context.signer.email : maskedPhone(phone)
  const place = { to, byMail: phone === null }
  const outside = context.embedOrigin && `/sign/${access.outside(context)}`
  return renderOpenPage({ locale, assets, document, sender, place, outside })
}

/** Not in the API description: people open this page, programs use /sign/{token}/state. */
export const signerPageRoutes: FastifyPluginAsyncTypebox<SignerPageParts> = async (
  app,
  { parts, access, actions, assets },
) => {
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof AppError)) throw error
    const { code, retryAfterSeconds = 60 } = error
    const why = DEAD[code]
    if (why === undefined) throw error
    const { lang } = membersOf(request.query)
    const acceptLanguage = request.headers['accept-language']
    const locale = chooseLanguage({ query: lang, acceptLanguage })
    if (why === 'busy') void reply.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
    void sendPage(reply, renderDeadLink(why, { locale, assets }), { status: ERRORS[code].status })
  }
  const options = { config: { access: 'public' }, schema, errorHandler } as const

  app.get('/sign/:token', options, async (request, reply) => {
    const { token } = request.params
    // Opening it changes nothing: programs that look at links before people do open it too.
    const forward = await access.forward(parts.db, token)
    if (forward?.late === true) {
      const { embedOrigin } = forward
      const acceptLanguage = request.headers['accept-language']
      const locale = chooseLanguage({ query: request.query.lang, acceptLanguage })
      const page = renderDeadLink('late', { locale, assets, embedOrigin })
      return sendPage(reply, page, { status: 410, frameAncestors: embedOrigin })
    }
    if (forward !== undefined) return goTo(reply, isAlone(request) ? forward.page : forward.frame)
    const context = await access.context(parts.db, token)
    const { embedOrigin } = context
    // What the trail says of a frame must be so: in a tab of its own the page is the ordinary one.
    if (embedOrigin !== undefined && isAlone(request)) return goTo(reply, access.outside(context))
    const locale = chooseLanguage({
      query: request.query.lang,
      preferred: context.signer.locale,
      acceptLanguage: request.headers['accept-language'],
    })
    const { host } = context
    if (host !== undefined && isHandedBack(context)) {
      // On secure origins, what the browser keeps of this page goes with it.
      void reply.header('Clear-Site-Data', '"cache", "storage"')
      return sendPage(reply, renderHandBack(host, { locale, assets }))
    }
    if (actions.opening.isLocked(context, openingOf(request, context))) {
      const locked = lockedPage(context, { locale, assets, access, actions })
      return sendPage(reply, locked, { frameAncestors: embedOrigin })
    }
    const code = await parts.otp.status(parts.db, bindingOf(context))
    const state = signerState(context, code, locale, await actions.steps(context))
    const { logo, color } = await parts.branding.of(context.request)
    const brand = { logo: logo !== null, color: color !== null }
    const page = renderSignPage({
      state,
      locale,
      assets,
      path: `/sign/${token}`,
      brand,
      embedOrigin,
      host,
    })
    return sendPage(reply, page, { frameAncestors: embedOrigin })
  })
}
