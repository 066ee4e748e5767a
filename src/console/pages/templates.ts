/** The section "Templates": storing, trying, and versions to compare and restore. */

import type { FastifyReply } from 'fastify'
import { safeFilename } from '../../http/disposition.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { sampleTemplate } from '../../pages/samples.ts'
import { DOCX_MEDIA_TYPE, NAME_MAX } from '../../templates/schemas.ts'
import type { TemplateService } from '../../templates/service.ts'
import { say, textsIn } from '../../translations/texts.ts'
import { templatesCaller } from '../callers.ts'
import { type FileRequest, fileForm, LINE, largestFile } from '../file-forms.ts'
import { ACCOUNT, type FileFinding, onPage, problemStatus, sendDownload } from '../guarded-call.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { SAMPLE_CHOICES, sampleOf } from '../samples.ts'
import { type FontsNeeds, fontRoutesOf } from './fonts.tsx'
import { compareMain } from './template-compare.tsx'
import { pictureRoutes, type TemplatePictureNeeds } from './template-picture.ts'
import { showTry, type TemplateTryNeeds, tryTemplate } from './template-try.tsx'
import { versionsMain } from './template-versions-view.tsx'
import { fieldsMain, settingsTab, templatePath } from './template-view.tsx'
import { templatesMain } from './templates-view.tsx'

/** What these pages need besides what every page has. */
type TemplatesNeeds = {
  baseUrl: string
  planAdvice: string
  templates: TemplateService
} & FontsNeeds &
  TemplatePictureNeeds &
  TemplateTryNeeds
type Context = MemberRequest<TemplatesNeeds>

const PATH = '/console/templates'
const PAGE = 50

async function showList(
  context: Context,
  failed: { finding?: FileFinding; name?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = context.parts
  const caller = await templatesCaller(context)
  const { cursor } = membersOf(context.request.query)
  const after = typeof cursor === 'string' ? cursor : undefined
  const { templates: list, next_cursor } = await templates.list(caller, after, PAGE)
  const main = templatesMain(context.visit, {
    templates: list,
    nextCursor: next_cursor,
    room: await templates.room(caller),
    planTitle: caller.plan.title,
    fileBytesMax: largestFile(caller),
    baseUrl,
    advice: context.parts.planAdvice,
    ...failed,
  })
  const { title } = textsIn(context.visit.locale).console.templates
  return context.show({ title, main, section: PATH, status: problemStatus(failed.finding) })
}

async function saveUpload(context: FileRequest<TemplatesNeeds>): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const name = context.field('name').trim().slice(0, NAME_MAX)
  const file = context.file('template')
  if (file === undefined) return showList(context, { finding: 'missing', name })
  const shown = (finding: AppError) => showList(context, { finding, name })
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
    const { id } = await context.parts.templates.create(caller, upload, name || undefined)
    return context.go(templatePath(id), 'template_kept')
  })
}

async function saveSample(context: Context): Promise<FastifyReply> {
  const sample = SAMPLE_CHOICES.find((one) => one === context.field('sample'))
  if (sample === undefined) throw new AppError('not_found', say('console.noSample'))
  const caller = await templatesCaller(context)
  const shown = (finding: AppError) => showList(context, { finding })
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const upload = { bytes: sampleTemplate(sample), filename: `${sample}.docx` }
    const name = textsIn(context.visit.locale).console.templates.samples[sample]
    const { id } = await context.parts.templates.create(caller, upload, name)
    return context.go(templatePath(id), 'template_kept')
  })
}

async function showVersions(
  context: Context,
  failed: { finding?: FileFinding; note?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = context.parts
  const caller = await templatesCaller(context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const main = versionsMain(context.visit, {
    template,
    versions: await templates.versions(caller, id),
    max: templates.versionsMax(caller),
    fileBytesMax: largestFile(caller),
    baseUrl,
    ...failed,
  })
  const status = problemStatus(failed.finding)
  return context.show({ title: template.name, main, section: PATH, status })
}

async function addVersion(context: FileRequest<TemplatesNeeds>): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const note = context.field('note').trim()
  const id = context.param('id')
  const file = context.file('template')
  if (file === undefined) return showVersions(context, { finding: 'missing', note })
  const shown = (finding: AppError) => showVersions(context, { finding, note })
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
    const added = await context.parts.templates.addVersion(caller, id, upload, note || undefined)
    const flash = added.dropped_version === undefined ? 'version_added' : 'version_dropped'
    return context.go(templatePath(id, 'versions'), flash)
  })
}

