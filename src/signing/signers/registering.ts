import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import type { RegisteredMethod } from '../model/authentication.ts'
import type { RegisteredProof } from '../model/rows.ts'
import type { SignerContext } from './access.ts'
import { holdsSession } from './action-entries.ts'

/** Which step a signer is at: asked for what is registered, sent a code first, or to register it now. */
export type RegisteredStep = 'ask' | 'code' | 'register'

/** Whose registrations: wrong answers count for all their requests. */
export const subjectOf = ({ request, signer }: SignerContext): string =>
  `${request.account_id} ${request.mode} ${signer.email.toLowerCase()}`

/** What was used, as trail and proof name it. */
export const usedOf = ({
  created_at,
  phone,
}: {
  created_at: string
  phone: string
}): RegisteredProof => ({
  registered_at: created_at,
  phone,
})

const isOpen = ({ signer }: SignerContext, nowMs: number): boolean =>
  (signer.registering_until ?? '') > toIso(nowMs)

/** The step of a signer whose method is registered. */
export function stepOf(context: SignerContext, isKnown: boolean, nowMs: number): RegisteredStep {
  if (isKnown) return 'ask'
  return isOpen(context, nowMs) ? 'register' : 'code'
}

/**
 * A method that is registered now, and the session in which the signer has entered a right code.
 * @throws AppError `verification_required`
 */
export function registeringIn<Method extends RegisteredMethod>(
  { clock }: { clock: Clock },
  context: SignerContext,
  session: string | undefined,
  method: Method,
): { method: Method; session: string } {
  const { signer, host } = context
  if (host !== undefined) throw new AppError('verification_required', say('codes.othersDevice'))
  const isDue = signer.authentication === method && isOpen(context, clock.now())
  if (isDue && session !== undefined && holdsSession(signer, session)) return { method, session }
  throw new AppError('verification_required', say('codes.textFirst'))
}
