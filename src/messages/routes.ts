/** GET /dev/outbox: what was kept instead of sent. Registered only where there is an outbox, so never in production. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
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

const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Somebody may put a service on the internet and forget to say that it is production: then the outbox, with its
 * codes, still shows itself to the own network alone.
 */
function isNear(request: FastifyRequest, proxied: boolean): boolean {
  const { headers, ip } = request
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  // A proxy that nobody told us of: the address is the proxy's, not the visitor's.
  if (forwarded && !proxied) return false
  return ipaddr.isValid(ip) && NEAR.has(ipaddr.process(ip).range())
}

const nothing = () => new AppError('not_found', 'There is nothing at this address.')

/**
 * The outbox as a page, as JSON, and each mail as its HTML.
 * @param options `proxied`: X-Forwarded-For of a known proxy has been read already
 */
export const outboxRoutes: FastifyPluginAsyncTypebox<{
  outbox: Outbox
  proxied: boolean
}> = async (app, { outbox, proxied }) => {
  const hidden = { hide: true } as object
  app.addHook('onRequest', async (request) => {
    if (!isNear(request, proxied)) throw nothing()
  })

  app.get('/dev/outbox', { schema: hidden }, async (request, reply) => {
    const { refresh } = request.query as Record<string, unknown>
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
