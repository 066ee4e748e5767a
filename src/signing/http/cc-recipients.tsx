/** GET /copy/{token}: the finished document, for people who signed nothing. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, ERRORS } from '../../kernel/errors.ts'
import { chooseLanguage, LANGUAGES, languageOf } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Card, Facts, Outcome } from '../../pages/components.tsx'
import { sendPage } from '../../pages/headers.ts'
import { page } from '../../pages/page.tsx'
import type { Throttling } from '../../throttling/ports.ts'
import { say, textsIn } from '../../translations/texts.ts'
import type { Links } from '../model/links.ts'
import { endedAt, type RequestRow } from '../model/rows.ts'
import type { CopyRecipient } from '../model/schemas/cc-recipients.ts'
import { FileQuerySchema } from '../model/schemas/files.ts'
import { signedLinks } from '../pages/outcomes.tsx'
import { type DeadLink, renderDeadLink } from '../pages/sign-page.tsx'
import * as store from '../store/requests.ts'
import { LinkDownloads } from './link-downloads.ts'

interface CopyPageDeps {
  blobs: BlobStore
  clock: Clock
  db: Db
  linkMs: number
  links: Links
  throttling: Pick<Throttling, 'attemptLimiter'>
  trails: Trails
}

/** Dependencies of the page. */
export interface CopyPageParts {
  parts: CopyPageDeps
  assets: Assets
}

const schema = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  querystring: Type.Object({ lang: Type.Optional(Type.String()) }),
}

interface OpenedCopy {
  request: RequestRow
  copy: CopyRecipient
}

/** What a link leads to. @throws AppError `signing_link_invalid`, `signing_link_ended` */
async function opened(
  { db, links, linkMs, clock }: { db: Db; links: Links; linkMs: number; clock: Clock },
  token: string,
): Promise<OpenedCopy> {
  const read = links.readCopy(token)
  const request = read && (await store.findRequest(db, read.requestId))
  const copy = read && request?.copies[read.index]
  const sha256 = request?.files[0].signed_sha256
  if (request === undefined || copy === undefined || sha256 == null)
    throw new AppError('signing_link_invalid', say('links.bad'))
  if (Date.parse(endedAt(request)) + linkMs <= clock.now())
    throw new AppError('signing_link_ended', say('links.copyEnded'))
  return { request, copy }
}

const DEAD: Readonly<Record<string, DeadLink>> = {
  signing_link_invalid: 'unknown',
  signing_link_ended: 'ended',
  rate_limited: 'busy',
}

/** Not in the API description: people open it from their mail. */
export const copyRoutes: FastifyPluginAsyncTypebox<CopyPageParts> = async (app, { parts, assets }) => {
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('Cache-Control', 'private, no-store')
    void reply.header('Referrer-Policy', 'no-referrer')
    void reply.header('X-Robots-Tag', 'noindex')
  })
  app.setErrorHandler((error, request, reply) => {
    const why = error instanceof AppError ? DEAD[error.code] : undefined
    if (!(error instanceof AppError) || why === undefined) throw error
    const { retryAfterSeconds: wait } = error
    if (wait !== undefined) void reply.header('Retry-After', String(wait))
    const locale = chooseLanguage({ acceptLanguage: request.headers['accept-language'] })
    void sendPage(reply, renderDeadLink(why, { locale, assets }), {
      status: ERRORS[error.code].status,
    })
  })
  const options = { config: { access: 'public' }, schema } as const

  app.get('/copy/:token', options, async (request, reply) => {
    const { request: row, copy } = await opened(parts, request.params.token)
    const locale = chooseLanguage({
      query: request.query.lang,
      preferred: languageOf(copy.locale ?? ''),
      acceptLanguage: request.headers['accept-language'],
    })
    const { outcomes, facts: labels, test } = textsIn(locale).signing.pages.sign
    const { completed } = outcomes
    const text = page({
      locale,
      languages: LANGUAGES,
      assets,
      title: completed.title,
      brand: row.sender,
      styles: ['sign.css'],
      main: (
        <>
          {row.mode === 'test' && (
            <div class="sign-note">
              <Alert kind="warning">{test}</Alert>
            </div>
          )}
          <Outcome
            kind="success"
            icon="check"
            title={completed.title}
            text={
              <>
                <p>{completed.text({ name: row.name })}</p>
                <p>{completed.keep}</p>
              </>
            }
            actions={signedLinks(completed.download, `/copy/${request.params.token}/signed`, row.files)}
            after={
              <Card>
                <Facts
                  lines={[
                    [labels.document, row.name],
                    [labels.from, row.sender],
                  ]}
                />
              </Card>
            }
          />
        </>
      ),
    })
    return sendPage(reply, text)
  })

  const downloads = new LinkDownloads(parts)
  const download = { ...options, schema: { ...schema, querystring: FileQuerySchema } }
  app.get('/copy/:token/signed', download, async (request, reply) => {
    const { request: row, copy } = await opened(parts, request.params.token)
    const { ip, headers } = request
    const by = { actor: 'copy', ip, ua: headers['user-agent'], data: { copy: copy.email } }
    return await downloads.send(reply, row, {
      link: `${row.id} ${copy.email}`,
      number: request.query.file_number,
      by,
    })
  })
}
