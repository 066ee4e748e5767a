/** GET /copy/{token}: the finished document, for people who signed nothing, and how far it is for those who follow it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { BlobStore } from '../../files/blob-store.ts'
import { AppError, ERRORS } from '../../kernel/errors.ts'
import { chooseLanguage, type Language, languageOf } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Card, Facts, Outcome } from '../../pages/components.tsx'
import { sendPage } from '../../pages/headers.ts'
import type { HtmlPart } from '../../pages/html.ts'
import { say, textsIn } from '../../translations/texts.ts'
import { fileNumbered } from '../model/file-names.ts'
import { statusOf } from '../model/participant-actions.ts'
import { nameOf } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { FileQuerySchema } from '../model/schemas/files.ts'
import { renderOpenPage } from '../pages/open-page.tsx'
import { signedLinks } from '../pages/outcomes.tsx'
import { moment, othersList, signerPage, testNote } from '../pages/parts.tsx'
import { type DeadLink, renderDeadLink } from '../pages/sign-page.tsx'
import { CopyOpening, type CopyOpeningDeps, type OpenedCopy } from '../signers/copy-opening.ts'
import { OPENED_S } from '../signers/opening.ts'
import * as store from '../store/requests.ts'
import { cookieOf, keepPrivate, linkCookie, openingCookie } from './call.ts'
import { LinkDownloads } from './link-downloads.ts'
import { originOf } from './registering.ts'

type CopyPageDeps = CopyOpeningDeps & { blobs: BlobStore; linkMs: number }

/** Dependencies of the page. */
export interface CopyPageParts {
  parts: CopyPageDeps
  assets: Assets
  /** Whether links lead to https. */
  secure: boolean
}

const schema = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  querystring: Type.Object({ lang: Type.Optional(Type.String()) }),
}
const options = { config: { access: 'public' }, schema } as const
const ofFile = { ...options, schema: { ...schema, querystring: FileQuerySchema } }

/** What a link leads to. @throws AppError `signing_link_invalid`, `signing_link_ended` */
async function opened({ db, links, linkMs, clock }: CopyPageDeps, token: string): Promise<OpenedCopy> {
  const read = links.readCopy(token)
  const request = read && (await store.findRequest(db, read.requestId))
  const copy = request?.copies.find(({ email }, index) => read?.isFor(email, index))
  const isShown = request?.status === 'completed' || (copy?.from_start === true && request?.status !== 'draft')
  if (request === undefined || copy === undefined || !isShown)
    throw new AppError('signing_link_invalid', say('links.bad'))
  if (request.ended_at !== null && Date.parse(request.ended_at) + linkMs <= clock.now())
    throw new AppError('signing_link_ended', say('links.copyEnded'))
  return { request, copy }
}

const DEAD: Readonly<Record<string, DeadLink>> = {
  signing_link_invalid: 'unknown',
  signing_link_ended: 'ended',
  rate_limited: 'busy',
}

/** What the page says: how far the document is. */
function shownOf({ status, name, sender, returned }: RequestRow, locale: Language) {
  const { outcomes } = textsIn(locale).signing.pages.sign
  const { page: following } = textsIn(locale).signing.notifications.following
  if (status === 'completed') {
    const { title, text, keep } = outcomes.completed
    return { kind: 'success', icon: 'check', title, texts: [text({ name }), keep] } as const
  }
  if (status === 'pending' || status === 'draft') {
    const { title } = returned === null ? following : outcomes.returned
    return { kind: 'info', icon: 'clock', title, texts: [following.text({ name, sender })] } as const
  }
  const { title, text } = outcomes[status]
  return { kind: 'info', icon: 'cross', title, texts: [text({ sender })] } as const
}

function linksTo({ status, files }: RequestRow, locale: Language, path: string): HtmlPart {
  const { completed } = textsIn(locale).signing.pages.sign.outcomes
  if (status === 'completed') return signedLinks(completed.download, `${path}/signed`, files)
  const { view } = textsIn(locale).signing.notifications.following.page
  return status === 'pending' && signedLinks(view, `${path}/file`, files)
}

