/** GET /assets/…: files of the pages, whose names change with their content. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { Asset, Assets } from './assets.ts'

/** A year, the longest that is customary (RFC 9111 knows no limit). */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * A worker takes its policy from its own response, not from the page. pdf.js decodes JPEG 2000 and
 * JBIG2, of which scans are made, in WebAssembly.
 */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** Sends a file in the best encoding that the client takes. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const { body, encoding } = encoded(asset, request.headers['accept-encoding'] ?? '')
  if (encoding !== undefined) void reply.header('Content-Encoding', encoding)
  return reply.header('Vary', 'Accept-Encoding').type(asset.type).send(body)
}

function encoded(asset: Asset, accepted: string): { body: Buffer; encoding?: string } {
  if (asset.br !== undefined && /\bbr\b/.test(accepted)) return { body: asset.br, encoding: 'br' }
  if (asset.gzip !== undefined && /\bgzip\b/.test(accepted)) {
    return { body: asset.gzip, encoding: 'gzip' }
  }
  return { body: asset.identity }
}

/** Serves the files; not in the API description. */
export const assetRoutes: FastifyPluginAsyncTypebox<{ assets: Assets }> = async (
  app,
  { assets },
) => {
  const schema = { hide: true, params: Type.Object({ '*': Type.String() }) }
  app.get(
    '/assets/*',
    { schema, config: { access: 'public', answersAlone: true } },
    async (request, reply) => {
      const asset = assets.find(request.params['*'])
      if (asset === undefined) throw new AppError('not_found', say('service.noFile'))
      void reply.headers({
        'Cache-Control': FOR_EVER,
        'Content-Security-Policy': POLICY,
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
      return sendAsset(request, reply, asset)
    },
  )
}
