/**
 * POST /messages/twilio/status: delivery reports; POST /messages/twilio/pressed: a key was pressed in a call. Registered only
 * if Twilio is configured with the auth token.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { Calls } from './calls.ts'
import type { Texts } from './texts.ts'
import { said } from './twilio-calls.ts'
import {
  isPressed,
  isSignedByTwilio,
  PRESSED_PATH,
  REPORT_PATH,
  readCallReport,
  readReport,
} from './twilio-reports.ts'

/** What is needed to verify a report. */
interface ReportParts {
  texts: Texts
  /** Absent: codes are not spoken in calls. */
  calls: Calls | undefined
  /** Of the account. */
  authToken: string
  /** Public origin of this service as configured at Twilio. */
  origin: string
}

const schema = { hide: true, querystring: Type.Object({ message: Type.Optional(Type.String()) }) }

/** Other callers learn nothing, not even that this path exists. */
const nothing = () => new AppError('not_found', say('service.noAddress'))

/** Receives reports. The limits for anonymous callers apply here too: the guard counts calls per network address. */
export const reportRoutes: FastifyPluginAsyncTypebox<ReportParts> = async (
  app,
  { texts, calls, authToken, origin },
) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  /** What Twilio has posted. @throws AppError `not_found` unless it is signed */
  const signedForm = async (request: FastifyRequest): Promise<Record<string, string>> => {
    const { headers, body, url } = request
    const signature = headers['x-twilio-signature']
    if (typeof signature !== 'string' || typeof body !== 'object' || body === null) throw nothing()
    const form = body as Record<string, string>
    if (!(await isSignedByTwilio(authToken, signature, `${origin}${url}`, form))) throw nothing()
    return form
  }

  app.post(REPORT_PATH, { schema }, async (request, reply) => {
    const form = await signedForm(request)
    const { message = '' } = request.query
    const report = readReport(message, form)
    if (report !== undefined) await texts.report(report)
    const ofCall = readCallReport(message, form)
    if (ofCall !== undefined) await calls?.ended(ofCall)
    return reply.code(204).send()
  })

  if (calls === undefined) return
  app.post(PRESSED_PATH, { schema }, async (request, reply) => {
    const form = await signedForm(request)
    if (!isPressed(form)) throw nothing()
    const words = await calls.pressed(request.query.message ?? '')
    return reply.type('text/xml; charset=utf-8').send(await said(words))
  })
}
