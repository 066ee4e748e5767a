/** The section "Templates": kept, tried, in versions that can be compared and restored. */

import type { FastifyReply } from 'fastify'
import { safeFilename } from '../../http/disposition.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/unknown.ts'
import { sampleTemplate } from '../../pages/samples.ts'
import { DOCX_MEDIA_TYPE, NAME_MAX } from '../../templates/schemas.ts'
import { templatesCaller } from '../callers.ts'
import { type FileScene, fileForm, LINE, largestFile } from '../file-forms.ts'
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
  kit: ConsoleRoutes,
  scene: MemberRequest,
  failed: { fault?: FileFault; name?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = kit.parts
  const caller = await templatesCaller(kit, scene)
  const { cursor } = membersOf(scene.request.query)
  const after = typeof cursor === 'string' ? cursor : undefined
  const { templates: list, next_cursor } = await templates.list(caller, after, PAGE)
  const main = templatesMain(scene.visit, {
    templates: list,
    nextCursor: next_cursor,
    room: await templates.room(caller),
    planTitle: caller.plan.title,
    fileBytesMax: largestFile(caller),
    baseUrl,
    ...failed,
  })
  const { title } = templateWords(scene.visit.locale)
  return kit.show(scene, { title, main, section: PATH, status: problemStatus(failed.fault) })
}

async function keepUpload(kit: ConsoleRoutes, scene: FileScene): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const name = scene.field('name').trim().slice(0, NAME_MAX)
  const file = scene.file('template')
  if (file === undefined) return showList(kit, scene, { fault: 'missing', name })
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
      const { id } = await kit.parts.templates.create(caller, upload, name || undefined)
      return kit.go(scene, templatePath(id), 'template_kept')
    },
    (fault) => showList(kit, scene, { fault, name }),
  )
}

async function keepSample(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const sample = SAMPLE_CHOICES.find((one) => one === scene.field('sample'))
  if (sample === undefined) throw new AppError('not_found', 'There is no such sample.')
  const caller = await templatesCaller(kit, scene)
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: sampleTemplate(sample), filename: `${sample}.docx` }
      const name = templateWords(scene.visit.locale).samples[sample]
      const { id } = await kit.parts.templates.create(caller, upload, name)
      return kit.go(scene, templatePath(id), 'template_kept')
    },
    (fault) => showList(kit, scene, { fault }),
  )
}

async function showVersions(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  failed: { fault?: FileFault; note?: string } = {},
): Promise<FastifyReply> {
  const { templates, baseUrl } = kit.parts
  const caller = await templatesCaller(kit, scene)
  const id = scene.param('id')
  const template = await templates.get(caller, id)
  const main = versionsMain(scene.visit, {
    template,
    versions: await templates.versions(caller, id),
    most: templates.versionsMost(caller),
    fileBytesMax: largestFile(caller),
    baseUrl,
    ...failed,
  })
  const status = problemStatus(failed.fault)
  return kit.show(scene, { title: template.name, main, section: PATH, status })
}

async function addVersion(kit: ConsoleRoutes, scene: FileScene): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const note = scene.field('note').trim()
  const id = scene.param('id')
  const file = scene.file('template')
  if (file === undefined) return showVersions(kit, scene, { fault: 'missing', note })
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const upload = { bytes: file.bytes, filename: file.filename || 'template.docx' }
      const added = await kit.parts.templates.addVersion(caller, id, upload, note || undefined)
      const flash = added.dropped_version === undefined ? 'version_added' : 'version_dropped'
      return kit.go(scene, templatePath(id, 'versions'), flash)
    },
    (fault) => showVersions(kit, scene, { fault, note }),
  )
}

