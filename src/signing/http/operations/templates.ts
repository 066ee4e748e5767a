/** The OpenAPI description of each call on request templates. */
import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  formBody,
  JSON_BODY_CODES,
  jsonAnswer,
  problems,
  ref,
} from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { TEMPLATE_PROBLEMS } from '../../../rendering/answer.ts'
import { FileQuerySchema } from '../../model/schemas/files.ts'
import { DocumentSchema } from '../../model/schemas/request.ts'
import {
  NewTemplateSchema,
  RequestTemplateSchema,
  TEMPLATE_FORM,
  TEMPLATE_LIMITS,
  TemplateChangesSchema,
  TemplatesPageSchema,
  TemplateUseSchema,
} from '../../templates/schemas.ts'
import { PAGE } from '../../templates/service.ts'
import { idempotencyHeaders, requestProblems } from './requests.ts'

const operation = describing('Request templates', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('rqt') }) })
const FOUND = ['request_template_not_found', 'validation_failed'] as const
const CHECKED = [
  'pdf_invalid',
  'pdf_encrypted',
  'pdf_not_signable',
  'template_not_found',
  'version_not_found',
  'webhook_url_refused',
  'render_limit_exceeded',
] as const
const theTemplate = jsonAnswer('The template', ref(RequestTemplateSchema))

/** POST /api/v1/request-templates. */
export const createRequestTemplate = operation('createRequestTemplate', {
  summary: 'Store a request template: a document with roles',
  description: `From PDFs (a form with \`file\`, and up to nine \`files\` that are signed with it in one go) or from a stored Word template (JSON with \`template_id\`; a form with it and \`files\` for PDFs after it). Roles say how each signer is asked and where they sign; who they are comes with each request. At most ${TEMPLATE_LIMITS.stored} templates and ${TEMPLATE_LIMITS.bytes / 1_048_576} MB of PDFs for each kind of key.`,
  body: {
    content: {
      ...formBody('RequestTemplateForm', TEMPLATE_FORM).content,
      'application/json': { schema: ref(NewTemplateSchema) },
    },
  },
  response: {
    201: theTemplate,
    ...problems(
      ...CHECKED,
      ...JSON_BODY_CODES,
      'validation_failed',
      'request_template_limit_reached',
    ),
  },
})

/** GET /api/v1/request-templates. */
export const listRequestTemplates = operation('listRequestTemplates', {
  summary: 'List the request templates, newest first',
  querystring: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE.max, default: PAGE.default })),
      cursor: Type.Optional(
        Type.String({ pattern: idPattern('rqt'), description: 'next_cursor of the page before' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: jsonAnswer('A page of templates', ref(TemplatesPageSchema)),
    ...problems('validation_failed'),
  },
})

/** GET /api/v1/request-templates/{id}. */
export const getRequestTemplate = operation('getRequestTemplate', {
  summary: 'A request template',
  params,
  response: { 200: theTemplate, ...problems(...FOUND) },
})

/** GET the PDF. */
export const getRequestTemplateFile = operation('getRequestTemplateFile', {
  summary: 'A PDF of a request template',
  params,
  querystring: FileQuerySchema,
  response: { 200: fileAnswer('The PDF', 'application/pdf'), ...problems(...FOUND) },
})

/** PATCH /api/v1/request-templates/{id}. */
export const updateRequestTemplate = operation('updateRequestTemplate', {
  summary: 'Change a request template',
  description: 'Absent members stay. Requests and bulk sends that exist already are not changed.',
  params,
  body: ref(TemplateChangesSchema),
  response: { 200: theTemplate, ...problems(...FOUND, ...CHECKED, ...JSON_BODY_CODES) },
})

/** DELETE /api/v1/request-templates/{id}. */
export const deleteRequestTemplate = operation('deleteRequestTemplate', {
  summary: 'Delete a request template',
  description: 'Requests that were made from it stay.',
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }), ...problems(...FOUND) },
})

/** POST /api/v1/request-templates/{id}/documents. */
export const createDocumentFromRequestTemplate = operation('createDocumentFromRequestTemplate', {
  summary: 'Request signatures from a request template',
  description:
    'One person for each role, `data` for a Word template, and whatever this request has different from its template. Counts like POST /api/v1/documents; a Word template also uses one document.',
  params,
  headers: idempotencyHeaders,
  body: ref(TemplateUseSchema),
  response: {
    201: jsonAnswer('The document', ref(DocumentSchema)),
    ...requestProblems('request_template_not_found', ...TEMPLATE_PROBLEMS),
  },
})
