/** Routes that register passkeys and authenticator apps, and what the routes of a link share. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { DocumentPool } from '../documents/pool.ts'
import type { Needs } from '../requests/parts.ts'
import type { SignerAccess, SignerContext } from '../signers/access.ts'
import type { Origin, Visitor } from '../signers/action-entries.ts'
import type { SignerActions } from '../signers/actions.ts'
import { bindingOf } from '../signers/phone-and-consent.ts'
import type { SignerFileService } from '../signers/uploads.ts'
import { signerState } from '../signers/view.ts'
import { sessionOf } from './call.ts'
import { operations } from './operations/signers.ts'

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

/** Who acts. @param context of the link, read now */
export const visitorOf = (
  call: FastifyRequest,
  token: string,
  context: SignerContext,
): Visitor => ({ token, session: sessionOf(call, context), origin: originOf(call) })

/** The state that the signer's page shows. */
export async function stateOf({ parts, access, actions }: StateParts, token: string) {
  const context = await access.context(parts.db, token)
  const code = await parts.otp.status(parts.db, bindingOf(context))
  return signerState(context, code, undefined, await actions.steps(context))
}

/** Routes of passkeys, which take the place of codes, and of authenticator apps. */
export const registeringRoutes: FastifyPluginAsyncTypebox<StateParts> = async (
  app,
  { parts, access, actions },
) => {
  const visitor = async (call: FastifyRequest, token: string) =>
    visitorOf(call, token, await access.activeContext(parts.db, token))

  app.post(`${PATH}/passkey/request`, operations.requestPasskey, async (call) => {
    const { token } = call.params
    return await actions.registered.ask({ token, origin: originOf(call) }, call.body)
  })

  app.post(`${PATH}/passkey/creation`, operations.createPasskey, async (call) => {
    return await actions.registered.createPasskey(await visitor(call, call.params.token))
  })

  app.post(`${PATH}/passkey`, operations.registerPasskey, async (call) => {
    const { token } = call.params
    await actions.registered.registerPasskey(await visitor(call, token), call.body.passkey)
    return await stateOf({ parts, access, actions }, token)
  })

  app.post(`${PATH}/totp/creation`, operations.createTotp, async (call) => {
    return await actions.registered.createTotp(await visitor(call, call.params.token))
  })

  app.post(`${PATH}/totp`, operations.registerTotp, async (call) => {
    const { token } = call.params
    await actions.registered.registerTotp(await visitor(call, token), call.body.code)
    return await stateOf({ parts, access, actions }, token)
  })
}
