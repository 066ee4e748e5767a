/** The description of each call on stored templates: its parameters and responses. */
import { Type } from 'typebox'
import { callsIn } from '../http/calls.ts'
import { fileAnswer, formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import words from './calls.json' with { type: 'json' }
import {
  DOCX_MEDIA_TYPE,
  FieldsSchema,
  RenameSchema,
  TEMPLATE_FORM,
  TemplateSchema,
  TemplatesPageSchema,
  VALIDATE_FORM,
  ValidationSchema,
  VERSION_FORM,
  VersionCreatedSchema,
  VersionsSchema,
} from './schemas.ts'

const PAGE_MAX = 100
/** Default number of templates on a page. */
export const PAGE_DEFAULT = 50

const operation = callsIn(words).callsOf('Templates')
const params = Type.Object({ id: Type.String({ pattern: idPattern('tpl') }) })
const versionParams = Type.Object({
  ...params.properties,
  version: Type.Integer({ minimum: 1 }),
})

const theTemplate = jsonAnswer('The template', ref(TemplateSchema))

/** GET /templates. */
export const listTemplates = operation('listTemplates', {
  querystring: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })),
      cursor: Type.Optional(
        Type.String({ pattern: idPattern('tpl'), description: 'next_cursor of the page before' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('A page of templates', ref(TemplatesPageSchema)) },
})

/** POST /templates. */
export const createTemplate = operation('createTemplate', {
  body: formBody('TemplateForm', TEMPLATE_FORM),
  response: { 201: jsonAnswer('The template, with version 1', ref(TemplateSchema)) },
})

/** GET /templates/{id}. */
export const getTemplate = operation('getTemplate', { params, response: { 200: theTemplate } })

/** PATCH /templates/{id}. */
export const renameTemplate = operation('renameTemplate', {
  params,
  body: ref(RenameSchema),
  response: { 200: theTemplate },
})

/** DELETE /templates/{id}. */
export const deleteTemplate = operation('deleteTemplate', {
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }) },
})

/** GET /templates/{id}/versions. */
export const listTemplateVersions = operation('listTemplateVersions', {
  params,
  response: { 200: jsonAnswer('The versions', ref(VersionsSchema)) },
})

/** POST /templates/{id}/versions. */
export const addTemplateVersion = operation('addTemplateVersion', {
  params,
  body: formBody('TemplateVersionForm', VERSION_FORM),
  response: { 201: jsonAnswer('The new version', ref(VersionCreatedSchema)) },
})

/** GET the Word file of a version. */
export const getTemplateVersionFile = operation('getTemplateVersionFile', {
  params: versionParams,
  response: { 200: fileAnswer('The Word file', DOCX_MEDIA_TYPE) },
})

/** POST that restores an earlier version as the current one. */
export const restoreTemplateVersion = operation('restoreTemplateVersion', {
  params: versionParams,
  response: { 200: theTemplate },
})

/** GET /templates/{id}/fields. */
export const getTemplateFields = operation('getTemplateFields', {
  params,
  querystring: Type.Object(
    {
      version: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Default: the current version' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('The fields', ref(FieldsSchema)) },
})

/** POST /validate-template. */
export const validateTemplate = operation('validateTemplate', {
  body: formBody('ValidateTemplateForm', VALIDATE_FORM),
  response: { 200: jsonAnswer('The result', ref(ValidationSchema)) },
})
