/** The section "Templates": storing, trying, and versions to compare and restore. */

import type { FastifyReply } from 'fastify'
import { safeFilename } from '../../http/disposition.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/unknown.ts'
import { sampleTemplate } from '../../pages/samples.ts'
import { DOCX_MEDIA_TYPE, NAME_MAX } from '../../templates/schemas.ts'
import { templatesCaller } from '../callers.ts'
import { type FileRequest, fileForm, LINE, largestFile } from '../file-forms.ts'
import { ACCOUNT, type FileFault, onPage, problemStatus, sendDownload } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import { compareMain } from './template-compare.ts'
import { showTry, tryTemplate } from './template-try.ts'
import { fieldsMain, settingsTab, templatePath, versionsMain } from './template-view.ts'
import { SAMPLE_CHOICES, templatesMain } from './templates-view.ts'
import { templateWords } from './templates-words.ts'

const PATH = '/console/templates'
const PAGE = 50

async function showList(
  routes: ConsoleRoutes,
  context: MemberRequest,
  failed: { fault?: FileFault; name?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = routes.parts
  const caller = await templatesCaller(routes, context)
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
    ...failed,
  })
  const { title } = templateWords(context.visit.locale)
  return routes.show(context, { title, main, section: PATH, status: problemStatus(failed.fault) })
}

async function saveUpload(routes: ConsoleRoutes, context: FileRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const name = context.field('name').trim().slice(0, NAME_MAX)
  const file = context.file('template')
  if (file === undefined) return showList(routes, context, { fault: 'missing', name })
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
      const { id } = await routes.parts.templates.create(caller, upload, name || undefined)
      return routes.go(context, templatePath(id), 'template_kept')
    },
    (fault) => showList(routes, context, { fault, name }),
  )
}

async function saveSample(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const sample = SAMPLE_CHOICES.find((one) => one === context.field('sample'))
  if (sample === undefined) throw new AppError('not_found', 'There is no such sample.')
  const caller = await templatesCaller(routes, context)
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: sampleTemplate(sample), filename: `${sample}.docx` }
      const name = templateWords(context.visit.locale).samples[sample]
      const { id } = await routes.parts.templates.create(caller, upload, name)
      return routes.go(context, templatePath(id), 'template_kept')
    },
    (fault) => showList(routes, context, { fault }),
  )
}

async function showVersions(
  routes: ConsoleRoutes,
  context: MemberRequest,
  failed: { fault?: FileFault; note?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = routes.parts
  const caller = await templatesCaller(routes, context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const main = versionsMain(context.visit, {
    template,
    versions: await templates.versions(caller, id),
    most: templates.versionsMost(caller),
    fileBytesMax: largestFile(caller),
    baseUrl,
    ...failed,
  })
  const status = problemStatus(failed.fault)
  return routes.show(context, { title: template.name, main, section: PATH, status })
}

async function addVersion(routes: ConsoleRoutes, context: FileRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const note = context.field('note').trim()
  const id = context.param('id')
  const file = context.file('template')
  if (file === undefined) return showVersions(routes, context, { fault: 'missing', note })
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
      const added = await routes.parts.templates.addVersion(caller, id, upload, note || undefined)
      const flash = added.dropped_version === undefined ? 'version_added' : 'version_dropped'
      return routes.go(context, templatePath(id, 'versions'), flash)
    },
    (fault) => showVersions(routes, context, { fault, note }),
  )
}

/** A version number from the path or the query. @throws AppError version_not_found */
function versionNumber(text: unknown): number {
  if (typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new AppError('version_not_found', 'The template has no such version.')
}

async function sendVersion(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const version = versionNumber(context.param('version'))
  const { bytes, filename } = await routes.parts.templates.file(
    caller,
    context.param('id'),
    version,
  )
  const named = safeFilename(filename, 'docx')
  return sendDownload(context, { bytes, filename: named, type: DOCX_MEDIA_TYPE })
}

async function restoreVersion(
  routes: ConsoleRoutes,
  context: MemberRequest,
): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const id = context.param('id')
  await routes.parts.templates.restore(caller, id, versionNumber(context.param('version')))
  return routes.go(context, templatePath(id, 'versions'), 'version_restored')
}

