/** Routes that register passkeys and authenticator apps, and what the routes of a link share. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { DocumentPool } from '../documents/pool.ts'
import type { Needs } from '../requests/parts.ts'
import type { SignerAccess } from '../signers/access.ts'
import type { Origin } from '../signers/action-entries.ts'
import type { SignerActions } from '../signers/actions.ts'
import { bindingOf } from '../signers/phone-and-consent.ts'
import type { SignerFileService } from '../signers/uploads.ts'
import { signerState } from '../signers/view.ts'
import { sessionOf } from './call.ts'
import * as operations from './operations/signers.ts'

/** Of routes behind a signer's link. */
export const config = { access: 'public' } as const

/** Path of a signer's link. */
export const PATH = '/sign/:token'

/** Where a call comes from, for the trail. */
export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  ua: request.headers['user-agent'],
})

interface SignerRouteDeps extends Needs<'blobs' | 'db' | 'otp' | 'throttling' | 'trails'> {
  documents: Pick<DocumentPool, 'picture'>
}

/** Dependencies of the routes. */
export interface SignerRouteParts {
  parts: SignerRouteDeps
  access: SignerAccess
  actions: SignerActions
  signerFiles: SignerFileService
  /** Whether browsers always connect over TLS. The cookie is then marked Secure. */
  secure: boolean
}

type StateParts = Pick<SignerRouteParts, 'parts' | 'access' | 'actions'>

/** The state that the signer's page shows. */
export async function stateOf({ parts, access, actions }: StateParts, token: string) {
  const context = await access.context(parts.db, token)
  const code = await parts.otp.status(parts.db, bindingOf(context))
  return signerState(context, code, undefined, await actions.steps(context))
}

/** Routes of passkeys, which take the place of codes. */
export const passkeyRoutes: FastifyPluginAsyncTypebox<StateParts> = async (
  app,
  { parts, access, actions },
) => {
  const session = async (request: FastifyRequest, token: string) =>
    sessionOf(request, await access.activeContext(parts.db, token))

  const asking = { config, schema: operations.requestPasskey }
  app.post(`${PATH}/passkey/request`, asking, async (call) => {
    const { token } = call.params
    return await actions.passkeys.ask(token, call.body, originOf(call))
  })

  const creation = { config, schema: operations.createPasskey }
  app.post(`${PATH}/passkey/creation`, creation, async (call) => {
    const { token } = call.params
    return await actions.passkeys.creation(token, await session(call, token))
  })

  const register = { config, schema: operations.registerPasskey }
  app.post(`${PATH}/passkey`, register, async (call) => {
    const { token } = call.params
    const { passkey } = call.body
    await actions.passkeys.register(token, await session(call, token), passkey, originOf(call))
    return await stateOf({ parts, access, actions }, token)
  })
}

/** Routes of authenticator apps: to register one. */
export const totpRoutes: FastifyPluginAsyncTypebox<StateParts> = async (
  app,
  { parts, access, actions },
) => {
  const session = async (request: FastifyRequest, token: string) =>
    sessionOf(request, await access.activeContext(parts.db, token))

  const creation = { config, schema: operations.createTotp }
  app.post(`${PATH}/totp/creation`, creation, async (call) => {
    const { token } = call.params
    return await actions.totps.creation(token, await session(call, token))
  })

  const register = { config, schema: operations.registerTotp }
  app.post(`${PATH}/totp`, register, async (call) => {
    const { token } = call.params
    const { code } = call.body
    await actions.totps.register(token, await session(call, token), code, originOf(call))
    return await stateOf({ parts, access, actions }, token)
  })
}
