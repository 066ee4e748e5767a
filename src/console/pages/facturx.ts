/** The section "Factur-X": an invoice checked and made of JSON, and files of others checked. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { PROFILES } from '../../facturx/invoice.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { sampleData, sampleTemplate } from '../../pages/samples.ts'
import { templatesCaller } from '../callers.ts'
import { localeChoice } from '../choices.ts'
import { type FileScene, fileForm, LINE, largestFile } from '../file-forms.ts'
import { ACCOUNT, DOCUMENT, onPage, problemStatus, sendRendered } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import {
  FACTURX_PATH,
  type FacturxOutcome,
  type FacturxWish,
  type FilePage,
  facturxMain,
  fileMain,
  SHIPPED,
} from './facturx-view.ts'
import { facturxWords } from './facturx-words.ts'

const TEMPLATES_LISTED = 100

/** Who asks, under which plan. */
type CallerScene = MemberRequest & { caller: Caller }

/** The sample without its profile: that is chosen on the page. */
const sampleInvoice = (): string => {
  const { profile: _profile, ...invoice } = sampleData('facturx-invoice')
  return JSON.stringify(invoice, null, 2)
}

async function showFacturx(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  sent: { wish?: FacturxWish; outcome?: FacturxOutcome } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = kit.parts
  const caller = await templatesCaller(kit, scene)
  const own = await templates.list(caller, undefined, TEMPLATES_LISTED)
  const { wish, outcome } = sent
  const main = facturxMain(scene.visit, {
    templates: own.templates,
    sample: sampleInvoice(),
    baseUrl,
    wish,
    outcome,
  })
  const { title } = facturxWords(scene.visit.locale)
  const problem = outcome !== undefined && 'problem' in outcome ? outcome.problem : undefined
  const status = problemStatus(problem)
  return kit.show(scene, { title, main, section: FACTURX_PATH, status })
}

const wishOf = ({ field, text, visit }: FileScene): FacturxWish => ({
  template: field('template') || SHIPPED,
  profile: PROFILES.find((one) => one === field('profile')) ?? '',
  locale: localeChoice(visit.locale, '', field('locale')).chosen,
  text: text('data'),
})

async function invoice(kit: ConsoleRoutes, scene: FileScene): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const wish = wishOf(scene)
  const checking = scene.field('do') === 'check'
  return await onPage(
    kit,
    { caller, access: checking ? ACCOUNT : DOCUMENT },
    () => (checking ? checkInvoice : makeInvoice)(kit, { ...scene, caller }, wish),
    (problem) => showFacturx(kit, scene, { wish, outcome: { problem } }),
  )
}

const profileOf = ({ profile }: FacturxWish) => {
  const wanted = PROFILES.find((one) => one === profile)
  return wanted === undefined ? {} : { profile: wanted }
}

async function checkInvoice(
  kit: ConsoleRoutes,
  scene: CallerScene,
  wish: FacturxWish,
): Promise<FastifyReply> {
  const { template: id } = wish
  const report = await kit.parts.facturxChecks.report(scene.caller, {
    kind: 'data',
    data: new JsonText(wish.text, 'data').parse(),
    wish: profileOf(wish),
    ...(id !== SHIPPED && { template: { kind: 'stored', id, version: undefined } }),
  })
  return showFacturx(kit, scene, { wish, outcome: { report } })
}

async function makeInvoice(
  kit: ConsoleRoutes,
  scene: CallerScene,
  wish: FacturxWish,
): Promise<FastifyReply> {
  const { template: id, locale } = wish
  const shipped = { kind: 'file', name: SHIPPED, bytes: sampleTemplate('facturx-invoice') } as const
  const file = await kit.parts.renders.renderFacturx(
    scene.caller,
    {
      template: id === SHIPPED ? shipped : { kind: 'stored', id, version: undefined },
      data: new JsonText(wish.text, 'data').parse(),
      pictures: new Map(),
      format: 'pdfa-3b',
      filename: undefined,
      options: { locale },
      wish: profileOf(wish),
    },
    clientAbortSignal(scene.reply),
  )
  return sendRendered(scene, file)
}

async function showFile(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  sent: Pick<FilePage, 'checked' | 'fault'> = {},
): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const fileBytesMax = largestFile(caller)
  const main = fileMain(scene.visit, { fileBytesMax, baseUrl: kit.parts.baseUrl, ...sent })
  const status = problemStatus(sent.fault)
  const { title } = facturxWords(scene.visit.locale)
  return kit.show(scene, { title, main, section: FACTURX_PATH, status })
}

async function checkFile(kit: ConsoleRoutes, scene: FileScene): Promise<FastifyReply> {
  const file = scene.file('file')
  if (file === undefined) return showFile(kit, scene, { fault: 'missing' })
  const caller = await templatesCaller(kit, scene)
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const check = { kind: 'file', bytes: file.bytes, wish: {} } as const
      const report = await kit.parts.facturxChecks.report(caller, check)
      return showFile(kit, scene, { checked: { name: file.filename, report } })
    },
    (fault) => showFile(kit, scene, { fault }),
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
  routes(app, kit) {
    kit.member(app, 'GET', '/factur-x', (scene) => showFacturx(kit, scene))
    fileForm(app, kit, { url: '/factur-x', spec: MAKE }, (scene) => invoice(kit, scene))
    kit.member(app, 'GET', '/factur-x/file', (scene) => showFile(kit, scene))
    fileForm(app, kit, { url: '/factur-x/file', spec: FILE }, (scene) => checkFile(kit, scene))
  },
}
