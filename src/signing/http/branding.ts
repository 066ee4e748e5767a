/** The brand of an account over HTTP, for its owner and for signers' browsers. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { jsonAnswer, ref } from '../../http/schemas.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import { brandStyles } from '../branding/colors.ts'
import { BrandInputSchema, BrandSchema, COMPONENTS } from '../branding/schemas.ts'
import { brandHolderOf } from '../branding/service.ts'
import type { Needs } from '../requests/parts.ts'
import type { SignerAccess } from '../signers/access.ts'
import { ACCESS, tableOf } from './operations/calls.ts'

const PATH = '/api/v1/account/brand'
const theBrand = { 200: jsonAnswer('The brand', ref(BrandSchema)) }
const operations = tableOf('Account', { config: ACCESS.account })({
  getBrand: { response: theBrand },
  setBrand: { config: ACCESS.changing, body: ref(BrandInputSchema), response: theBrand },
})

const publicSchema = { hide: true, params: Type.Object({ token: Type.String() }) }
const HEADERS = {
  'Cache-Control': 'private, max-age=300',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

type BrandDeps = Needs<'branding' | 'db'>

/** Calls on the brand, and what a signer's page shows of it. */
export const brandRoutes: FastifyPluginAsyncTypebox<{
  parts: BrandDeps
  access: SignerAccess
}> = async (app, { parts, access }) => {
  for (const schema of COMPONENTS) app.addSchema(schema)
  app.get(PATH, operations.getBrand, (request) =>
    parts.branding.get(brandHolderOf(callerOf(request))),
  )

  app.put(PATH, operations.setBrand, (request) => {
    const caller = callerOf(request)
    return parts.branding.set(brandHolderOf(caller), request.body, `key:${caller.key.id}`)
  })

  const open = { config: ACCESS.link, schema: publicSchema }
  const brandOf = async (token: string) => {
    const { request } = await access.context(parts.db, token)
    return await parts.branding.of(request)
  }
  app.get('/sign/:token/brand.css', open, async (request, reply) => {
    const { color } = await brandOf(request.params.token)
    if (color === null) throw new AppError('not_found', say('branding.noColour'))
    return reply.headers(HEADERS).type('text/css; charset=utf-8').send(brandStyles(color))
  })
  app.get('/sign/:token/logo.png', open, async (request, reply) => {
    const { logo } = await brandOf(request.params.token)
    if (logo === null) throw new AppError('not_found', say('branding.noLogo'))
    return reply.headers(HEADERS).type('image/png').send(logo)
  })
}
