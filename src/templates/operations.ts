/** The description of each call on stored templates: its parameters and responses. */
import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  formBody,
  JSON_BODY_CODES,
  jsonAnswer,
  problems,
  ref,
} from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
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

const operation = describing('Templates', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('tpl') }) })
const versionParams = Type.Object({
  ...params.properties,
  version: Type.Integer({ minimum: 1 }),
})
const FOUND = ['template_not_found', 'validation_failed'] as const
const VERSION_FOUND = [...FOUND, 'version_not_found'] as const
const UPLOAD = [
  'json_invalid',
  'data_invalid',
  'file_too_large',
  'unsupported_media_type',
  'validation_failed',
  'template_not_docx',
  'template_unsafe',
  'template_too_complex',
  'template_invalid',
  'render_limit_exceeded',
] as const

const theTemplate = jsonAnswer('The template', ref(TemplateSchema))

/** GET /templates. */
export const listTemplates = operation('listTemplates', {
  summary: 'List the templates, newest first',
  querystring: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })),
      cursor: Type.Optional(
        Type.String({ pattern: idPattern('tpl'), description: 'next_cursor of the page before' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: jsonAnswer('A page of templates', ref(TemplatesPageSchema)),
    ...problems('validation_failed'),
  },
})

/** POST /templates. */
export const createTemplate = operation('createTemplate', {
  summary: 'Save a template',
  body: formBody('TemplateForm', TEMPLATE_FORM),
  response: {
    201: jsonAnswer('The template, with version 1', ref(TemplateSchema)),
    ...problems(...UPLOAD, 'template_limit_reached'),
  },
})

/** GET /templates/{id}. */
export const getTemplate = operation('getTemplate', {
  summary: 'Get a template',
  params,
  response: { 200: theTemplate, ...problems(...FOUND) },
})

/** PATCH /templates/{id}. */
export const renameTemplate = operation('renameTemplate', {
  summary: 'Rename a template',
  params,
  body: ref(RenameSchema),
  response: { 200: theTemplate, ...problems(...FOUND, ...JSON_BODY_CODES) },
})

/** DELETE /templates/{id}. */
export const deleteTemplate = operation('deleteTemplate', {
  summary: 'Delete a template with all its versions',
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }), ...problems(...FOUND) },
})

/** GET /templates/{id}/versions. */
export const listTemplateVersions = operation('listTemplateVersions', {
  summary: 'List the versions, newest first',
  params,
  response: { 200: jsonAnswer('The versions', ref(VersionsSchema)), ...problems(...FOUND) },
})

/** POST /templates/{id}/versions. */
export const addTemplateVersion = operation('addTemplateVersion', {
  summary: 'Add a version and make it the current one',
  description:
    'A template has at most 10 versions: the 11th upload deletes the oldest that is not current and returns its number in `dropped_version`.',
  params,
  body: formBody('TemplateVersionForm', VERSION_FORM),
  response: {
    201: jsonAnswer('The new version', ref(VersionCreatedSchema)),
    ...problems(...UPLOAD, 'template_not_found'),
  },
})

/** GET the Word file of a version. */
export const getTemplateVersionFile = operation('getTemplateVersionFile', {
  summary: 'Download the Word file of a version',
  params: versionParams,
  response: {
    200: fileAnswer('The Word file', DOCX_MEDIA_TYPE),
    ...problems(...VERSION_FOUND),
  },
})

/** POST that restores an earlier version as the current one. */
export const restoreTemplateVersion = operation('restoreTemplateVersion', {
  summary: 'Restore an earlier version',
  params: versionParams,
  response: { 200: theTemplate, ...problems(...VERSION_FOUND) },
})

/** GET /templates/{id}/fields. */
export const getTemplateFields = operation('getTemplateFields', {
  summary: 'Get the tags of a template as JSON Schema, with sample data',
  params,
  querystring: Type.Object(
    {
      version: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Default: the current version' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('The fields', ref(FieldsSchema)), ...problems(...VERSION_FOUND) },
})

/** POST /validate-template. */
export const validateTemplate = operation('validateTemplate', {
  summary: 'Validate a template and list every error',
  description: 'Uses no document quota and stores nothing.',
  body: formBody('ValidateTemplateForm', VALIDATE_FORM),
  response: {
    200: jsonAnswer('The result', ref(ValidationSchema)),
    ...problems(...UPLOAD),
  },
})
