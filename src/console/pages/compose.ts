/** Creating a signature request in the console: the page, the placements found in a PDF, and sending. */

import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { fileBytesMax } from '../../accounts/plans.ts'
import type { DetectionService } from '../../detection/service.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { FormLimits, UploadedFile } from '../../http/form.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { FormFinding } from '../../pages/components.tsx'
import { additionalFilesIn } from '../../signing/http/files-form.ts'
import { say, textsIn } from '../../translations/texts.ts'
import type { AccountRequests } from '../account-requests.ts'
import { ownerCaller } from '../callers.ts'
import { type FileRequest, fileForm } from '../file-forms.ts'
import type { CommonParts } from '../frame.ts'
import { asTrial, isShown, problemStatus } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, type Sender, sendersFor, sending } from '../senders.ts'
import { inBytes } from '../words.ts'
import { TEMPLATES_PATH } from './bulk-view.tsx'
import { COMPOSE_FORM, DETECTION_FORM, requestTexts } from './compose-input.ts'
import { type ComposeTemplateNeeds, keepTemplate } from './compose-template.ts'
import { composeMain } from './compose-view.tsx'
import { formFindingsOf } from './form-findings.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

/** What these pages need besides what every page has. */
export type ComposeNeeds = {
  baseUrl: string
  clock: Clock
  detection: DetectionService
  requests: AccountRequests
} & ComposeTemplateNeeds
type Context = MemberRequest<ComposeNeeds>

/** Maximum text of a form in bytes: without script it has a separate field for each of a signer's values. */
const TEXT_BYTES_MAX = 256 * 1024
const TEXTS_MAX = 60

/** Maximum file size in bytes over the keys that may send. */
const largestOf = (senders: readonly Sender[]): number =>
  Math.max(...senders.map(({ caller }) => fileBytesMax(caller.plan, 'signature')))

/** Scripts get JSON, browsers a page. */
const isScript = ({ request }: Context): boolean =>
  request.headers.accept?.includes('application/json') === true

async function showCompose(
  context: Context,
  findings: readonly FormFinding[] = [],
  status = 200,
): Promise<FastifyReply> {
  const { locale } = context.visit
  const senders = await sendersFor(context)
  const days = senders.map(({ caller }) => caller.plan.signature?.request_expiry_days ?? 0)
  const main = composeMain(context.visit, {
    senders,
    daysMax: Math.max(...days),
    bytesMax: largestOf(senders),
    action: REQUESTS_PATH,
    form: randomBytes(12).toString('base64url'),
    value: context.field,
    findings,
    countries: await context.parts.requests.phoneCountries(context.session.accountId, locale),
    baseUrl: context.parts.baseUrl,
    keep: textsIn(locale).console.bulk.intent,
  })
  const { title } = textsIn(locale).console.compose
  return context.show({ title, main, section: REQUESTS_PATH, status })
}

async function refused(
  context: Context,
  findings: readonly FormFinding[],
  status = 422,
): Promise<FastifyReply> {
  if (!isScript(context)) return await showCompose(context, findings, status)
  return context.reply.code(status).header('Cache-Control', 'no-store').send({ faults: findings })
}

/** Size limits of the form. */
export const composeLimits = (bytes: number): FormLimits => ({
  fileBytesMax: bytes,
  textBytesMax: TEXT_BYTES_MAX,
  formBytesMax: bytes + 2 * TEXT_BYTES_MAX,
  textsMax: TEXTS_MAX,
})

/** Error page for a form that could not be read. */
async function unreadable(context: Context, error: AppError): Promise<FormFinding[]> {
  const { locale } = context.visit
  if (error.code !== 'file_too_large') return formFindingsOf(locale, error)
  return [tooLarge(locale, largestOf(await sendersFor(context)))]
}

const tooLarge = (locale: Locale, limit: number): FormFinding => ({
  field: 'file',
  text: textsIn(locale).console.faults.large({ limit: inBytes(limit, locale) }),
})

/** Faults detected before calling the service. */
function earlyFindings(
  context: FileRequest<ComposeNeeds>,
  sender: Sender | undefined,
): FormFinding[] {
  const { locale } = context.visit
  const words = textsIn(locale).console.faults
  const file = context.file('file')
  if (sender === undefined) return [{ field: 'key', text: words.key }]
  if (!file?.bytes.length) return [{ field: 'file', text: words.fileMissing }]
  const limit = largestOf([sender])
  return file.bytes.length <= limit ? [] : [tooLarge(locale, limit)]
}

