/** The OpenAPI description of each call on open links. */
import { Type } from 'typebox'
import { jsonAnswer, ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import {
  NewOpenLinkSchema,
  OPEN_LINK_LIMITS,
  OpenLinkChangesSchema,
  OpenLinkSchema,
  OpenLinksSchema,
} from '../../open-links/schemas.ts'
import { callsOf } from './calls.ts'

const operation = callsOf('Request templates')
const params = Type.Object({ id: Type.String({ pattern: idPattern('rqt') }) })
const linkParams = Type.Object({
  ...params.properties,
  link_id: Type.String({ pattern: idPattern('lnk') }),
})
const theLink = jsonAnswer('The link', ref(OpenLinkSchema))

/** POST /api/v1/request-templates/{id}/links. */
export const createOpenLink = operation('createOpenLink', {
  description: `At its public address anybody begins a request of their own: they confirm their e-mail address by a code, then sign like every signer. Each start counts like POST …/documents with the key that made the link. At most ${OPEN_LINK_LIMITS.perTemplate} links for a template.`,
  params,
  body: ref(NewOpenLinkSchema),
  response: { 201: theLink },
})

/** GET /api/v1/request-templates/{id}/links. */
export const listOpenLinks = operation('listOpenLinks', {
  params,
  response: { 200: jsonAnswer('The links', ref(OpenLinksSchema)) },
})

/** GET /api/v1/request-templates/{id}/links/{link_id}. */
export const getOpenLink = operation('getOpenLink', {
  params: linkParams,
  response: { 200: theLink },
})

/** PATCH /api/v1/request-templates/{id}/links/{link_id}. */
export const updateOpenLink = operation('updateOpenLink', {
  params: linkParams,
  body: ref(OpenLinkChangesSchema),
  response: { 200: theLink },
})

/** DELETE /api/v1/request-templates/{id}/links/{link_id}. */
export const deleteOpenLink = operation('deleteOpenLink', {
  params: linkParams,
  response: { 204: Type.Null({ description: 'It is deleted' }) },
})
