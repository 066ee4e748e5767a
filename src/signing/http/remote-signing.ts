/** The calls of a signer's page for certificates that are not ours, and the page to which providers send browsers back. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../database/open.ts'
import { jsonBody } from '../../http/schemas.ts'
import { chooseLanguage } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendPage } from '../../pages/headers.ts'
import { renderReturn } from '../pages/outcomes.tsx'
import { RETURN_PATH } from '../remote-signing/orders.ts'
import type { OwnCertificates } from '../remote-signing/service.ts'
import type { SignerAccess } from '../signers/access.ts'
import { keepPrivate } from './call.ts'
import { SignatureBodySchema, withPicture } from './operations/signers.ts'
import { visitorOf } from './registering.ts'
import { orderIn } from './signature-body.ts'

/** Dependencies of the routes. */
export interface OwnCertificateRouteParts {
  parts: { db: Db }
  access: SignerAccess
  own: OwnCertificates
  assets: Assets
}

const PATH = '/sign/:token/certificate'
const config = { access: 'public' } as const
const closed = { additionalProperties: false }
const params = Type.Object({ token: Type.String() })
/** As long as a provider may make it. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** Not in the API description: they serve the page alone, whose visitor goes to a provider in between. */
const hidden = { hide: true, params }
const ReturnSchema = Type.Object(
  {
    state: text(200),
    code: Type.Optional(text(4_096)),
    error: Type.Optional(Type.String({ pattern: '^[a-z_]{1,60}$' })),
  },
  { ...closed, title: 'CertificateReturn' },
)
const ChoiceSchema = Type.Object({ id: text(200) }, { ...closed, title: 'CertificateChoice' })

/** Routes under /sign/{token}/certificate. */
export const ownCertificateRoutes: FastifyPluginAsyncTypebox<OwnCertificateRouteParts> = async (
  app,
  { parts, access, own, assets },
) => {
  app.addHook('onSend', keepPrivate)

  const visitor = async (call: FastifyRequest, token: string) =>
    visitorOf(call, token, await access.activeContext(parts.db, token))

  const order = { config: withPicture, schema: { ...hidden, body: jsonBody(SignatureBodySchema) } }
  app.post(PATH, order, async (request) => {
    const at = `${request.protocol}://${request.host}`
    return {
      url: await own.order(await visitor(request, request.params.token), orderIn(request.body), at),
    }
  })

  const back = { config, schema: { ...hidden, body: jsonBody(ReturnSchema) } }
  app.post(`${PATH}/return`, back, async (request) => {
    const { token } = request.params
    return { certificates: await own.comeBack(await visitor(request, token), request.body) }
  })

  const choice = { config, schema: { ...hidden, body: jsonBody(ChoiceSchema) } }
  app.post(`${PATH}/choice`, choice, async (request) => {
    const { token } = request.params
    return { url: await own.choose(await visitor(request, token), request.body.id) }
  })

  // It changes nothing and knows nobody: its script finds the document in the window that left it.
  app.get(RETURN_PATH, { config, schema: { hide: true } }, async (request, reply) => {
    const acceptLanguage = request.headers['accept-language']
    return sendPage(reply, renderReturn(chooseLanguage({ acceptLanguage }), assets))
  })
}
