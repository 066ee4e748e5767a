/** JSON bodies, read by the same strict reader as every other JSON from strangers. */
import { JSON_LIMITS, parseJsonObject } from '../kernel/parse-json.ts'
import type { App } from './server.ts'

/** Replaces Fastify's JSON parser. */
export function readJsonStrictly(app: App): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJsonObject(String(body), JSON_LIMITS, 'the body'))
    } catch (error) {
      done(error as Error)
    }
  })
}