/** A version number from the path or the query. @throws AppError version_not_found */
function versionNumber(text: unknown): number {
  if (typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new AppError('version_not_found', say('console.noVersion'))
}

async function sendVersion(context: Context): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const version = versionNumber(context.param('version'))
  const { bytes, filename } = await context.parts.templates.file(
    caller,
    context.param('id'),
    version,
  )
  const named = safeFilename(filename, 'docx')
  return sendDownload(context, { bytes, filename: named, type: DOCX_MEDIA_TYPE })
}

async function restoreVersion(context: Context): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const id = context.param('id')
  await context.parts.templates.restore(caller, id, versionNumber(context.param('version')))
  return context.go(templatePath(id, 'versions'), 'version_restored')
}

async function showComparison(context: Context): Promise<FastifyReply> {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const query = membersOf(context.request.query)
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)]
  const shown = (finding: AppError) => showVersions(context, { finding })
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const comparison = await templates.compare(caller, id, { from, to })
    const versions = await templates.versions(caller, id)
    const sample = await sampleOf(templates, caller, template, versions)
    const page = { template, versions, from, to, comparison, sample }
    const main = compareMain(context.visit, page)
    return context.show({ title: template.name, main, section: PATH })
  })
}

async function showFields(context: Context): Promise<FastifyReply> {
  const { templates, baseUrl } = context.parts
  const caller = await templatesCaller(context)
  const template = await templates.get(caller, context.param('id'))
  const fields = await templates.fields(caller, template.id, undefined)
  const main = fieldsMain(context.visit, { template, fields, baseUrl })
  return context.show({ title: template.name, main, section: PATH })
}

async function showSettings(context: Context, finding?: 'name' | 'remove'): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const template = await context.parts.templates.get(caller, context.param('id'))
  const main = settingsTab(context.visit, { template, baseUrl: context.parts.baseUrl, finding })
  const status = finding === undefined ? 200 : 422
  return context.show({ title: template.name, main, section: PATH, status })
}

async function rename(context: Context): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const shown = () => showSettings(context, 'name')
  return await onPage(context, { caller, access: ACCOUNT, shown }, async () => {
    const { id } = await context.parts.templates.rename(
      caller,
      context.param('id'),
      context.field('name').trim(),
    )
    return context.go(templatePath(id, 'settings'), 'template_renamed')
  })
}

async function remove(context: Context): Promise<FastifyReply> {
  if (context.field('sure') !== 'yes') return showSettings(context, 'remove')
  await context.parts.templates.remove(await templatesCaller(context), context.param('id'))
  return context.go(PATH, 'template_deleted')
}

const FILE = { kind: 'file', description: 'the Word file' } as const
const TRY = {
  data: { kind: 'text-or-file', description: 'the data as JSON text' },
  format: LINE,
  version: LINE,
  locale: LINE,
  missing: LINE,
  changes: LINE,
  contents: LINE,
  strict: LINE,
} as const

/** The section. */
export const templatePages: ConsoleSection<TemplatesNeeds> = {
  nav: { path: PATH, icon: 'document', label: 'templates' },
  routes(routes) {
    const one = '/templates/:id'
    routes.member('GET', '/templates', 'templates.read', showList)
    fileForm(
      routes,
      { url: '/templates', action: 'templates.change', spec: { template: FILE, name: LINE } },
      saveUpload,
    )
    routes.member('POST', '/templates/sample', 'templates.change', saveSample)
    fontRoutesOf(routes)
    routes.member('GET', one, 'templates.read', showTry)
    pictureRoutes(routes)
    routes.member('GET', `${one}/try`, 'templates.read', (context) =>
      context.go(templatePath(encodeURIComponent(context.param('id')))),
    )
    fileForm(routes, { url: `${one}/try`, action: 'try', spec: TRY }, tryTemplate)
    routes.member('GET', `${one}/versions`, 'templates.read', showVersions)
    const version = {
      url: `${one}/versions`,
      action: 'templates.change' as const,
      spec: { template: FILE, note: LINE },
    }
    fileForm(routes, version, addVersion)
    routes.member('GET', `${one}/versions/:version/file`, 'templates.read', sendVersion)
    routes.member('POST', `${one}/versions/:version/restore`, 'templates.change', restoreVersion)
    routes.member('GET', `${one}/compare`, 'templates.read', showComparison)
    routes.member('GET', `${one}/fields`, 'templates.read', showFields)
    routes.member('GET', `${one}/settings`, 'templates.read', showSettings)
    routes.member('POST', `${one}/rename`, 'templates.change', rename)
    routes.member('POST', `${one}/delete`, 'templates.change', remove)
  },
}