async function showComparison(
  routes: ConsoleRoutes,
  context: MemberRequest,
): Promise<FastifyReply> {
  const { templates } = routes.parts
  const caller = await templatesCaller(routes, context)
  const id = context.param('id')
  const template = await templates.get(caller, id)
  const query = membersOf(context.request.query)
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)]
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const comparison = await templates.compare(caller, id, { from, to })
      const versions = await templates.versions(caller, id)
      const main = compareMain(context.visit.locale, { template, versions, from, to, comparison })
      return routes.show(context, { title: template.name, main, section: PATH })
    },
    (fault) => showVersions(routes, context, { fault }),
  )
}

async function showFields(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { templates, baseUrl } = routes.parts
  const caller = await templatesCaller(routes, context)
  const template = await templates.get(caller, context.param('id'))
  const fields = await templates.fields(caller, template.id, undefined)
  const main = fieldsMain(context.visit, { template, fields, baseUrl })
  return routes.show(context, { title: template.name, main, section: PATH })
}

async function showSettings(
  routes: ConsoleRoutes,
  context: MemberRequest,
  fault?: 'name' | 'remove',
): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  const template = await routes.parts.templates.get(caller, context.param('id'))
  const main = settingsTab(context.visit, { template, baseUrl: routes.parts.baseUrl, fault })
  const status = fault === undefined ? 200 : 422
  return routes.show(context, { title: template.name, main, section: PATH, status })
}

async function rename(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(routes, context)
  return await onPage(
    routes,
    { caller, access: ACCOUNT },
    async () => {
      const { id } = await routes.parts.templates.rename(
        caller,
        context.param('id'),
        context.field('name').trim(),
      )
      return routes.go(context, templatePath(id, 'settings'), 'template_renamed')
    },
    () => showSettings(routes, context, 'name'),
  )
}

async function remove(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  if (context.field('sure') !== 'yes') return showSettings(routes, context, 'remove')
  await routes.parts.templates.remove(await templatesCaller(routes, context), context.param('id'))
  return routes.go(context, PATH, 'template_deleted')
}

const FILE = { kind: 'file', description: 'the Word file' } as const
const TRY = {
  data: { kind: 'text-or-file', description: 'the data as JSON text' },
  format: LINE,
  version: LINE,
  locale: LINE,
  missing: LINE,
} as const

/** The section. */
export const templatePages: ConsoleSection = {
  nav: { path: PATH, icon: 'document', label: { en: 'Templates', fr: 'Modèles' } },
  routes(app, routes) {
    const one = '/templates/:id'
    routes.member(app, 'GET', '/templates', (context) => showList(routes, context))
    fileForm(app, routes, { url: '/templates', spec: { template: FILE, name: LINE } }, (context) =>
      saveUpload(routes, context),
    )
    routes.member(app, 'POST', '/templates/sample', (context) => saveSample(routes, context))
    routes.member(app, 'GET', one, (context) => showTry(routes, context))
    routes.member(app, 'GET', `${one}/try`, (context) =>
      routes.go(context, templatePath(encodeURIComponent(context.param('id')))),
    )
    fileForm(app, routes, { url: `${one}/try`, spec: TRY }, (context) =>
      tryTemplate(routes, context),
    )
    routes.member(app, 'GET', `${one}/versions`, (context) => showVersions(routes, context))
    const version = { url: `${one}/versions`, spec: { template: FILE, note: LINE } }
    fileForm(app, routes, version, (context) => addVersion(routes, context))
    routes.member(app, 'GET', `${one}/versions/:version/file`, (context) =>
      sendVersion(routes, context),
    )
    routes.member(app, 'POST', `${one}/versions/:version/restore`, (context) =>
      restoreVersion(routes, context),
    )
    routes.member(app, 'GET', `${one}/compare`, (context) => showComparison(routes, context))
    routes.member(app, 'GET', `${one}/fields`, (context) => showFields(routes, context))
    routes.member(app, 'GET', `${one}/settings`, (context) => showSettings(routes, context))
    routes.member(app, 'POST', `${one}/rename`, (context) => rename(routes, context))
    routes.member(app, 'POST', `${one}/delete`, (context) => remove(routes, context))
  },
}