/** The page of a document: done, under way for those who follow it, or at its end. */
function copyPage(
  row: RequestRow,
  signers: readonly SignerRow[],
  { locale, assets, path }: { locale: Language; assets: Assets; path: string },
): string {
  const words = textsIn(locale).signing.pages.sign
  const shown = shownOf(row, locale)
  const people = signers.map((signer) => ({ ...signer, name: nameOf(signer), status: statusOf(signer) }))
  const isOpen = row.status === 'pending'
  return signerPage({
    locale,
    assets,
    title: shown.title,
    brand: row.sender,
    main: (
      <>
        {row.mode === 'test' && testNote(words)}
        <Outcome
          {...shown}
          text={shown.texts.map((each) => <p>{each}</p>)}
          actions={linksTo(row, locale, path)}
          after={
            <Card>
              <Facts
                lines={[
                  [words.facts.document, row.name],
                  [words.facts.from, row.sender],
                  [words.facts.expires, isOpen && moment(row.expires_at, locale)],
                  [
                    textsIn(locale).signing.notifications.following.page.people,
                    isOpen && othersList(words, people, locale),
                  ],
                ]}
              />
            </Card>
          }
        />
      </>
    ),
  })
}

type CopyParts = { parts: CopyPageDeps; opening: CopyOpening; secure: boolean }

const heldBy = (request: FastifyRequest, { request: { id } }: OpenedCopy) => cookieOf(request, openingCookie(id))

/** Routes of the files, and of the code before them. */
const fileRoutes: FastifyPluginAsyncTypebox<CopyParts> = async (app, { parts, opening, secure }) => {
  /** @throws AppError `opening_code_required` */
  async function unlocked(request: FastifyRequest, token: string): Promise<OpenedCopy> {
    const found = await opened(parts, token)
    if (opening.isLocked(found, heldBy(request, found)))
      throw new AppError('opening_code_required', say('links.openingCode'))
    return found
  }

  // The file as it is now, for those who follow it.
  app.get('/copy/:token/file', ofFile, async (request, reply) => {
    const { request: row } = await unlocked(request, request.params.token)
    if (row.status !== 'pending') throw new AppError('signing_link_invalid', say('links.bad'))
    const file = fileNumbered(row, request.query.file_number)
    const sha256 = file.current_sha256 ?? file.original_sha256
    return reply.type('application/pdf').send(await parts.blobs.get(sha256))
  })

  const asking = { ...options, schema: { ...schema, body: Type.Object({}) } }
  app.post('/copy/:token/opening-code', asking, async (request, reply) => {
    const found = await opened(parts, request.params.token)
    return reply.code(202).send(await opening.request(found, originOf(request)))
  })

  const body = Type.Object({ code: Type.String({ pattern: '^\\d{6}$' }) })
  const entering = { ...options, schema: { ...schema, body } }
  app.post('/copy/:token/opening', entering, async (request, reply) => {
    const { token } = request.params
    const found = await opened(parts, token)
    const held = await opening.enter(found, request.body.code, originOf(request))
    const attributes = linkCookie(request, { path: `/copy/${token}`, sameSite: 'Lax', secure })
    const cookie = `${openingCookie(found.request.id)}=${held}`
    void reply.header('Set-Cookie', `${cookie}; ${attributes}; Max-Age=${OPENED_S}`)
    return reply.code(204).send(null)
  })

  const downloads = new LinkDownloads(parts)
  app.get('/copy/:token/signed', ofFile, async (request, reply) => {
    const { request: row, copy } = await unlocked(request, request.params.token)
    const by = { actor: 'copy', ...originOf(request), data: { copy: copy.email } }
    const number = request.query.file_number
    return await downloads.send(reply, row, { link: `${row.id} ${copy.email}`, number, by })
  })
}

/** Not in the API description: people open it from their mail. */
export const copyRoutes: FastifyPluginAsyncTypebox<CopyPageParts> = async (app, { parts, assets, secure }) => {
  app.addHook('onSend', keepPrivate)
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
  const opening = new CopyOpening(parts)
  app.get('/copy/:token', options, async (request, reply) => {
    const { token } = request.params
    const found = await opened(parts, token)
    const { request: row, copy } = found
    const locale = chooseLanguage({
      query: request.query.lang,
      preferred: languageOf(copy.locale ?? ''),
      acceptLanguage: request.headers['accept-language'],
    })
    if (opening.isLocked(found, heldBy(request, found))) {
      const place = { to: copy.email, byMail: true }
      const { name: document, sender } = row
      const given = { locale, assets, document, sender, place, outside: undefined }
      return sendPage(reply, renderOpenPage(given))
    }
    const signers = await store.signersOf(parts.db, row.id)
    return sendPage(reply, copyPage(row, signers, { locale, assets, path: `/copy/${token}` }))
  })
  await app.register(fileRoutes, { parts, opening, secure })
}
