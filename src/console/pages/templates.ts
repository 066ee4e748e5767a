/** The section "Templates": storing, trying, and versions to compare and restore. */

import type { FastifyReply } from 'fastify'
import { safeFilename } from '../../http/disposition.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { sampleTemplate } from '../../pages/samples.ts'
import { DOCX_MEDIA_TYPE, NAME_MAX } from '../../templates/schemas.ts'
import { say } from '../../translations/texts.ts'
import { templatesCaller } from '../callers.ts'
import { type FileRequest, fileForm, LINE, largestFile } from '../file-forms.ts'
import { onPage, sendDownload } from '../guarded-call.ts'
import type { FileFinding } from '../problem-words.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { SAMPLE_CHOICES, sampleOf } from '../samples.ts'
import { fontRoutesOf } from './fonts.tsx'
import { compareMain } from './template-compare.tsx'
import { pictureRoutes } from './template-picture.ts'
import { showTry, tryTemplate } from './template-try.tsx'
import { versionsMain } from './template-versions-view.tsx'
import { fieldsMain, settingsTab, templatePath } from './template-view.tsx'
import { templatesMain } from './templates-view.tsx'

const PATH = '/console/templates'
const PAGE = 50

async function showList(
  context: MemberRequest,
  failed: { finding?: FileFinding; name?: string } = {},
): Promise<FastifyReply> {
  const { templates } = context.parts
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
    advice: context.parts.planAdvice,
    ...failed,
  })
  return context.show({ title: context.visit.words.templates.title, main, error: failed.finding })
}

async function saveUpload(context: FileRequest): Promise<FastifyReply> {
  const name = context.field('name').trim().slice(0, NAME_MAX)
  const file = context.file('template')
  const shown = (finding: FileFinding) => showList(context, { finding, name })
  if (file === undefined) return shown('missing')
  return await onPage(context, shown, async (caller) => {
    const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
    const { id } = await context.parts.templates.create(caller, upload, name || undefined)
    return context.go(templatePath(id), 'template_kept')
  })
}

async function saveSample(context: MemberRequest): Promise<FastifyReply> {
  const sample = SAMPLE_CHOICES.find((one) => one === context.field('sample'))
  if (sample === undefined) throw new AppError('not_found', say('console.noSample'))
  const shown = (finding: AppError) => showList(context, { finding })
  return await onPage(context, shown, async (caller) => {
    const upload = { bytes: sampleTemplate(sample), filename: `${sample}.docx` }
    const name = context.visit.words.templates.samples[sample]
    const { id } = await context.parts.templates.create(caller, upload, name)
    return context.go(templatePath(id), 'template_kept')
  })
}

async function showVersions(
  context: MemberRequest,
  failed: { finding?: FileFinding; note?: string } = {},
): Promise<FastifyReply> {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const main = versionsMain(context.visit, {
    template,
    versions: await templates.versions(caller, id),
    max: templates.versionsMax(caller),
    fileBytesMax: largestFile(caller),
    ...failed,
  })
  return context.show({ title: template.name, main, error: failed.finding })
}

async function addVersion(context: FileRequest): Promise<FastifyReply> {
  const note = context.field('note').trim()
  const id = context.param('id')
  const file = context.file('template')
  const shown = (finding: FileFinding) => showVersions(context, { finding, note })
  if (file === undefined) return shown('missing')
  return await onPage(context, shown, async (caller) => {
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

async function sendVersion(context: MemberRequest): Promise<FastifyReply> {
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

async function restoreVersion(context: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const id = context.param('id')
  await context.parts.templates.restore(caller, id, versionNumber(context.param('version')))
  return context.go(templatePath(id, 'versions'), 'version_restored')
}

async function showComparison(context: MemberRequest): Promise<FastifyReply> {
  const { templates } = context.parts
  const id = context.param('id')
  const query = membersOf(context.request.query)
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)]
  const shown = (finding: AppError) => showVersions(context, { finding })
  return await onPage(context, shown, async (caller) => {
    const template = await templates.get(caller, id)
    const comparison = await templates.compare(caller, id, { from, to })
    const versions = await templates.versions(caller, id)
    const sample = await sampleOf(templates, caller, template, versions)
    const page = { template, versions, from, to, comparison, sample }
    const main = compareMain(context.visit, page)
    return context.show({ title: template.name, main })
  })
}

async function showFields(context: MemberRequest): Promise<FastifyReply> {
  const { templates } = context.parts
  const caller = await templatesCaller(context)
  const template = await templates.get(caller, context.param('id'))
  const fields = await templates.fields(caller, template.id, undefined)
  const main = fieldsMain(context.visit, { template, fields })
  return context.show({ title: template.name, main })
}

async function showSettings(
  context: MemberRequest,
  finding?: 'name' | 'remove',
): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const template = await context.parts.templates.get(caller, context.param('id'))
  const main = settingsTab(context.visit, { template, finding })
  const status = finding === undefined ? 200 : 422
  return context.show({ title: template.name, main, status })
}

async function rename(context: MemberRequest): Promise<FastifyReply> {
  const shown = () => showSettings(context, 'name')
  return await onPage(context, shown, async (caller) => {
    const { id } = await context.parts.templates.rename(
      caller,
      context.param('id'),
      context.field('name').trim(),
    )
    return context.go(templatePath(id, 'settings'), 'template_renamed')
  })
}

async function remove(context: MemberRequest): Promise<FastifyReply> {
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
export const templatePages: ConsoleSection = {
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
