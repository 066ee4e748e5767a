/** Stored templates over HTTP, and POST /validate-template. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Caller } from '../accounts/caller.ts'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import type { OwnFont } from '../docx/embedded-fonts/own-fonts.ts'
import type { Mapping } from '../facturx/mapping/mapping.ts'
import { readMapping } from '../facturx/mapping/mapping-read.ts'
import { answerLanguage } from '../http/answer-language.ts'
import { attachment, safeFilename } from '../http/disposition.ts'
import { type Form, objectPart, readForm } from '../http/form.ts'
import { invariant } from '../kernel/invariant.ts'
import * as operations from './operations.ts'
import * as schemas from './schemas.ts'
import type { TemplateService, TemplateUpload } from './service.ts'

/** The fonts of a caller's account; `fonts/` knows them. */
interface OwnFonts {
  usable(caller: Caller): Promise<readonly OwnFont[]>
}

const config = { access: { interface: 'documents' } } as const

function upload(form: Form): TemplateUpload {
  const file = form.files.get('template')?.[0]
  invariant(file !== undefined, 'the form has its required part')
  const mapping = objectPart(form, 'mapping')
  if (mapping !== undefined) readMapping(mapping)
  return {
    bytes: file.bytes,
    filename: file.filename || 'template.docx',
    ...(mapping !== undefined && { mapping: mapping as Mapping }),
  }
}

/** Calls on stored templates. */
export const templateRoutes: FastifyPluginAsyncTypebox<{
  templates: TemplateService
  fonts: OwnFonts
}> = async (app, { templates, fonts }) => {
  for (const schema of schemas.COMPONENTS) app.addSchema(schema)

  app.get('/templates', { config, schema: operations.listTemplates }, async (request) =>
    templates.list(
      callerOf(request),
      request.query.cursor,
      request.query.limit ?? operations.PAGE_DEFAULT,
    ),
  )

  app.post('/templates', { config, schema: operations.createTemplate }, async (request, reply) => {
    const form = await readForm(request, schemas.TEMPLATE_FORM, formLimits(callerOf(request).plan))
    const name = form.texts.get('name')
    const template = await templates.create(callerOf(request), upload(form), name)
    return reply.code(201).header('Location', `/templates/${template.id}`).send(template)
  })

  app.get('/templates/:id', { config, schema: operations.getTemplate }, async (request) =>
    templates.get(callerOf(request), request.params.id),
  )

  app.patch('/templates/:id', { config, schema: operations.renameTemplate }, async (request) =>
    templates.rename(callerOf(request), request.params.id, request.body.name),
  )

  const remove = { config, schema: operations.deleteTemplate }
  app.delete('/templates/:id', remove, async (request, reply) => {
    await templates.remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  const list = { config, schema: operations.listTemplateVersions }
  app.get('/templates/:id/versions', list, async (request) => ({
    versions: await templates.versions(callerOf(request), request.params.id),
  }))

  const add = { config, schema: operations.addTemplateVersion }
  app.post('/templates/:id/versions', add, async (request, reply) => {
    const form = await readForm(request, schemas.VERSION_FORM, formLimits(callerOf(request).plan))
    const note = form.texts.get('note')
    const { id } = request.params
    return reply
      .code(201)
      .send(await templates.addVersion(callerOf(request), id, upload(form), note))
  })

  const file = { config, schema: operations.getTemplateVersionFile }
  app.get('/templates/:id/versions/:version/file', file, async (request, reply) => {
    const { id, version } = request.params
    const { bytes, filename } = await templates.file(callerOf(request), id, version)
    return reply
      .type(schemas.DOCX_MEDIA_TYPE)
      .header('Content-Disposition', attachment(safeFilename(filename, 'docx')))
      .send(Buffer.from(bytes))
  })

  const restore = { config, schema: operations.restoreTemplateVersion }
  app.post('/templates/:id/versions/:version/restore', restore, async (request) =>
    templates.restore(callerOf(request), request.params.id, request.params.version),
  )

  app.get('/templates/:id/fields', { config, schema: operations.getTemplateFields }, (request) =>
    templates.fields(callerOf(request), request.params.id, request.query.version),
  )

  app.post(
    '/validate-template',
    { config, schema: operations.validateTemplate },
    async (request, reply) => {
      const form = await readForm(
        request,
        schemas.VALIDATE_FORM,
        formLimits(callerOf(request).plan),
      )
      return templates.validate(upload(form).bytes, {
        fonts: await fonts.usable(callerOf(request)),
        locale: await answerLanguage(request, reply),
      })
    },
  )
}
