/** The editor in a frame of another page: drafts and request templates, by people without an account here. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../../accounts/caller.ts'
import { maySend } from '../../accounts/key-limits.ts'
import { fileBytesMax, largestForm } from '../../accounts/plans.ts'
import { safeFilename } from '../../http/disposition.ts'
import { type Form, passwordIn, readForm } from '../../http/form.ts'
import { AppError, ERRORS } from '../../kernel/errors.ts'
import { chooseLocale, type Locale } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Outcome } from '../../pages/components.tsx'
import { sendPage } from '../../pages/headers.ts'
import type { Html } from '../../pages/html.ts'
import { documentPage } from '../../pages/page.tsx'
import { brandStyles } from '../../signing/branding/colors.ts'
import { brandHolderOf } from '../../signing/branding/service.ts'
import { type EditorSession, type EditorSessions, editorEnded } from '../../signing/embedding/editor-sessions.ts'
import { additionalFilesIn } from '../../signing/http/files-form.ts'
import type { Signing } from '../../signing/open.ts'
import { inputFromForm } from '../../signing/requests/request-input.ts'
import { say } from '../../translations/texts.ts'
import type { AccountRequests } from '../account-requests.ts'
import { trialCaller } from '../callers.ts'
import { LINE } from '../file-forms.ts'
import type { ConsoleParts } from '../frame.ts'
import { sending } from '../senders.ts'
import { isOwnSite } from '../visit.ts'
import { type Reader, readerIn } from '../words.ts'
import { composeLimits, detectFields, namedFindings } from './compose.ts'
import { COMPOSE_FORM, DETECTION_FORM, documentChanges, requestTexts } from './compose-input.ts'
import { changeTemplate, keepTemplate } from './compose-template.ts'
import { composeMain, titleOf } from './compose-view.tsx'
import { type SavedPage, savedDocument, savedTemplate } from './framed-state.ts'

/** What the editor needs. */
export interface FramedEditorParts
  extends Pick<ConsoleParts, 'accounts' | 'baseUrl' | 'branding' | 'bulk' | 'clock' | 'detection'> {
  assets: Assets
  editorSessions: EditorSessions
  requests: Pick<AccountRequests, 'phoneCountries'>
  signing: Pick<Signing, 'requests' | 'editing' | 'files'>
}

/** A session, opened with the rights of its key. */
interface Opened {
  parts: FramedEditorParts
  request: FastifyRequest
  reply: FastifyReply
  session: EditorSession
  caller: Caller
  visit: Reader
  /** Of the page. */
  path: string
}

const isFound = (error: unknown): boolean => !(error instanceof AppError && ERRORS[error.code].status === 404)

/** Whose it is, also where its time is over; undefined: nobody's, or no origin may show it. */
async function known(parts: FramedEditorParts, request: FastifyRequest) {
  const { token } = request.params as { token: string }
  return { ...(await parts.editorSessions.find(token)), path: `/editor/${token}` }
}

const readerOf = ({ query, headers }: FastifyRequest, session?: EditorSession): Reader =>
  readerIn(
    session?.language ??
      chooseLocale({ query: (query as { lang?: string }).lang, acceptLanguage: headers['accept-language'] }),
  )

/** @throws AppError `editor_session_ended` */
async function opened(
  parts: FramedEditorParts,
  request: FastifyRequest,
  reply: FastifyReply,
  found = known(parts, request),
): Promise<Opened> {
  const { session, isOver, path } = await found
  const caller = await parts.accounts.keys.callerOf(session.key_id)
  const mayEdit = caller?.plan.signature !== undefined && maySend(caller.key.limits ?? { scopes: undefined })
  if (isOver || caller === undefined || !mayEdit) throw editorEnded()
  return { parts, request, reply, session, caller, visit: readerOf(request, session), path }
}

/** What is edited; undefined: nothing has been saved. @throws AppError where it is gone, or no draft any more */
async function savedOf({ parts, session, caller, path }: Opened): Promise<SavedPage | 'sent' | undefined> {
  const { kind, target_id: id } = session
  if (id === null) return undefined
  if (kind === 'request_template') return savedTemplate(await parts.bulk.requestTemplates.get(caller, id), path)
  const document = await parts.signing.requests.get(caller, id)
  return document.status === 'draft' ? savedDocument(document, path) : 'sent'
}

/** A page for the frame; its script tells the page around what has happened. */
function framePage(
  { assets }: Pick<FramedEditorParts, 'assets'>,
  parts: { locale: Locale; title: string; main: Html; origin?: string; error?: string; ownStyles?: string[] },
): string {
  const { origin, error, main, ...page } = parts
  return documentPage({
    ...page,
    assets,
    styles: ['console.css'],
    scripts: ['console.js'],
    bodyClass: 'console-shell framed',
    body: (
      <main id="main" tabindex="-1" data-embed-origin={origin} data-error={error}>
        {main}
      </main>
    ),
  })
}

