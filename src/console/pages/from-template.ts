/** A signature request from a stored template: what `POST /create-signature-request` does, in the console. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { requireInterface } from '../../accounts/guard.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { FormLimits } from '../../http/form.ts'
import type { FormSpec } from '../../http/form-spec.ts'
import type { AppError } from '../../kernel/errors.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { FormFinding } from '../../pages/components.tsx'
import { templatesCaller } from '../callers.ts'
import { localeChoice } from '../choices.tsx'
import { type FileRequest, fileForm, LINE } from '../file-forms.ts'
import { once, orShown } from '../guarded-call.ts'
import { statusOf } from '../problem-words.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { sampleOf } from '../samples.ts'
import { actorOf, chosenSender, type Sender, sendersFor, sending } from '../senders.ts'
import type { Reader } from '../words.ts'
import { COMPOSE_FORM, PLAIN_SIGNERS, requestTexts, signerFields } from './compose-input.ts'
import { formFindingsOf, isAboutForm } from './form-findings.ts'
import { chooseTemplateMain, fromTemplateMain } from './from-template-view.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'

/** Most people that a page of fields is made for; the API takes more. */
const SIGNERS_MAX = 10
const DATA_BYTES_MAX = 5 * 1024 * 1024
const TEXTS_MAX = 120
const LISTED_MAX = 100

const { file: _file, signers: _signers, ...lines } = COMPOSE_FORM
const FORM: FormSpec = {
  ...lines,
  template: LINE,
  locale: LINE,
  data: { kind: 'text-or-file', description: 'the data as JSON text' },
  ...signerFields(SIGNERS_MAX),
}

interface Failed {
  findings: readonly FormFinding[]
  problem?: AppError
  data: string
  status: number
}

/** The template, its data to start with and the people it asks to sign. */
async function chosen(context: MemberRequest, id: string) {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const template = await templates.get(caller, id)
  const versions = await templates.versions(caller, id)
  const { signatures } = await templates.fields(caller, id, undefined)
  const roles = [...new Set(signatures.map(({ key }) => key))].slice(0, SIGNERS_MAX)
  const sample = await sampleOf(templates, caller, template, versions)
  return { template, roles, sample, signers: roles.length || PLAIN_SIGNERS }
}

async function show(context: MemberRequest, failed?: Failed): Promise<FastifyReply> {
  const { parts, visit, session } = context
  const { title } = visit.words.fromTemplate
  const query = membersOf(context.request.query).template
  const id = context.field('template') || (typeof query === 'string' ? query : '')
  if (id === '') {
    const caller = await templatesCaller(context)
    const { templates } = await parts.templates.list(caller, undefined, LISTED_MAX)
    const main = chooseTemplateMain(visit, templates)
    return context.show({ title, main })
  }
  const about = await chosen(context, id)
  const senders = await sendersFor(context)
  const days = senders.map(({ caller }) => caller.plan.signature?.request_expiry_days ?? 0)
  const main = fromTemplateMain(visit, {
    ...about,
    senders,
    daysMax: Math.max(...days),
    bytesMax: 0,
    form: randomBytes(12).toString('base64url'),
    value: context.field,
    data: failed?.data ?? about.sample,
    findings: failed?.findings ?? [],
    problem: failed?.problem,
    action: REQUESTS_PATH,
    countries: await parts.requests.phoneCountries(session.accountId, visit.locale),
    baseUrl: parts.baseUrl,
  })
  return context.show({ title, main, status: failed?.status ?? 200 })
}

async function create(context: FileRequest): Promise<FastifyReply> {
  const { parts, visit } = context
  const sender = await chosenSender(context)
  const data = context.text('data')
  const early = earlyFinding(visit, sender)
  if (sender === undefined || early !== undefined)
    return await show(context, { findings: early === undefined ? [] : [early], data, status: 422 })
  const send = async () => {
    const { id, status } = await sending(parts, sender.caller, () =>
      renderAndSend(context, sender, data),
    )
    const flash = status === 'draft' ? 'request_drafted' : 'request_sent'
    return context.go(`${REQUESTS_PATH}/${id}`, flash)
  }
  return await orShown(
    () => once(context, REQUESTS_PATH, send),
    (error) => {
      const status = statusOf(error)
      return isAboutForm(error)
        ? show(context, { findings: formFindingsOf(visit.locale, error), data, status })
        : show(context, { findings: [], problem: error, data, status })
    },
  )
}

function earlyFinding(visit: Reader, sender: Sender | undefined): FormFinding | undefined {
  if (sender === undefined) return { field: 'key', text: visit.words.faults.key }
  if (sender.caller.plan.documents === undefined)
    return { field: 'key', text: visit.words.fromTemplate.plan }
  return undefined
}

/** As the key that sends, which here may use any template of the account. */
async function renderAndSend(context: FileRequest, { caller }: Sender, data: string) {
  const { parts, visit } = context
  requireInterface(caller, 'documents')
  const { roles } = await chosen(context, context.field('template'))
  const input = {
    template: { kind: 'stored' as const, id: context.field('template'), version: undefined },
    data: new JsonText(data, 'data'),
    pictures: new Map(),
    format: 'pdf' as const,
    filename: undefined,
    options: { locale: localeChoice(visit.locale, '', context.field('locale')).chosen },
  }
  const texts = requestTexts(context, parts.clock, { max: SIGNERS_MAX, roles })
  const signal = clientAbortSignal(context.reply)
  return await parts.renders.renderForSigning(
    { ...caller, owner: true },
    input,
    signal,
    ({ bytes, filename, placements, documentWarnings: warnings }) => {
      const input = { pdf: bytes, filename, texts, placements, warnings }
      return parts.requests.create(caller, input, actorOf(context))
    },
  )
}

/** The routes. */
export function fromTemplateRoutes(routes: ConsoleRoutes): void {
  const limits = async (): Promise<FormLimits> => ({
    fileBytesMax: DATA_BYTES_MAX,
    textBytesMax: DATA_BYTES_MAX,
    formBytesMax: DATA_BYTES_MAX,
    textsMax: TEXTS_MAX,
  })
  routes.member('GET', '/requests/from-template', 'requests.change', (context) => show(context))
  fileForm(
    routes,
    { url: '/requests/from-template', action: 'requests.change', spec: FORM, limits },
    create,
  )
}