async function compose(context: FileRequest<ComposeNeeds>): Promise<FastifyReply> {
  const { clock, requests } = context.parts
  const sender = await chosenSender(context)
  const file = context.file('file')
  const early = earlyFindings(context, sender)
  if (sender === undefined || file === undefined || early.length > 0)
    return await refused(context, early)
  const form = `${context.session.id} ${context.field('form')}`
  if (!(await context.forms.consume(form))) return done(context, REQUESTS_PATH, 'form_repeated')
  try {
    const more = new Map([
      ['file', [file]],
      ['files', context.files('files')],
    ])
    const additional = additionalFilesIn({ texts: new Map(), files: more }, largestOf([sender]))
    if (context.field('intent') === 'template') {
      const caller = ownerCaller(context.parts, context.session.accountId, 'live')
      const kept = { ...file, additional }
      const made = await keepTemplate(context, { ...context.parts, caller }, kept)
      return done(context, `${TEMPLATES_PATH}/${made.id}`, 'request_template_kept')
    }
    const input = {
      pdf: file.bytes,
      filename: file.filename,
      additional,
      texts: requestTexts(context, clock),
    }
    const { id, status } = await sending(context.parts, sender.caller, () =>
      requests.create(sender.caller, input, actorOf(context)),
    )
    const flash = status === 'draft' ? 'request_drafted' : 'request_sent'
    return done(context, `${REQUESTS_PATH}/${id}`, flash)
  } catch (error) {
    await context.forms.release(form)
    if (!isShown(error)) throw error
    return await refused(
      context,
      namedFindings(context.visit.locale, context.files('files'), error),
      problemStatus(error),
    )
  }
}

/** What is wrong with a file after the first one names it. */
export function namedFindings(
  locale: Locale,
  files: readonly UploadedFile[],
  error: AppError,
): FormFinding[] {
  const names = files.map(({ filename }) => filename)
  return formFindingsOf(locale, error).map(({ file, ...finding }) => {
    const name = file === undefined ? undefined : names[file]
    return name === undefined ? finding : { ...finding, text: `${name}: ${finding.text}` }
  })
}

function done(
  context: Context,
  location: string,
  flash: 'form_repeated' | 'request_drafted' | 'request_sent' | 'request_template_kept',
): FastifyReply {
  if (!isScript(context)) return context.go(location, flash)
  context.cookies.set(context.reply, 'flash', flash)
  return context.reply.code(201).header('Cache-Control', 'no-store').send({ location })
}

/** Detects signature fields in a PDF that is not sent yet; counts as a console trial and stores nothing. */
export async function detectFields(
  context: Pick<FileRequest<Pick<ComposeNeeds, 'detection'>>, 'field' | 'reply'> & {
    file(name: string): UploadedFile | undefined
    session: { accountId: string }
    parts: Pick<ComposeNeeds, 'detection'> & Pick<CommonParts, 'accounts'>
  },
): Promise<FastifyReply> {
  const file = context.file('file')
  if (file === undefined) throw new AppError('validation_failed', say('console.filePdf'))
  const signal = clientAbortSignal(context.reply)
  const detected = await asTrial(context, (caller) =>
    context.parts.detection.detect(
      { ...file, password: context.field('password') },
      caller,
      signal,
    ),
  )
  const fields = detected.fields
    .filter(({ kind }) => kind === 'signature')
    .map(({ page, x, y, width, height, signer, text }) => ({
      ...{ page, x, y, width, height, text },
      ...(signer !== undefined && { signer }),
    }))
  return context.reply.header('Cache-Control', 'no-store').send({ fields })
}

/** The routes. */
export function composeRoutes(routes: ConsoleRoutes<ComposeNeeds>): void {
  routes.member('GET', '/requests/new', 'requests.change', showCompose)
  // The handler checks the file against the limit of the chosen key.
  const limits = async (context: Context) => composeLimits(largestOf(await sendersFor(context)))
  const form = {
    url: '/requests',
    action: 'requests.change' as const,
    spec: COMPOSE_FORM,
    limits,
    refused: async (context: Context, error: AppError) =>
      refused(context, await unreadable(context, error), problemStatus(error)),
  }
  fileForm(routes, form, compose)
  fileForm(
    routes,
    { url: '/requests/fields', action: 'requests.change', spec: DETECTION_FORM, limits },
    detectFields,
  )
}
