/** /api/v1/request-templates over HTTP. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { fileBytesMax } from '../../accounts/plans.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { attachment, safeFilename } from '../../http/disposition.ts'
import { type Form, passwordIn, readForm, textPart } from '../../http/form.ts'
import { findingsOf, newChecker } from '../../http/schema-check.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { withWarnings } from '../../rendering/answer.ts'
import { versionOf } from '../../rendering/input-parts.ts'
import { OptionsSchema } from '../../rendering/schemas.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { findingAt } from '../../translations/texts.ts'
import { COMPONENTS as REQUEST_COMPONENTS } from '../model/schemas/request.ts'
import { type Idempotency, requestHash } from '../requests/idempotency.ts'
import type { WordVersion } from '../templates/check.ts'
import {
  COMPONENTS,
  type Definition,
  JSON_PARTS,
  TEMPLATE_FORM,
  TemplateChangesSchema,
} from '../templates/schemas.ts'
import type { RequestTemplates, UploadedPdf } from '../templates/service.ts'
import type { TemplateUses } from '../templates/use.ts'
import { actorOf, sendCreated, signatureFormLimits } from './call.ts'
import { additionalFilesIn } from './files-form.ts'
import { operations } from './operations/templates.ts'
import { speakWarnings } from './warning-language.ts'

const PATH = '/api/v1/request-templates'

const ajv = newChecker()
ajv.addSchema([OptionsSchema, ...REQUEST_COMPONENTS, ...COMPONENTS] as TSchema[])
const isDefinition = ajv.compile<Definition>(TemplateChangesSchema)

/** A part of the form as the member of a JSON body. */
function memberOf(name: string, text: string, findings: Finding[]): unknown {
  if (name === 'expires_in_days') return /^\d{1,4}$/.test(text) ? Number(text) : text
  if (!JSON_PARTS.has(name)) return text
  try {
    return JSON.parse(text)
  } catch {
    findings.push(findingAt(`/${name}`, 'json', 'fields.json', { name }))
    return undefined
  }
}

/** Parts about the document. */
const OF_DOCUMENT = new Set(['file', 'files', 'password', 'template_id', 'template_version'])

/** The document of a form: a Word template or a PDF. @throws AppError `validation_failed` */
function documentIn({ texts, files }: Form): WordVersion | UploadedPdf {
  const template_id = texts.get('template_id')
  const file = files.get('file')?.[0]
  if ((file === undefined) === (template_id === undefined))
    throw invalidAt(file === undefined ? '/file' : '/template_id', undefined, 'fields.notBoth', {
      one: 'file',
      other: 'template_id',
    })
  if (file !== undefined)
    return { bytes: file.bytes, filename: safeFilename(file.filename || 'document.pdf', 'pdf') }
  return {
    template_id: template_id ?? '',
    template_version: versionOf(texts.get('template_version')),
  }
}

/** What a form says of a template. @throws AppError `validation_failed` with every fault */
export function definitionFromForm(form: Form): Definition {
  const findings: Finding[] = []
  const members: Record<string, unknown> = {}
  for (const name of Object.keys(TEMPLATE_FORM)) {
    const text = OF_DOCUMENT.has(name) ? undefined : textPart(form, name)
    const member = text === undefined ? undefined : memberOf(name, text, findings)
    if (member !== undefined) members[name] = member
  }
  throwIfInvalid(findings)
  if (!isDefinition(members)) throwIfInvalid(findingsOf(isDefinition.errors))
  return members as Definition
}

/** Calls on request templates. */
export const requestTemplateRoutes: FastifyPluginAsyncTypebox<{
  requestTemplates: RequestTemplates
  templateUses: TemplateUses
  idempotency: Idempotency
}> = async (app, { requestTemplates: templates, templateUses, idempotency }) => {
  for (const schema of [OptionsSchema, ...REQUEST_COMPONENTS, ...COMPONENTS]) app.addSchema(schema)
  speakWarnings(app)

  app.post(PATH, operations.createRequestTemplate, async (request, reply) => {
    const caller = callerOf(request)
    if (!request.isMultipart()) {
      const { template_id, template_version, ...definition } = request.body as Definition & {
        template_id: string
        template_version?: number
      }
      const word = { template_id, template_version }
      const made = await templates.createFromWord(caller, definition, word)
      return reply.code(201).header('Location', `${PATH}/${made.id}`).send(made)
    }
    const form = await readForm(request, TEMPLATE_FORM, signatureFormLimits(request))
    const document = documentIn(form)
    const definition = definitionFromForm(form)
    const additional = additionalFilesIn(form, fileBytesMax(caller.plan, 'signature'))
    const further = { additional, ...passwordIn(form) }
    const made = await ('bytes' in document
      ? templates.createFromPdf(caller, definition, { ...document, ...further })
      : templates.createFromWord(caller, definition, document, further))
    return reply.code(201).header('Location', `${PATH}/${made.id}`).send(made)
  })

  app.get(PATH, operations.listRequestTemplates, (request) =>
    templates.list(callerOf(request), request.query),
  )

  app.get(`${PATH}/:id`, operations.getRequestTemplate, (request) =>
    templates.get(callerOf(request), request.params.id),
  )

  app.get(`${PATH}/:id/file`, operations.getRequestTemplateFile, async (request, reply) => {
    const { file_number: number } = request.query
    const { bytes, filename } = await templates.file(callerOf(request), request.params.id, number)
    void reply.header('Content-Disposition', attachment(filename))
    return reply.type('application/pdf').send(Buffer.from(bytes))
  })

  app.patch(`${PATH}/:id`, operations.updateRequestTemplate, (request) =>
    templates.update(callerOf(request), request.params.id, request.body),
  )

  app.delete(`${PATH}/:id`, operations.deleteRequestTemplate, async (request, reply) => {
    await templates.remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.post(
    `${PATH}/:id/documents`,
    operations.createDocumentFromRequestTemplate,
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      const template = await templates.row(caller, id)
      const signal = clientAbortSignal(reply)
      const hash = await requestHash([PATH, id, JSON.stringify(request.body)])
      const key = request.headers['idempotency-key']
      const call = { accountId: caller.account.id, mode: caller.key.mode, key, hash }
      const answer = await idempotency.once(call, (save) =>
        templateUses.create(caller, template, request.body, {
          actor: actorOf(request),
          signal,
          save,
          warn: (warnings) => withWarnings(reply, warnings),
        }),
      )
      return await sendCreated(reply, answer)
    },
  )
}
