/** The log: one JSON line per event, with sensitive fields removed. */
import { type Logger, pino } from 'pino'
import { logOutput } from './log-output.ts'

/** Everything that logs takes one of these. */
type Log = Logger

/**
 * @param level pino level, or `silent`
 * @param more additional fields of every line, such as its span
 */
export const createLog = (level: string, more?: () => object): Log =>
  pino(
    {
      level,
      ...(more !== undefined && { mixin: more }),
      redact: [
        'req.headers["x-api-key"]',
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["paraph-session"]',
        // The form parser's output at level trace contains the request headers.
        'busboyOptions.headers',
      ],
      serializers: {
        // The route's pattern, not the URL: URLs may contain tokens.
        req: (request: { method?: string; routeOptions?: { url?: string } }) => ({
          method: request.method,
          route: request.routeOptions?.url,
        }),
      },
    },
    logOutput(),
  )
