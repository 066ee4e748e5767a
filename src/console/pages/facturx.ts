/** The section "Factur-X": invoices checked and made from JSON, and third-party files checked. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { PROFILES } from '../../facturx/model/invoice.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { jsonObject } from '../../http/form.ts'
import type { AppError } from '../../kernel/errors.ts'
import { sampleData, sampleTemplate } from '../../pages/samples.ts'
import { templatesCaller } from '../callers.ts'
import { localeChoice } from '../choices.tsx'
import { type FileRequest, fileForm, LINE, largestFile } from '../file-forms.ts'
import { ACCOUNT, DOCUMENT, onPage, sendRendered } from '../guarded-call.ts'
import type { FileFinding } from '../problem-words.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { type FilePage, fileMain } from './facturx-file-view.tsx'
import {
  FACTURX_PATH,
  type FacturxInput,
  type FacturxOutcome,
  facturxMain,
  SHIPPED,
} from './facturx-view.tsx'

const TEMPLATES_LISTED = 100

/** A request with its caller and plan. */
type CallerRequest = MemberRequest & { caller: Caller }

/** The sample without its profile, which is chosen on the page. */
const sampleInvoice = (): string => {
  const { profile: _profile, ...invoice } = sampleData('facturx-invoice')
  return JSON.stringify(invoice, null, 2)
}

async function showFacturx(
  context: MemberRequest,
  sent: { input?: FacturxInput; outcome?: FacturxOutcome } = {},
): Promise<FastifyReply> {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const own = await templates.list(caller, undefined, TEMPLATES_LISTED)
  const { input, outcome } = sent
  const main = facturxMain(context.visit, {
    templates: own.templates,
    sample: sampleInvoice(),
    input,
    outcome,
  })
  const problem = outcome !== undefined && 'problem' in outcome ? outcome.problem : undefined
  return context.show({ title: context.visit.words.facturx.title, main, error: problem })
}

const inputOf = ({ field, text, visit }: FileRequest): FacturxInput => ({
  template: field('template') || SHIPPED,
  profile: PROFILES.find((one) => one === field('profile')) ?? '',
  locale: localeChoice(visit.locale, '', field('locale')).chosen,
  text: text('data'),
})

async function invoice(context: FileRequest): Promise<FastifyReply> {
  const input = inputOf(context)
  const checking = context.field('do') === 'check'
  const shown = (problem: AppError) => showFacturx(context, { input, outcome: { problem } })
  const work = (caller: Caller) =>
    (checking ? checkInvoice : makeInvoice)({ ...context, caller }, input)
  return await onPage(context, shown, work, checking ? ACCOUNT : DOCUMENT)
}

const profileOf = ({ profile }: FacturxInput) => {
  const wanted = PROFILES.find((one) => one === profile)
  return wanted === undefined ? {} : { profile: wanted }
}

async function checkInvoice(context: CallerRequest, input: FacturxInput): Promise<FastifyReply> {
  const { template: id } = input
  const report = await context.parts.facturxChecks.report(context.caller, {
    kind: 'data',
    data: jsonObject(input.text, 'data'),
    invoiceOptions: profileOf(input),
    ...(id !== SHIPPED && { template: { kind: 'stored', id, version: undefined } }),
  })
  return showFacturx(context, { input, outcome: { report } })
}

async function makeInvoice(context: CallerRequest, input: FacturxInput): Promise<FastifyReply> {
  const { template: id, locale } = input
  const shipped = { kind: 'file', name: SHIPPED, bytes: sampleTemplate('facturx-invoice') } as const
  const file = await context.parts.renders.renderFacturx(
    context.caller,
    {
      template: id === SHIPPED ? shipped : { kind: 'stored', id, version: undefined },
      data: jsonObject(input.text, 'data'),
      pictures: new Map(),
      format: 'pdfa-3b',
      filename: undefined,
      options: { locale },
      invoiceOptions: profileOf(input),
    },
    clientAbortSignal(context.reply),
  )
  return sendRendered(context, file)
}

async function showFile(
  context: MemberRequest,
  sent: Pick<FilePage, 'checked' | 'finding'> = {},
): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const fileBytesMax = largestFile(caller)
  const main = fileMain(context.visit, { fileBytesMax, ...sent })
  return context.show({ title: context.visit.words.facturx.title, main, error: sent.finding })
}

async function checkFile(context: FileRequest): Promise<FastifyReply> {
  const file = context.file('file')
  const shown = (finding: FileFinding) => showFile(context, { finding })
  if (file === undefined) return shown('missing')
  return await onPage(context, shown, async (caller) => {
    const check = { kind: 'file', bytes: file.bytes, invoiceOptions: {} } as const
    const report = await context.parts.facturxChecks.report(caller, check)
    return showFile(context, { checked: { name: file.filename, report } })
  })
}

const MAKE = {
  data: { kind: 'text-or-file', description: 'the invoice as JSON text' },
  template: LINE,
  profile: LINE,
  locale: LINE,
  do: LINE,
} as const
const FILE = { file: { kind: 'file', description: 'the invoice' } } as const

/** The section. */
export const facturxPages: ConsoleSection = {
  nav: { path: FACTURX_PATH, icon: 'receipt', label: 'facturx' },
  routes(routes) {
    routes.member('GET', '/factur-x', 'home', showFacturx)
    fileForm(routes, { url: '/factur-x', action: 'try', spec: MAKE }, invoice)
    routes.member('GET', '/factur-x/file', 'home', showFile)
    fileForm(routes, { url: '/factur-x/file', action: 'try', spec: FILE }, checkFile)
  },
}
