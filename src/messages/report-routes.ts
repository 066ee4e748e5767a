/** POST /messages/twilio/status: delivery reports. Registered only if Twilio is configured with the auth token. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import type { Texts } from './texts.ts'
import { isSignedByTwilio, REPORT_PATH, readReport } from './twilio-reports.ts'

/** What is needed to verify a report. */
export interface ReportParts {
  texts: Texts
  /** Of the account. */
  authToken: string
  /** Public origin of this service as configured at Twilio. */
  origin: string
}

const schema = { hide: true, querystring: Type.Object({ message: Type.Optional(Type.String()) }) }

/** Other callers learn nothing, not even that this path exists. */
const nothing = () => new AppError('not_found', 'This address does not exist.')

/** Receives reports. The limits for anonymous callers apply here too: the guard counts calls per network address. */
export const reportRoutes: FastifyPluginAsyncTypebox<ReportParts> = async (
  app,
  { texts, authToken, origin },
) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  app.post(REPORT_PATH, { schema }, async (request, reply) => {
    const signature = request.headers['x-twilio-signature']
    const { body, query } = request
    if (typeof signature !== 'string' || typeof body !== 'object' || body === null) throw nothing()
    const form = body as Record<string, string>
    if (!(await isSignedByTwilio(authToken, signature, `${origin}${request.url}`, form)))
      throw nothing()
    const report = readReport(query.message ?? '', form)
    if (report !== undefined) await texts.report(report)
    return reply.code(204).send()
  })
}
