/** GET /sign/{token}: the signer's page, for every state of a link and for links that lead nowhere. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import type { Assets } from '../pages/assets.ts'
import { sendPage } from '../pages/headers.ts'
import { chooseLocale } from '../pages/locale.ts'
import type { Door } from './door.ts'
import { renderDeadLink, renderSignPage } from './pages/sign-page.ts'
import type { SigningParts } from './parts.ts'
import { signerState } from './signer-view.ts'

/** What the page needs. */
export interface SignerPageParts {
  parts: SigningParts
  door: Door
  assets: Assets
}

const schema = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  querystring: Type.Object({ lang: Type.Optional(Type.String()) }),
}

/** Not part of the described interface: people open it, programs use /sign/{token}/state. */
export const signerPageRoutes: FastifyPluginAsyncTypebox<SignerPageParts> = async (
  app,
  { parts, door, assets },
) => {
  app.get('/sign/:token', { config: { access: 'public' }, schema }, async (request, reply) => {
    const { token } = request.params
    const hints = { query: request.query.lang, acceptLanguage: request.headers['accept-language'] }
    try {
      const visit = await door.visit(parts.db, token)
      const locale = chooseLocale({ ...hints, preferred: visit.signer.locale })
      const code = await parts.otp.standing(parts.db, visit.signer.id)
      const state = signerState(visit, code)
      return sendPage(reply, renderSignPage({ state, locale, assets, path: `/sign/${token}` }))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'signing_link_invalid') throw error
      const locale = chooseLocale(hints)
      return sendPage(reply, renderDeadLink('unknown', { locale, assets }), { status: 404 })
    }
  })
}
