/** GET /dev/outbox: what was kept instead of sent. Registered only where there is an outbox, so never in production. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { membersOf } from '../kernel/unknown.ts'
import type { Outbox } from './outbox.ts'
import { MAIL_POLICY, OUTBOX_POLICY, outboxPage } from './outbox-page.ts'

/** Signing links and codes are in these answers. */
const PRIVATE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Names under which a browser on this machine reaches it; under any other, a page elsewhere may have chosen the name. */
const OWN_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const OWN_ADDRESSES = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/
/** What a proxy adds to what it passes on. */
const PROXIED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** How the service is reached, as the operator has set it. */
export interface Reached {
  /** Address that it listens on. */
  host: string
  baseUrl: string
  signUrl: string
  trustedProxies: number
}

/**
 * Whether the outbox has pages: only where the service listens on this machine alone, is known under no other name
 * and no proxy stands in front. Whoever puts it on the internet and forgets to say that it is production shows
 * nobody the codes.
 */
export const outboxHasPages = ({ host, baseUrl, signUrl, trustedProxies }: Reached): boolean =>
  trustedProxies === 0 &&
  OWN_ADDRESSES.test(host) &&
  [baseUrl, signUrl].every((url) => OWN_NAMES.test(new URL(url).hostname))

/** A proxy that nobody told us of gives itself away, and a name that leads here by DNS is not ours. */
function isOwn({ headers, ip, hostname, raw }: FastifyRequest): boolean {
  // What a proxy speaks that was set up in one line; no browser does.
  if (raw.httpVersion === '1.0' || PROXIED.some((name) => headers[name] !== undefined)) return false
  return OWN_NAMES.test(hostname) && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}

const nothing = () => new AppError('not_found', 'There is nothing at this address.')

/** The outbox as a page, as JSON, and each mail as its HTML. Only where {@link outboxHasPages}. */
export const outboxRoutes: FastifyPluginAsyncTypebox<{ outbox: Outbox }> = async (
  app,
  { outbox },
) => {
  const hidden = { hide: true }
  app.addHook('onRequest', async (request) => {
    if (!isOwn(request)) throw nothing()
  })

  app.get('/dev/outbox', { schema: hidden }, async (request, reply) => {
    const { refresh } = membersOf(request.query)
    const page = outboxPage(await outbox.list(), refresh === 'on')
    return reply
      .headers({ ...PRIVATE, 'Content-Security-Policy': OUTBOX_POLICY })
      .type('text/html; charset=utf-8')
      .send(page)
  })

  app.get('/dev/outbox.json', { schema: hidden }, async (_request, reply) =>
    reply.headers(PRIVATE).send({ messages: await outbox.list() }),
  )

  const one = { hide: true, params: Type.Object({ id: Type.String() }) }
  app.get('/dev/outbox/:id', { schema: one }, async (request, reply) => {
    const message = await outbox.get(request.params.id)
    if (message?.html === undefined) throw nothing()
    return reply
      .headers({ ...PRIVATE, 'Content-Security-Policy': MAIL_POLICY })
      .type('text/html; charset=utf-8')
      .send(message.html)
  })
}
