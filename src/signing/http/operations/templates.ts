/** The OpenAPI description of each call on request templates. */
import { Type } from 'typebox'
import { fileAnswer, formBody, jsonAnswer, ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
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
import { ACCESS, tableOf } from './calls.ts'
import { idempotencyHeaders } from './requests.ts'

const params = Type.Object({ id: Type.String({ pattern: idPattern('rqt') }) })
const theTemplate = jsonAnswer('The template', ref(RequestTemplateSchema))

/** See calls.json. */
export const operations = {
  ...tableOf('Request templates', { config: ACCESS.reading })({
    createRequestTemplate: {
      config: ACCESS.changing,
      description: `From PDFs (a form with \`file\`, and up to nine \`files\` that are signed with it in one go) or from a stored Word template (JSON with \`template_id\`; a form with it and \`files\` for PDFs after it). Roles say how each signer is asked and where they sign; who they are comes with each request. At most ${TEMPLATE_LIMITS.stored} templates and ${TEMPLATE_LIMITS.bytes / 1_048_576} MB of PDFs for each kind of key.`,
      body: {
        content: {
          ...formBody('RequestTemplateForm', TEMPLATE_FORM).content,
          'application/json': { schema: ref(NewTemplateSchema) },
        },
      },
      response: { 201: theTemplate },
    },
    listRequestTemplates: {
      querystring: Type.Object(
        {
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: PAGE.max, default: PAGE.default }),
          ),
          cursor: Type.Optional(
            Type.String({
              pattern: idPattern('rqt'),
              description: 'next_cursor of the page before',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      response: { 200: jsonAnswer('A page of templates', ref(TemplatesPageSchema)) },
    },
  }),
  ...tableOf('Request templates', { config: ACCESS.reading, params })({
    getRequestTemplate: { response: { 200: theTemplate } },
    getRequestTemplateFile: {
      querystring: FileQuerySchema,
      response: { 200: fileAnswer('The PDF', 'application/pdf') },
    },
    updateRequestTemplate: {
      config: ACCESS.changing,
      body: ref(TemplateChangesSchema),
      response: { 200: theTemplate },
    },
    deleteRequestTemplate: {
      config: ACCESS.changing,
      response: { 204: Type.Null({ description: 'It is deleted' }) },
    },
    createDocumentFromRequestTemplate: {
      config: ACCESS.sending,
      headers: idempotencyHeaders,
      body: ref(TemplateUseSchema),
      response: { 201: jsonAnswer('The document', ref(DocumentSchema)) },
    },
  }),
}