/** A version of the path or of the query. @throws AppError version_not_found */
function versionNumber(text: unknown): number {
  if (typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new AppError('version_not_found', 'The template has no such version.')
}

async function sendVersion(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const version = versionNumber(scene.param('version'))
  const { bytes, filename } = await kit.parts.templates.file(caller, scene.param('id'), version)
  const named = safeFilename(filename, 'docx')
  return sendDownload(scene, { bytes, filename: named, type: DOCX_MEDIA_TYPE })
}

async function restoreVersion(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const id = scene.param('id')
  await kit.parts.templates.restore(caller, id, versionNumber(scene.param('version')))
  return kit.go(scene, templatePath(id, 'versions'), 'version_restored')
}

async function showComparison(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { templates } = kit.parts
  const caller = await templatesCaller(kit, scene)
  const id = scene.param('id')
  const template = await templates.get(caller, id)
  const query = membersOf(scene.request.query)
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)]
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const comparison = await templates.compare(caller, id, { from, to })
      const versions = await templates.versions(caller, id)
      const main = compareMain(scene.visit.locale, { template, versions, from, to, comparison })
      return kit.show(scene, { title: template.name, main, section: PATH })
    },
    (fault) => showVersions(kit, scene, { fault }),
  )
}

async function showFields(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { templates, baseUrl } = kit.parts
  const caller = await templatesCaller(kit, scene)
  const template = await templates.get(caller, scene.param('id'))
  const fields = await templates.fields(caller, template.id, undefined)
  const main = fieldsMain(scene.visit, { template, fields, baseUrl })
  return kit.show(scene, { title: template.name, main, section: PATH })
}

async function showSettings(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  fault?: 'name' | 'remove',
): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  const template = await kit.parts.templates.get(caller, scene.param('id'))
  const main = settingsTab(scene.visit, { template, baseUrl: kit.parts.baseUrl, fault })
  const status = fault === undefined ? 200 : 422
  return kit.show(scene, { title: template.name, main, section: PATH, status })
}

async function rename(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const caller = await templatesCaller(kit, scene)
  return await onPage(
    kit,
    { caller, access: ACCOUNT },
    async () => {
      const { id } = await kit.parts.templates.rename(
        caller,
        scene.param('id'),
        scene.field('name').trim(),
      )
      return kit.go(scene, templatePath(id, 'settings'), 'template_renamed')
    },
    () => showSettings(kit, scene, 'name'),
  )
}

async function remove(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  if (scene.field('sure') !== 'yes') return showSettings(kit, scene, 'remove')
  await kit.parts.templates.remove(await templatesCaller(kit, scene), scene.param('id'))
  return kit.go(scene, PATH, 'template_deleted')
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
  routes(app, kit) {
    const one = '/templates/:id'
    kit.member(app, 'GET', '/templates', (scene) => showList(kit, scene))
    fileForm(app, kit, { url: '/templates', spec: { template: FILE, name: LINE } }, (scene) =>
      keepUpload(kit, scene),
    )
    kit.member(app, 'POST', '/templates/sample', (scene) => keepSample(kit, scene))
    kit.member(app, 'GET', one, (scene) => showTry(kit, scene))
    kit.member(app, 'GET', `${one}/try`, (scene) =>
      kit.go(scene, templatePath(encodeURIComponent(scene.param('id')))),
    )
    fileForm(app, kit, { url: `${one}/try`, spec: TRY }, (scene) => tryTemplate(kit, scene))
    kit.member(app, 'GET', `${one}/versions`, (scene) => showVersions(kit, scene))
    const version = { url: `${one}/versions`, spec: { template: FILE, note: LINE } }
    fileForm(app, kit, version, (scene) => addVersion(kit, scene))
    kit.member(app, 'GET', `${one}/versions/:version/file`, (scene) => sendVersion(kit, scene))
    kit.member(app, 'POST', `${one}/versions/:version/restore`, (scene) =>
      restoreVersion(kit, scene),
    )
    kit.member(app, 'GET', `${one}/compare`, (scene) => showComparison(kit, scene))
    kit.member(app, 'GET', `${one}/fields`, (scene) => showFields(kit, scene))
    kit.member(app, 'GET', `${one}/settings`, (scene) => showSettings(kit, scene))
    kit.member(app, 'POST', `${one}/rename`, (scene) => rename(kit, scene))
    kit.member(app, 'POST', `${one}/delete`, (scene) => remove(kit, scene))
  },
}
