/** The log: one JSON line per event, with what must never be in it taken out. */
import { type Logger, pino } from 'pino'
import { logOutput } from './log-output.ts'

/** Everything that logs takes one of these. */
export type Log = Logger

/**
 * @param level pino level, or `silent`
 * @param more what every line tells besides, such as the span it belongs to
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
        // What the reader of forms tells about itself at level trace holds the headers of the request.
        'busboyOptions.headers',
      ],
      serializers: {
        // The route's pattern, not the address: addresses may hold tokens.
        req: (request: { method?: string; routeOptions?: { url?: string } }) => ({
          method: request.method,
          route: request.routeOptions?.url,
        }),
      },
    },
    logOutput(),
  )
