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
import { ACCESS, tableOf } from './calls.ts'

const params = Type.Object({ id: Type.String({ pattern: idPattern('rqt') }) })
const linkParams = Type.Object({
  ...params.properties,
  link_id: Type.String({ pattern: idPattern('lnk') }),
})
const theLink = jsonAnswer('The link', ref(OpenLinkSchema))

/** See calls.json. */
export const operations = {
  ...tableOf('Request templates', { config: ACCESS.reading, params })({
    createOpenLink: {
      config: ACCESS.changing,
      description: `At its public address anybody begins a request of their own: they confirm their e-mail address by a code, then sign like every signer. Each start counts like POST …/documents with the key that made the link. At most ${OPEN_LINK_LIMITS.perTemplate} links for a template.`,
      body: ref(NewOpenLinkSchema),
      response: { 201: theLink },
    },
    listOpenLinks: { response: { 200: jsonAnswer('The links', ref(OpenLinksSchema)) } },
  }),
  ...tableOf('Request templates', { config: ACCESS.reading, params: linkParams })({
    getOpenLink: { response: { 200: theLink } },
    updateOpenLink: {
      config: ACCESS.changing,
      body: ref(OpenLinkChangesSchema),
      response: { 200: theLink },
    },
    deleteOpenLink: {
      config: ACCESS.changing,
      response: { 204: Type.Null({ description: 'It is deleted' }) },
    },
  }),
}
