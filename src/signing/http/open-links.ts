/** Open links over HTTP: the calls of their owners, and the public page with its two calls. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { AppError } from '../../kernel/errors.ts'
import { chooseLanguage, type Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendPage } from '../../pages/headers.ts'
import { type ShownParts, senderName } from '../open-links/mail.ts'
import { COMPONENTS, ConfirmSchema, StartSchema } from '../open-links/schemas.ts'
import type { OpenLinks } from '../open-links/service.ts'
import type { OpenLinkStarts, Visitor } from '../open-links/starting.ts'
import { renderDeadLink } from '../pages/sign-page.tsx'
import { renderStartOutcome, renderStartPage } from '../pages/start-page.tsx'
import { keepPrivate } from './call.ts'
import { ACCESS } from './operations/calls.ts'
import { operations } from './operations/open-links.ts'

const PATH = '/api/v1/request-templates/:id/links'

/** Calls of owners. */
export const openLinkRoutes: FastifyPluginAsyncTypebox<{ openLinks: OpenLinks }> = async (
  app,
  { openLinks },
) => {
  for (const schema of COMPONENTS) app.addSchema(schema)

  app.post(PATH, operations.createOpenLink, async (request, reply) => {
    const made = await openLinks.create(callerOf(request), request.params.id, request.body)
    const path = PATH.replace(':id', request.params.id)
    return reply.code(201).header('Location', `${path}/${made.id}`).send(made)
  })

  app.get(PATH, operations.listOpenLinks, (request) =>
    openLinks.list(callerOf(request), request.params.id),
  )

  app.get(`${PATH}/:link_id`, operations.getOpenLink, (request) =>
    openLinks.get(callerOf(request), request.params.id, request.params.link_id),
  )

  app.patch(`${PATH}/:link_id`, operations.updateOpenLink, (request) => {
    const { id, link_id } = request.params
    return openLinks.update(callerOf(request), id, link_id, request.body)
  })

  app.delete(`${PATH}/:link_id`, operations.deleteOpenLink, async (request, reply) => {
    const { id, link_id } = request.params
    await openLinks.remove(callerOf(request), id, link_id)
    return reply.code(204).send(null)
  })
}

const hidden = { hide: true, params: Type.Object({ token: Type.String({ maxLength: 100 }) }) }

const visitorOf = (request: FastifyRequest, reply: FastifyReply): Visitor => ({
  ip: request.ip,
  ua: request.headers['user-agent'],
  signal: clientAbortSignal(reply),
})

/** What visitors open and call. Not in the API description: programs create requests with a key. */
export const startRoutes: FastifyPluginAsyncTypebox<{
  openLinkStarts: OpenLinkStarts
  parts: ShownParts
  assets: Assets
}> = async (app, { openLinkStarts: starts, parts, assets }) => {
  app.addHook('onSend', keepPrivate)
  const localeOf = ({ query, headers }: FastifyRequest, preferred?: string): Language =>
    chooseLanguage({
      query: (query as { lang?: string }).lang,
      acceptLanguage: [preferred, headers['accept-language']].filter(Boolean).join(','),
    })

  const seen = {
    ...hidden,
    querystring: Type.Object({ lang: Type.Optional(Type.String()) }),
  }
  app.get('/start/:token', { config: ACCESS.link, schema: seen }, async (request, reply) => {
    const { token } = request.params
    const found = await starts.seen(token).catch((error) => {
      if (error instanceof AppError && error.code === 'open_link_not_found') return undefined
      throw error
    })
    if (found === undefined) {
      const page = renderDeadLink('unknown', { locale: localeOf(request), assets })
      return sendPage(reply, page, { status: 404 })
    }
    const { link, isEnded, ready, work } = found
    const locale = localeOf(request, link.request.locale)
    if (ready === undefined) {
      const why = isEnded ? 'ended' : 'unavailable'
      const page = renderStartOutcome(why, { locale, assets })
      return sendPage(reply, page, { status: isEnded ? 410 : 409 })
    }
    const { definition } = ready.template
    const page = renderStartPage({
      locale,
      assets,
      document: definition.name,
      sender: await senderName(parts, link, ready.template),
      message: definition.message,
      needsInvitation: link.invitation_hash !== null,
      work,
    })
    return sendPage(reply, page)
  })

  const asking = { ...hidden, body: StartSchema }
  app.post(
    '/start/:token/code',
    { config: ACCESS.link, schema: asking },
    async (request, reply) => {
      const { lang, ...given } = request.body
      const language = chooseLanguage({
        query: lang,
        acceptLanguage: request.headers['accept-language'],
      })
      const visitor = visitorOf(request, reply)
      const asked = await starts.askCode(request.params.token, { ...given, language }, visitor)
      return reply.code(202).send(asked)
    },
  )

  // Each challenge counts once: the next attempt needs another one.
  app.get('/start/:token/challenge', { config: ACCESS.link, schema: hidden }, async (request) => {
    return (await starts.seen(request.params.token)).work
  })

  const confirming = { ...hidden, body: ConfirmSchema }
  app.post('/start/:token/confirm', { config: ACCESS.link, schema: confirming }, (request, reply) =>
    starts.confirm(request.params.token, request.body, visitorOf(request, reply)),
  )
}
