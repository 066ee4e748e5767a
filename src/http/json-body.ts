/** JSON bodies, read by the same strict reader as every other JSON from strangers. */
import { AppError } from '../kernel/errors.ts'
import { JSON_LIMITS, parseJsonObject } from '../kernel/parse-json.ts'
import type { App } from './server.ts'

/**
 * Replaces Fastify's parsers: JSON is read strictly and in UTF-8 only, and plain text is no body at
 * all; Fastify would hand it to the route as a string, past the schema.
 */
export function readJsonStrictly(app: App): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherCharsets(request.headers['content-type'] ?? '')
      done(null, parseJsonObject(utf8(body as Buffer), JSON_LIMITS, 'the body'))
    } catch (error) {
      done(error as Error)
    }
  })
}

function refuseOtherCharsets(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError(
    'unsupported_media_type',
    `JSON is UTF-8 (RFC 8259), not ${JSON.stringify(charset)}; leave the charset out or say utf-8.`,
  )
}

function utf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch (cause) {
    throw new AppError('json_invalid', 'The body is not UTF-8 text; send the JSON as UTF-8.', {
      cause,
    })
  }
}
