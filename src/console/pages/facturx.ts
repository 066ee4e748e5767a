/** The section "Factur-X": invoices checked and made from JSON, and third-party files checked. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { PROFILES } from '../../facturx/invoice.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { sampleData, sampleTemplate } from '../../pages/samples.ts'
import { templatesCaller } from '../callers.ts'
import { localeChoice } from '../choices.ts'
import { type FileRequest, fileForm, LINE, largestFile } from '../file-forms.ts'
import { ACCOUNT, DOCUMENT, onPage, problemStatus, sendRendered } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import {
  FACTURX_PATH,
  type FacturxInput,
  type FacturxOutcome,
  type FilePage,
  facturxMain,
  fileMain,
  SHIPPED,
} from './facturx-view.ts'
import { facturxWords } from './facturx-words.ts'

const TEMPLATES_LISTED = 100

/** A request with its caller and plan. */
type CallerRequest = MemberRequest & { caller: Caller }

/** The sample without its profile, which is chosen on the page. */
const sampleInvoice = (): string => {
  const { profile: _profile, ...invoice } = sampleData('facturx-invoice')
  return JSON.stringify(invoice, null, 2)
}

async function showFacturx(
  routes: ConsoleRoutes,
  context: MemberRequest,
  sent: { input?: FacturxInput; outcome?: FacturxOutcome } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = routes.parts
  const caller = await templatesCaller(routes, context)
  const own = await templates.list(caller, undefined, TEMPLATES_LISTED)
  const { input, outcome } = sent
  const main = facturxMain(context.visit, {
    templates: own.templates,
    sample: sampleInvoice(),
    baseUrl,
    input,
    outcome,
  })
  const { title } = facturxWords(context.visit.locale)
  const problem = outcome !== undefined && 'problem' in outcome ? outcome.problem : undefined
  const status = problemStatus(problem)
  return routes.show(context, { title, main, section: FACTURX_PATH, status })
}

const inputOf = ({ field, text, visit }: FileRequest): FacturxInput => ({
  template: field('template') || SHIPPED,
  profile: PROFILES.find((one) => one === field('profile')) ?? '',
  locale: localeChoice(visit.locale, '', field('locale')).chosen,
  text: text('data'),
})

async function invoice(routes: ConsoleRoutes, context: FileRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const input = inputOf(context)
  const checking = context.field('do') === 'check'
  return await onPage(
    routes,
    { caller, access: checking ? ACCOUNT : DOCUMENT },
    () => (checking ? checkInvoice : makeInvoice)(routes, { ...context, caller }, input),
    (problem) => showFacturx(routes, context, { input, outcome: { problem } }),
  )
}

const profileOf = ({ profile }: FacturxInput) => {
  const wanted = PROFILES.find((one) => one === profile)
  return wanted === undefined ? {} : { profile: wanted }
}

async function checkInvoice(
  routes: ConsoleRoutes,
  context: CallerRequest,
  input: FacturxInput,
): Promise<FastifyReply> {
  const { template: id } = input
  const report = await routes.parts.facturxChecks.report(context.caller, {
    kind: 'data',
    data: new JsonText(input.text, 'data').parse(),
    invoiceOptions: profileOf(input),
    ...(id !== SHIPPED && { template: { kind: 'stored', id, version: undefined } }),
  })
  return showFacturx(routes, context, { input, outcome: { report } })
}

async function makeInvoice(
  routes: ConsoleRoutes,
  context: CallerRequest,
  input: FacturxInput,
): Promise<FastifyReply> {
  const { template: id, locale } = input
  const shipped = { kind: 'file', name: SHIPPED, bytes: sampleTemplate('facturx-invoice') } as const
  const file = await routes.parts.renders.renderFacturx(
    context.caller,
    {
      template: id === SHIPPED ? shipped : { kind: 'stored', id, version: undefined },
      data: new JsonText(input.text, 'data').parse(),
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
  routes: ConsoleRoutes,
  context: MemberRequest,
  sent: Pick<FilePage, 'checked' | 'fault'> = {},
): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const fileBytesMax = largestFile(caller)
  const main = fileMain(context.visit, { fileBytesMax, baseUrl: routes.parts.baseUrl, ...sent })
  const status = problemStatus(sent.fault)
  const { title } = facturxWords(context.visit.locale)
  return routes.show(context, { title, main, section: FACTURX_PATH, status })
}

async function checkFile(routes: ConsoleRoutes, context: FileRequest): Promise<FastifyReply> {
  const file = context.file('file')
  if (file === undefined) return showFile(routes, context, { fault: 'missing' })
  const caller = await templatesCaller(routes, context)
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const check = { kind: 'file', bytes: file.bytes, invoiceOptions: {} } as const
      const report = await routes.parts.facturxChecks.report(caller, check)
      return showFile(routes, context, { checked: { name: file.filename, report } })
    },
    (fault) => showFile(routes, context, { fault }),
  )
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
  nav: { path: FACTURX_PATH, icon: 'receipt', label: { en: 'Factur-X', fr: 'Factur-X' } },
  routes(app, routes) {
    routes.member(app, 'GET', '/factur-x', (context) => showFacturx(routes, context))
    fileForm(app, routes, { url: '/factur-x', spec: MAKE }, (context) => invoice(routes, context))
    routes.member(app, 'GET', '/factur-x/file', (context) => showFile(routes, context))
    fileForm(app, routes, { url: '/factur-x/file', spec: FILE }, (context) =>
      checkFile(routes, context),
    )
  },
}
