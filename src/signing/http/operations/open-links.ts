/** The OpenAPI description of each call on open links. */
import { Type } from 'typebox'
import { describing, JSON_BODY_CODES, jsonAnswer, problems, ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import {
  NewOpenLinkSchema,
  OPEN_LINK_LIMITS,
  OpenLinkChangesSchema,
  OpenLinkSchema,
  OpenLinksSchema,
} from '../../open-links/schemas.ts'

const operation = describing('Request templates', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('rqt') }) })
const linkParams = Type.Object({
  ...params.properties,
  link_id: Type.String({ pattern: idPattern('lnk') }),
})
const OF_TEMPLATE = ['request_template_not_found', 'validation_failed'] as const
const FOUND = [...OF_TEMPLATE, 'open_link_not_found'] as const
const theLink = jsonAnswer('The link', ref(OpenLinkSchema))

/** POST /api/v1/request-templates/{id}/links. */
export const createOpenLink = operation('createOpenLink', {
  summary: 'Open a request template to everybody with a link',
  description: `At its public address anybody begins a request of their own: they confirm their e-mail address by a code, then sign like every signer. Each start counts like POST …/documents with the key that made the link. At most ${OPEN_LINK_LIMITS.perTemplate} links for a template.`,
  params,
  body: ref(NewOpenLinkSchema),
  response: {
    201: theLink,
    ...problems(
      ...OF_TEMPLATE,
      ...JSON_BODY_CODES,
      'open_links_forbidden',
      'request_template_limit_reached',
    ),
  },
})

/** GET /api/v1/request-templates/{id}/links. */
export const listOpenLinks = operation('listOpenLinks', {
  summary: 'List the open links of a request template, oldest first',
  params,
  response: { 200: jsonAnswer('The links', ref(OpenLinksSchema)), ...problems(...OF_TEMPLATE) },
})

/** GET /api/v1/request-templates/{id}/links/{link_id}. */
export const getOpenLink = operation('getOpenLink', {
  summary: 'An open link, with how many requests were begun and completed',
  params: linkParams,
  response: { 200: theLink, ...problems(...FOUND) },
})

/** PATCH /api/v1/request-templates/{id}/links/{link_id}. */
export const updateOpenLink = operation('updateOpenLink', {
  summary: 'Close an open link, open it again, or change its limits',
  description: 'Absent members stay; null takes a limit away. Requests that were begun go on.',
  params: linkParams,
  body: ref(OpenLinkChangesSchema),
  response: {
    200: theLink,
    ...problems(...FOUND, ...JSON_BODY_CODES, 'open_links_forbidden'),
  },
})

/** DELETE /api/v1/request-templates/{id}/links/{link_id}. */
export const deleteOpenLink = operation('deleteOpenLink', {
  summary: 'Delete an open link',
  description: 'Its address ends. Requests that were begun there stay.',
  params: linkParams,
  response: { 204: Type.Null({ description: 'It is deleted' }), ...problems(...FOUND) },
})
