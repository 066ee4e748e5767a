/** Creating a signature request in the console: the page, the placements found in a PDF, and sending. */

import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { fileBytesMax } from '../../accounts/plans.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { FormLimits, UploadedFile } from '../../http/form.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFinding } from '../../pages/components.tsx'
import { additionalFilesIn } from '../../signing/http/files-form.ts'
import { say } from '../../translations/texts.ts'
import { ownerCaller } from '../callers.ts'
import { type FileRequest, fileForm } from '../file-forms.ts'
import type { ConsoleParts } from '../frame.ts'
import { asTrial, once, orShown } from '../guarded-call.ts'
import { statusOf } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, type Sender, sendersFor, sending } from '../senders.ts'
import { inBytes, type Reader } from '../words.ts'
import { TEMPLATES_PATH } from './bulk-view.tsx'
import { COMPOSE_FORM, DETECTION_FORM, requestTexts } from './compose-input.ts'
import { keepTemplate } from './compose-template.ts'
import { composeMain } from './compose-view.tsx'
import { formFindingsOf } from './form-findings.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

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
  context: MemberRequest,
  findings: readonly FormFinding[] = [],
  status = 200,
): Promise<FastifyReply> {
  const { visit } = context
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
    countries: await context.parts.requests.phoneCountries(context.session.accountId, visit.locale),
    baseUrl: context.parts.baseUrl,
    keep: visit.words.bulk.intent,
  })
  return context.show({ title: visit.words.compose.title, main, status })
}

async function refused(
  context: MemberRequest,
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
async function unreadable(context: MemberRequest, error: AppError): Promise<FormFinding[]> {
  const { visit } = context
  if (error.code !== 'file_too_large') return formFindingsOf(visit.locale, error)
  return [tooLarge(visit, largestOf(await sendersFor(context)))]
}

const tooLarge = (visit: Reader, limit: number): FormFinding => ({
  field: 'file',
  text: visit.words.faults.large({ limit: inBytes(limit, visit) }),
})

/** Faults detected before calling the service. */
function earlyFindings(context: FileRequest, sender: Sender | undefined): FormFinding[] {
  const { visit } = context
  const words = visit.words.faults
  const file = context.file('file')
  if (sender === undefined) return [{ field: 'key', text: words.key }]
  if (!file?.bytes.length) return [{ field: 'file', text: words.fileMissing }]
  const limit = largestOf([sender])
  return file.bytes.length <= limit ? [] : [tooLarge(visit, limit)]
}

async function compose(asked: FileRequest): Promise<FastifyReply> {
  const context = { ...asked, go: goOf(asked) }
  const { clock, requests } = context.parts
  const sender = await chosenSender(context)
  const file = context.file('file')
  const early = earlyFindings(context, sender)
  if (sender === undefined || file === undefined || early.length > 0)
    return await refused(context, early)
  const make = async () => {
    const more = new Map([
      ['file', [file]],
      ['files', context.files('files')],
    ])
    const additional = additionalFilesIn({ texts: new Map(), files: more }, largestOf([sender]))
    if (context.field('intent') === 'template') {
      const caller = ownerCaller(context.parts, context.session.accountId, 'live')
      const kept = { ...file, additional }
      const made = await keepTemplate(context, { ...context.parts, caller }, kept)
      return context.go(`${TEMPLATES_PATH}/${made.id}`, 'request_template_kept')
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
    return context.go(`${REQUESTS_PATH}/${id}`, flash)
  }
  const findings = (error: AppError) => namedFindings(context.visit, context.files('files'), error)
  return await orShown(
    () => once(context, REQUESTS_PATH, make),
    (error) => refused(context, findings(error), statusOf(error)),
  )
}

/** What is wrong with a file after the first one names it. */
export function namedFindings(visit: Reader, files: readonly UploadedFile[], error: AppError) {
  const names = files.map(({ filename }) => filename)
  return formFindingsOf(visit.locale, error).map(({ file, ...finding }) => {
    const name = file === undefined ? undefined : names[file]
    return name === undefined ? finding : { ...finding, text: `${name}: ${finding.text}` }
  })
}

/** How the page is left: a script follows the redirection itself. */
const goOf = (context: MemberRequest): MemberRequest['go'] =>
  isScript(context)
    ? (location, flash) => {
        if (flash !== undefined) context.cookies.set(context.reply, 'flash', flash)
        return context.reply.code(201).header('Cache-Control', 'no-store').send({ location })
      }
    : context.go

/** Detects signature fields in a PDF that is not sent yet; counts as a console trial and stores nothing. */
export async function detectFields(
  context: Pick<FileRequest, 'field' | 'file' | 'reply'> & {
    session: { accountId: string }
    parts: Pick<ConsoleParts, 'accounts' | 'detection'>
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
export function composeRoutes(routes: ConsoleRoutes): void {
  routes.member('GET', '/requests/new', 'requests.change', showCompose)
  // The handler checks the file against the limit of the chosen key.
  const limits = async (context: MemberRequest) =>
    composeLimits(largestOf(await sendersFor(context)))
  const form = {
    url: '/requests',
    action: 'requests.change' as const,
    spec: COMPOSE_FORM,
    limits,
    refused: async (context: MemberRequest, error: AppError) =>
      refused(context, await unreadable(context, error), statusOf(error)),
  }
  fileForm(routes, form, compose)
  fileForm(
    routes,
    { url: '/requests/fields', action: 'requests.change', spec: DETECTION_FORM, limits },
    detectFields,
  )
}
