/** JSON bodies, parsed by the same strict parser as all other untrusted JSON. */
import { AppError } from '../kernel/errors.ts'
import { cutMember, JsonText } from '../kernel/json-text.ts'
import { say } from '../translations/texts.ts'
import type { App } from './app.ts'
import { jsonObject } from './form.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Members of a JSON body, objects by the schema, that arrive as {@link JsonText} when the body is large. */
    jsonText?: readonly string[]
    /** A call without required input: an empty body counts as an empty object. */
    bodyOptional?: boolean
  }
}

/** Below this, parsing takes less than a millisecond. */
const LARGE_CHARS = 64 * 1024

/**
 * Replaces Fastify's parsers: JSON is parsed strictly and in UTF-8 only, and plain text is rejected; Fastify would
 * pass it to the route as a string, bypassing the schema.
 */
export function readJsonStrictly(app: App): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherCharsets(request.headers['content-type'] ?? '')
      const { bodyOptional, jsonText = [] } = request.routeOptions.config
      if (bodyOptional === true && body.length === 0) {
        done(null, {})
        return
      }
      done(null, readBody(utf8(body as Buffer), jsonText))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/** Parses a large body without the member that its route takes as text. */
function readBody(text: string, asText: readonly string[]): object {
  const cut = text.length < LARGE_CHARS ? undefined : cutMember(text, asText)
  if (cut === undefined) return jsonObject(text, 'the body')
  const body = jsonObject(cut.rest, 'the body')
  return { ...body, [cut.name]: new JsonText(cut.member, cut.name) }
}

function refuseOtherCharsets(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError(
    'unsupported_media_type',
    say('http.charset', { charset: JSON.stringify(charset) }),
  )
}

function utf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch (cause) {
    throw new AppError('json_invalid', say('http.bodyNotUtf8'), {
      cause,
    })
  }
}
