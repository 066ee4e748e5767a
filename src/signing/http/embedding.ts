/** What pages of others need to embed a signer's page: the script, and leave for their origin. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { describing, JSON_BODY_CODES, jsonAnswer, problems, ref } from '../../http/schemas.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendAsset } from '../../pages/routes.ts'
import { say } from '../../translations/texts.ts'
import { EMBED_ORIGINS_PATH, type Embedding, ORIGINS_MAX } from '../embedding/service.ts'

const ORIGIN_LENGTH_MAX = 300
const EmbedOriginsSchema = Type.Object(
  {
    origins: Type.Array(
      Type.String({ maxLength: ORIGIN_LENGTH_MAX, examples: ['https://app.example.com'] }),
      {
        maxItems: ORIGINS_MAX,
        description:
          'Scheme, host name and, where there is one, port; http:// only for localhost, and only for documents of test keys',
      },
    ),
  },
  {
    $id: 'EmbedOrigins',
    description: 'Origins of the pages that may show signers’ pages in a frame',
    additionalProperties: false,
  },
)

const operation = describing('Account', {})
const theOrigins = jsonAnswer('The origins of the account', ref(EmbedOriginsSchema))

const getEmbedOrigins = operation('getEmbedOrigins', {
  summary: 'Which origins may embed signers’ pages',
  description: 'Without those that the operator allows for every account.',
  response: { 200: theOrigins, ...problems() },
})

const setEmbedOrigins = operation('setEmbedOrigins', {
  summary: 'Set the origins that may embed signers’ pages',
  description:
    'Replaces the whole list; links for an origin that is no longer in it stop working at once. A test key replaces only the origins with http://, which never count for documents of live keys, and leaves the others as they are.',
  body: ref(EmbedOriginsSchema),
  response: { 200: theOrigins, ...problems(...JSON_BODY_CODES, 'validation_failed') },
})

/** The addresses stay the same with every version: an hour is what a change may take. */
const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  // Pages of every origin load it, as a script or as a module (Fetch, 3.2: CORS protocol).
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const FILES = { '/embed.js': 'embed-global.js', '/embed.mjs': 'embed.js' } as const

/** Calls on the origins; and the scripts, which are not in the API description. */
export const embedRoutes: FastifyPluginAsyncTypebox<{
  assets: Assets
  parts: { embedding: Embedding }
}> = async (app, { assets, parts }) => {
  app.addSchema(EmbedOriginsSchema)
  const reading = { config: { access: {} }, schema: getEmbedOrigins } as const
  app.get(EMBED_ORIGINS_PATH, reading, async (request) => ({
    origins: await parts.embedding.of(callerOf(request).account.id),
  }))
  const changing = {
    config: { access: { interface: 'signature', rate: 'changes' } },
    schema: setEmbedOrigins,
  } as const
  app.put(EMBED_ORIGINS_PATH, changing, async (request) => {
    const { account, key } = callerOf(request)
    const { origins } = request.body
    const actor = `key:${key.id}`
    return { origins: await parts.embedding.set(account.id, origins, actor, key.mode) }
  })
  for (const [path, name] of Object.entries(FILES))
    app.get(path, { schema: { hide: true }, config: { access: 'public' } }, (request, reply) => {
      const asset = assets.named(name)
      if (asset === undefined) throw new AppError('not_found', say('branding.noScripts'))
      return sendAsset(request, reply.headers(HEADERS), asset)
    })
}