/** Where nothing can be edited (any more). */
function sendOutcome(
  parts: Pick<FramedEditorParts, 'assets'>,
  reply: FastifyReply,
  page: { visit: Reader; why: 'ended' | 'alone' | 'sent'; origin?: string },
): FastifyReply {
  const { visit, why, origin } = page
  const { title, text } = visit.words.framed.outcomes[why]
  const kind = why === 'sent' ? 'success' : 'warning'
  const main = <Outcome kind={kind} icon={why === 'sent' ? 'check' : 'clock'} title={title} text={text} />
  const facts = { locale: visit.locale, title, main, ...(origin !== undefined && { origin }) }
  const html = framePage(parts, { ...facts, ...(why === 'ended' && { error: 'editor_session_ended' }) })
  const status = { ended: 410, alone: 403, sent: 200 }[why]
  return sendPage(reply, html, { status, frameAncestors: origin })
}

async function showEditor(context: Opened): Promise<FastifyReply> {
  const { parts, reply, session, caller, visit, path } = context
  const saved = await savedOf(context)
  const { origin, kind, may_send } = session
  if (saved === 'sent') return sendOutcome(parts, reply, { visit, why: 'sent', origin })
  const isSaved = (context.request.query as { saved?: string }).saved !== undefined
  const frame = { kind, saved: saved?.state, maySend: may_send === 1, isSaved }
  const main = composeMain(
    { ...visit, csrf: '' },
    {
      senders: [],
      daysMax: caller.plan.signature?.request_expiry_days ?? 0,
      bytesMax: fileBytesMax(caller.plan, 'signature'),
      form: '',
      value: (name) => saved?.values[name] ?? '',
      findings: [],
      countries: await parts.requests.phoneCountries(session.account_id, visit.locale),
      baseUrl: parts.baseUrl,
      action: path,
      frame,
    },
  )
  const { color } = await parts.branding.of(brandHolderOf(caller))
  const html = framePage(parts, {
    ...{ locale: visit.locale, title: titleOf(visit, frame), main, origin },
    ...(color !== null && { ownStyles: [`${path}/brand.css`] }),
  })
  return sendPage(reply, html, { frameAncestors: origin })
}

const pdfIn = (form: Form) => form.files.get('file')?.find(({ bytes }) => bytes.length > 0)

/** Saves what the form says; returns what has become of it. */
async function saved(context: Opened, form: Form, isSent: boolean): Promise<string> {
  const { parts, request, session, caller } = context
  const { editorSessions, signing, bulk, clock } = parts
  const { kind, target_id: id } = session
  const fields = { field: (name: string) => form.texts.get(name) ?? '' }
  const actor = { actor: `key:${caller.key.id}`, ip: request.ip, ua: request.headers['user-agent'] }
  if (id !== null && kind === 'request_template') {
    await changeTemplate(fields, { ...parts, caller }, id)
    return id
  }
  if (id !== null) {
    const before = await signing.requests.get(caller, id)
    if (before.status !== 'draft') throw editorEnded()
    const changes = documentChanges(fields, clock, before)
    await signing.editing.edit(caller, id, { changes, isDraft: true }, actor)
    if (isSent) await signing.requests.send(caller, id, actor)
    return id
  }
  const file = pdfIn(form)
  if (file === undefined) throw new AppError('validation_failed', say('console.filePdf'))
  const additional = additionalFilesIn(form, fileBytesMax(caller.plan, 'signature'))
  if (kind === 'request_template') {
    const made = await keepTemplate(fields, { ...parts, caller }, { ...file, additional })
    try {
      await editorSessions.bind(session.id, made.id)
    } catch (error) {
      // Another window of the same session has saved one before.
      await bulk.requestTemplates.remove(caller, made.id)
      throw error
    }
    return made.id
  }
  const texts = requestTexts(fields, clock)
  if (!isSent) texts.set('send', 'false')
  const input = {
    ...inputFromForm({ texts, files: new Map() }),
    ...{ pdf: file.bytes, filename: safeFilename(file.filename || 'document', 'pdf'), additional },
    ...passwordIn(form),
  }
  const made = await signing.requests.create(caller, input, actor, (trx, { id: made }) =>
    editorSessions.bind(session.id, made, trx),
  )
  return made.id
}

