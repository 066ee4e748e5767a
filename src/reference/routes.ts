/** GET /postman.json: the API as a Postman collection, with this service's own address. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type PostmanSource, postmanCollection } from './postman.ts'

/** The route. */
export const referenceRoutes: FastifyPluginAsyncTypebox<{
  /** The finished description; requested once the service listens. */
  description: () => object
}> = async (app, { description }) => {
  let text: string | undefined
  app.get(
    '/postman.json',
    { config: { access: 'public', answersAlone: true }, schema: { hide: true } },
    async (_request, reply) => {
      // Cached: generating it takes longer than an anonymous request may block the event loop.
      text ??= postmanText(description())
      return reply
        .type('application/json')
        .header('Content-Disposition', 'attachment; filename="paraph.postman_collection.json"')
        .send(text)
    },
  )
}

/** postman.json as committed and as served. */
export const postmanText = (description: object): string =>
  `${JSON.stringify(postmanCollection(description as PostmanSource), null, 2)}\n`
