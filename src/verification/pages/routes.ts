/** GET and POST /verify: the public page, without a key, rate limited per network address. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { secondsOf } from '../../accounts/address-limits.ts'
import { passwordIn, readForm } from '../../http/form.ts'
import { toAppError } from '../../http/problem.ts'
import { describing, fileAnswer, formBody, publicProblems } from '../../http/schemas.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError, ERRORS } from '../../kernel/errors.ts'
import { chooseLocale, LOCALES, type Locale } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendPage } from '../../pages/headers.ts'
import {
  type AttemptLimit,
  type AttemptLimiter,
  networkOf,
  type Throttling,
} from '../../throttling/ports.ts'
import { say } from '../../translations/texts.ts'
import { VERIFY_FORM } from '../schemas.ts'
import type { VerificationService } from '../service.ts'
import { type Shown, VERIFIED_BYTES_MAX, verifyPage } from './verify-page.tsx'

const OVERHEAD_BYTES = 64 * 1024
/** Rate limit: files verified per network address and minute. */
const FILES: AttemptLimit = {
  name: 'verified-files-minute',
  max: 20,
  windowMs: 60_000,
  lasting: true,
}
/** Most files of the public page verified concurrently: each is held in memory, and callers with a key come first. */
const RUNNING_MAX = 8
const RETRY_SECONDS = 2

const querystring = Type.Object({
  lang: Type.Optional(
    Type.Enum([...LOCALES], {
      title: 'PageLanguage',
      description: 'Language; otherwise the browser’s, else English',
    }),
  ),
})
const pageAnswer = (description: string) => fileAnswer(description, 'text/html')
const operation = describing('Signatures', { security: [] })

const getVerifyPage = operation('getVerifyPage', {
  summary: 'The page on which anyone can verify a PDF',
  querystring,
  response: { 200: pageAnswer('The page'), ...publicProblems('validation_failed') },
})

const postVerifyPage = operation('postVerifyPage', {
  summary: 'Verify a PDF and show the result as a page',
  description: `At most 10 MB, and ${FILES.max} files a minute from one network address. Every response is an HTML page.`,
  querystring,
  body: formBody('VerifyForm', VERIFY_FORM),
  response: {
    200: pageAnswer('The result'),
    ...Object.fromEntries(
      [400, 413, 415, 422, 429, 503].map((status) => [
        status,
        pageAnswer('Why it was not verified'),
      ]),
    ),
  },
})

const readFile = async (request: FastifyRequest) => {
  const limits = {
    fileBytesMax: VERIFIED_BYTES_MAX,
    textBytesMax: 1_024,
    formBytesMax: VERIFIED_BYTES_MAX,
  }
  const form = await readForm(request, VERIFY_FORM, limits)
  const [file] = form.files.get('file') ?? []
  // A browser sends an empty part if no file was chosen.
  if (file === undefined || file.bytes.length === 0)
    throw new AppError('validation_failed', say('pdf.choose'))
  return { ...file, ...passwordIn(form) }
}

/** Limits concurrency, and the rate per network address. */
class VerificationLimit {
  readonly #limiter: AttemptLimiter
  #running = 0

  constructor(throttling: Throttling) {
    this.#limiter = throttling.attemptLimiter(FILES)
  }

  /** @throws rate_limited, server_busy */
  async pass<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= RUNNING_MAX)
      throw new AppError('server_busy', say('http.filesTooMany'), {
        retryAfterSeconds: RETRY_SECONDS,
      })
    const { waitMs } = await this.#limiter.consume(networkOf(address))
    if (waitMs > 0)
      throw new AppError('rate_limited', say('http.filesTooMany'), {
        retryAfterSeconds: secondsOf(waitMs),
      })
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
  }
}

/** The page for people. */
export const verifyPageRoutes: FastifyPluginAsyncTypebox<{
  verification: VerificationService
  assets: Assets
  clock: Clock
  throttling: Throttling
}> = async (app, { verification, assets, clock, throttling }) => {
  const limit = new VerificationLimit(throttling)
  const localeOf = (request: FastifyRequest): Locale => {
    const { lang } = membersOf(request.query)
    return chooseLocale({ query: lang, acceptLanguage: request.headers['accept-language'] })
  }
  const show = (request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200) =>
    sendPage(reply, verifyPage(shown, { locale: localeOf(request), assets }), { status })

  const get = { config: { access: 'public' }, schema: getVerifyPage } as const
  app.get('/verify', get, async (request, reply) => show(request, reply, { kind: 'form' }))

  const post = {
    config: { access: 'public', anonymousBytesMax: VERIFIED_BYTES_MAX + OVERHEAD_BYTES },
    schema: postVerifyPage,
    // Errors before the form is read are shown on the page too.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { code, retryAfterSeconds } = toAppError(error)
      const { status } = ERRORS[code]
      if (status >= 500 && code !== 'server_busy') throw error
      if (retryAfterSeconds !== undefined) void reply.header('Retry-After', retryAfterSeconds)
      show(request, reply, { kind: 'failure', code }, status)
    },
  } as const
  app.post('/verify', post, async (request, reply) => {
    const result = await limit.pass(request.ip, async () =>
      verification.verify(await readFile(request), localeOf(request)),
    )
    const checkedAt = toIso(clock.now())
    return show(request, reply, { kind: 'result', result, checkedAt })
  })
}