async function save(context: Opened): Promise<FastifyReply> {
  const { parts, request, reply, session, caller, visit, path } = context
  const bytes = fileBytesMax(caller.plan, 'signature')
  void reply.header('Cache-Control', 'no-store')
  let form: Form = { texts: new Map(), files: new Map() }
  try {
    form = await readForm(request, { ...COMPOSE_FORM, csrf: LINE }, composeLimits(bytes))
    const isSent = form.texts.get('intent') === 'send'
    if (isSent && session.may_send === 0) throw new AppError('key_scope_missing', say('embedding.editorNoSending'))
    const id = await sending(parts, caller, () => saved(context, form, isSent))
    const told = { type: isSent ? 'sent' : 'saved', [`${session.kind}_id`]: id }
    return reply.code(201).send({ location: `${path}?saved`, told })
  } catch (error) {
    if (!(error instanceof AppError) || ERRORS[error.code].status >= 500) throw error
    const { code } = error
    const told = code === 'editor_session_ended' ? { type: 'error', code } : undefined
    const faults =
      pdfIn(form) === undefined &&
      session.target_id === null &&
      error.errors.length === 0 &&
      code === 'validation_failed'
        ? [{ field: 'file', text: visit.words.faults.fileMissing }]
        : namedFindings(visit, form.files.get('files') ?? [], error)
    return reply.code(ERRORS[code].status).send({ faults, told })
  }
}

async function search(context: Opened): Promise<FastifyReply> {
  const { parts, request, reply, session, caller } = context
  const limits = composeLimits(fileBytesMax(caller.plan, 'signature'))
  const form = await readForm(request, { ...DETECTION_FORM, csrf: LINE }, limits)
  return await detectFields({
    ...{ parts, reply, session: { accountId: session.account_id } },
    file: (name) => form.files.get(name)?.[0],
    field: (name) => form.texts.get(name) ?? '',
  })
}

async function sendPdf({ parts, request, reply, session, caller }: Opened): Promise<FastifyReply> {
  const { number } = request.params as { number: number }
  const { target_id: id, kind } = session
  if (id === null) throw new AppError('not_found', say('service.noPage'))
  const { bytes } = await (kind === 'document'
    ? parts.signing.files.original(caller, id, number)
    : parts.bulk.requestTemplates.file(caller, id, number))
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return reply.headers(headers).type('application/pdf').send(Buffer.from(bytes))
}

/**
 * The page of a session and what its script calls. The address is the secret: no cookie is set or read, and nothing is
 * taken from pages of another origin.
 */
export const framedEditorRoutes: FastifyPluginAsyncTypebox<FramedEditorParts> = async (app, parts) => {
  const token = Type.String({ maxLength: 100 })
  const hidden = { hide: true, params: Type.Object({ token }) }
  const config = { access: 'public' as const, anonymousBytesMax: largestForm(parts.accounts.plans) }
  app.get('/editor/:token', { config: { access: 'public' }, schema: hidden }, async (request, reply) => {
    const finding = known(parts, request)
    const found = await finding.catch(() => undefined)
    const visit = readerOf(request, found?.session)
    const origin = found && { origin: found.session.origin }
    // In a tab of its own there is no page around that could be told anything.
    if (request.headers['sec-fetch-dest'] === 'document') return sendOutcome(parts, reply, { visit, why: 'alone' })
    try {
      return await showEditor(await opened(parts, request, reply, finding))
    } catch (error) {
      const isEnded = error instanceof AppError && error.code === 'editor_session_ended'
      if (!isEnded && isFound(error)) throw error
      return sendOutcome(parts, reply, { visit, why: 'ended', ...origin })
    }
  })
  const posting = async (request: FastifyRequest, reply: FastifyReply): Promise<Opened> => {
    if (!isOwnSite(request)) throw new AppError('origin_refused', say('embedding.editorEnded'))
    const context = await opened(parts, request, reply)
    const counted = trialCaller(parts, context.session.account_id)
    await parts.accounts.rateLimiter.count(counted, { carries: 'forms' })
    return context
  }
  app.post('/editor/:token', { config, schema: hidden }, async (request, reply) => save(await posting(request, reply)))
  app.post('/editor/:token/fields', { config, schema: hidden }, async (request, reply) =>
    search(await posting(request, reply)),
  )
  const numbered = { hide: true, params: Type.Object({ token, number: Type.Integer() }) }
  app.get('/editor/:token/files/:number', { config: { access: 'public' }, schema: numbered }, async (request, reply) =>
    sendPdf(await opened(parts, request, reply)),
  )
  app.get('/editor/:token/brand.css', { config: { access: 'public' }, schema: hidden }, async (request, reply) => {
    const { caller } = await opened(parts, request, reply)
    const { color } = await parts.branding.of(brandHolderOf(caller))
    if (color === null) throw new AppError('not_found', say('branding.noColour'))
    return reply.header('Cache-Control', 'no-store').type('text/css; charset=utf-8').send(brandStyles(color))
  })
}
