/**
 * GET /dev/outbox: messages stored instead of sent; GET /dev/mails: each mail that there is. Registered only if there is an outbox, so never in production.
 */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import type { Outbox } from './outbox.ts'
import { MAIL_POLICY, OUTBOX_POLICY, outboxPage, PREVIEW_POLICY } from './outbox-page.tsx'
import { type MailPreview, previewedMail, previewPage } from './preview-page.tsx'

/** These responses contain signing links and codes. */
const PRIVATE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Host names by which a browser on this machine reaches it; any other may come from DNS rebinding by a foreign page.
 */
const OWN_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const OWN_ADDRESSES = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/
/** Headers that a proxy adds. */
const PROXIED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** How the service is reached, as configured by the operator. */
interface Reached {
  /** Address that it listens on. */
  host: string
  baseUrl: string
  signUrl: string
  trustedProxies: number
}

/**
 * Whether the outbox has pages: only if the service listens on the loopback interface, has no other public name and
 * no proxy in front. An instance exposed to the internet without being marked as production thus shows nobody the
 * codes.
 */
export const outboxHasPages = ({ host, baseUrl, signUrl, trustedProxies }: Reached): boolean =>
  trustedProxies === 0 &&
  OWN_ADDRESSES.test(host) &&
  [baseUrl, signUrl].every((url) => OWN_NAMES.test(new URL(url).hostname))

/** Detects an unconfigured proxy by its headers, and a foreign DNS name that resolves to this machine. */
function isOwn({ headers, ip, hostname, raw }: FastifyRequest): boolean {
  // HTTP/1.0 is what a minimally configured proxy speaks; no browser does.
  if (raw.httpVersion === '1.0' || PROXIED.some((name) => headers[name] !== undefined)) return false
  return OWN_NAMES.test(hostname) && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}

function sendHtml(reply: FastifyReply, page: string | undefined, policy: string): FastifyReply {
  if (page === undefined) throw nothing()
  const headers = { ...PRIVATE, 'Content-Security-Policy': policy }
  return reply.headers(headers).type('text/html; charset=utf-8').send(page)
}

const nothing = () => new AppError('not_found', say('service.noAddress'))

/** The outbox as a page, as JSON, and each mail as its HTML; previews of all mails. Only where {@link outboxHasPages}. */
export const outboxRoutes: FastifyPluginAsyncTypebox<{
  outbox: Outbox
  /** What `/dev/mails` shows; at least one. */
  previews: readonly MailPreview[]
}> = async (app, { outbox, previews }) => {
  const hidden = { hide: true }
  app.addHook('onRequest', async (request) => {
    if (!isOwn(request)) throw nothing()
  })

  app.get('/dev/outbox', { schema: hidden }, async (request, reply) => {
    const { refresh } = membersOf(request.query)
    return sendHtml(reply, outboxPage(await outbox.list(), refresh === 'on'), OUTBOX_POLICY)
  })

  app.get('/dev/outbox.json', { schema: hidden }, async (_request, reply) =>
    reply.headers(PRIVATE).send({ messages: await outbox.list() }),
  )

  const one = { hide: true, params: Type.Object({ id: Type.String() }) }
  app.get('/dev/outbox/:id', { schema: one }, async (request, reply) => {
    const message = await outbox.get(request.params.id)
    return sendHtml(reply, message?.html, MAIL_POLICY)
  })

  app.get('/dev/mails', { schema: hidden }, async (_request, reply) =>
    reply.redirect(`/dev/mails/${previews[0]?.name}`),
  )
  const named = { hide: true, params: Type.Object({ name: Type.String() }) }
  app.get('/dev/mails/:name', { schema: named }, async ({ params }, reply) =>
    sendHtml(reply, previewPage(previews, params.name), OUTBOX_POLICY),
  )
  const [name, language] = [Type.String(), Type.String()]
  const scheme = Type.Enum(['light', 'dark'])
  const preview = { hide: true, params: Type.Object({ name, language, scheme }) }
  app.get('/dev/mails/:name/:language/:scheme', { schema: preview }, async ({ params }, reply) =>
    sendHtml(reply, previewedMail(previews, params), PREVIEW_POLICY),
  )
}
