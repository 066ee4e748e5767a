/** GET /embed.js and /embed.mjs: the script with which pages of others embed a signer's page. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../kernel/errors.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendAsset } from '../../pages/routes.ts'

/** The addresses stay the same with every version: an hour is what a change may take. */
const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  // Pages of every origin load it, as a script or as a module (Fetch, 3.2: CORS protocol).
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const FILES = { '/embed.js': 'embed-global.js', '/embed.mjs': 'embed.js' } as const

/** Not in the API description: programs call nothing here. */
export const embedRoutes: FastifyPluginAsyncTypebox<{ assets: Assets }> = async (
  app,
  { assets },
) => {
  for (const [path, name] of Object.entries(FILES))
    app.get(path, { schema: { hide: true }, config: { access: 'public' } }, (request, reply) => {
      const asset = assets.named(name)
      if (asset === undefined) throw new AppError('not_found', 'The scripts are not built.')
      return sendAsset(request, reply.headers(HEADERS), asset)
    })
}
