/** Creating a signature request in the console: the page, the placements found in a PDF, and sending. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { fileBytesMax } from '../../accounts/plans.ts'
import type { App } from '../../http/app.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { FormLimits } from '../../http/form.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Locale } from '../../pages/locale.ts'
import { trialCaller } from '../callers.ts'
import { type FileRequest, fileForm } from '../file-forms.ts'
import { isShown, problemStatus } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, type Sender, sendersFor, sending } from '../senders.ts'
import type { SingleUseForms } from '../single-use-forms.ts'
import { inBytes } from '../words.ts'
import { COMPOSE_FORM, DETECTION_FORM, requestTexts } from './compose-order.ts'
import { composeMain } from './compose-view.ts'
import { composeWords } from './compose-words.ts'
import { type FormFault, faultsOf, faultWords } from './request-faults.ts'
import { REQUESTS_PATH } from './requests-list.ts'

/** Maximum text of a form in bytes: without script it has a separate field for each of a signer's values. */
const TEXT_BYTES_MAX = 256 * 1024
const TEXTS_MAX = 60

/** Maximum file size in bytes over the keys that may send. */
const largestOf = (senders: readonly Sender[]): number =>
  Math.max(...senders.map(({ caller }) => fileBytesMax(caller.plan, 'signature')))

/** Scripts get JSON, browsers a page. */
const isScript = ({ request }: MemberRequest): boolean =>
  request.headers.accept?.includes('application/json') === true

async function showCompose(
  routes: ConsoleRoutes,
  context: MemberRequest,
  faults: readonly FormFault[] = [],
  status = 200,
): Promise<FastifyReply> {
  const { locale } = context.visit
  const senders = await sendersFor(routes, context)
  const days = senders.map(({ caller }) => caller.plan.signature?.request_expiry_days ?? 0)
  const main = composeMain(context.visit, {
    senders,
    daysMax: Math.max(...days),
    bytesMax: largestOf(senders),
    form: randomBytes(12).toString('base64url'),
    value: context.field,
    faults,
    baseUrl: routes.parts.baseUrl,
  })
  const { title } = composeWords(locale)
  return routes.show(context, { title, main, section: REQUESTS_PATH, status })
}

async function refused(
  routes: ConsoleRoutes,
  context: MemberRequest,
  faults: readonly FormFault[],
  status = 422,
): Promise<FastifyReply> {
  if (!isScript(context)) return await showCompose(routes, context, faults, status)
  return context.reply.code(status).header('Cache-Control', 'no-store').send({ faults })
}

/** Size limits of the form; the handler checks the file against the limit of the chosen key. */
async function limitsOf(routes: ConsoleRoutes, context: MemberRequest): Promise<FormLimits> {
  const bytes = largestOf(await sendersFor(routes, context))
  return {
    fileBytesMax: bytes,
    textBytesMax: TEXT_BYTES_MAX,
    formBytesMax: bytes + 2 * TEXT_BYTES_MAX,
    textsMax: TEXTS_MAX,
  }
}

/** Error page for a form that could not be read. */
async function unreadable(
  routes: ConsoleRoutes,
  context: MemberRequest,
  error: AppError,
): Promise<FormFault[]> {
  const { locale } = context.visit
  if (error.code !== 'file_too_large') return faultsOf(locale, error)
  return [tooLarge(locale, largestOf(await sendersFor(routes, context)))]
}

const tooLarge = (locale: Locale, limit: number): FormFault => ({
  field: 'file',
  text: faultWords(locale).large(inBytes(limit, locale)),
})

/** Faults detected before calling the service. */
function earlyFaults(context: FileRequest, sender: Sender | undefined): FormFault[] {
  const { locale } = context.visit
  const words = faultWords(locale)
  const file = context.file('file')
  if (sender === undefined) return [{ field: 'key', text: words.key }]
  if (!file?.bytes.length) return [{ field: 'file', text: words.fileMissing }]
  const limit = largestOf([sender])
  return file.bytes.length <= limit ? [] : [tooLarge(locale, limit)]
}

async function compose(
  routes: ConsoleRoutes,
  context: FileRequest,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const { clock, requests } = routes.parts
  const sender = await chosenSender(routes, context)
  const file = context.file('file')
  const early = earlyFaults(context, sender)
  if (sender === undefined || file === undefined || early.length > 0)
    return await refused(routes, context, early)
  const form = `${context.session.id} ${context.field('form')}`
  if (!forms.take(form)) return done(routes, context, REQUESTS_PATH, 'form_repeated')
  try {
    const input = {
      pdf: file.bytes,
      filename: file.filename,
      texts: requestTexts(context, clock),
    }
    const { id, status } = await sending(routes.parts, sender.caller, () =>
      requests.create(sender.caller, input, actorOf(context)),
    )
    const flash = status === 'draft' ? 'request_drafted' : 'request_sent'
    return done(routes, context, `${REQUESTS_PATH}/${id}`, flash)
  } catch (error) {
    forms.giveBack(form)
    if (!isShown(error)) throw error
    return await refused(
      routes,
      context,
      faultsOf(context.visit.locale, error),
      problemStatus(error),
    )
  }
}

function done(
  routes: ConsoleRoutes,
  context: MemberRequest,
  location: string,
  flash: 'form_repeated' | 'request_drafted' | 'request_sent',
): FastifyReply {
  if (!isScript(context)) return routes.go(context, location, flash)
  routes.cookies.set(context.reply, 'flash', flash)
  return context.reply.code(201).header('Cache-Control', 'no-store').send({ location })
}

/** Detects signature fields in a PDF that is not sent yet; counts as a console trial and stores nothing. */
async function detectFields(routes: ConsoleRoutes, context: FileRequest): Promise<FastifyReply> {
  const { accounts, detection } = routes.parts
  const file = context.file('file')
  if (file === undefined) throw new AppError('validation_failed', '"file" must be a PDF.')
  const caller = trialCaller(routes.parts, context.session.accountId)
  const leave = accounts.rateLimiter.enter(caller, { interface: 'documents' })
  try {
    const { fields } = await detection.detect(file, clientAbortSignal(context.reply))
    const found = fields
      .filter(({ kind }) => kind === 'signature')
      .map(({ page, x, y, width, height, signer, text }) => ({
        page,
        x,
        y,
        width,
        height,
        text,
        ...(signer !== undefined && { signer }),
      }))
    return context.reply.header('Cache-Control', 'no-store').send({ fields: found })
  } finally {
    leave()
  }
}

/** The routes. */
export function composeRoutes(app: App, routes: ConsoleRoutes, forms: SingleUseForms): void {
  routes.member(app, 'GET', '/requests/new', (context) => showCompose(routes, context))
  const limits = (context: MemberRequest) => limitsOf(routes, context)
  const form = {
    url: '/requests',
    spec: COMPOSE_FORM,
    limits,
    refused: async (context: MemberRequest, error: AppError) =>
      refused(routes, context, await unreadable(routes, context, error), problemStatus(error)),
  }
  fileForm(app, routes, form, (context) => compose(routes, context, forms))
  fileForm(app, routes, { url: '/requests/fields', spec: DETECTION_FORM, limits }, (context) =>
    detectFields(routes, context),
  )
}
