/** What must hold before a participant signs or approves. */

import { CLOCK_TOLERANCE_MS, type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { SignerRow } from '../model/rows.ts'
import type { SignerContext } from './access.ts'
import { holdsSession } from './action-entries.ts'

/** @throws AppError `action_not_asked` when this person was asked for the other one */
export function assertAsked(signer: SignerRow, what: 'signature' | 'approval'): void {
  if (isSigningAction(signer) === (what === 'signature')) return
  throw new AppError(
    'action_not_asked',
    what === 'signature' ? say('links.approveOnly') : say('links.signOnly'),
  )
}

/** @throws AppError `action_not_asked` when this person was to sign with the other kind of certificate */
export function assertOwn({ certificate }: SignerRow, wanted: boolean): void {
  if ((certificate !== null) === wanted) return
  throw new AppError(
    'action_not_asked',
    wanted
      ? say('links.noCertificate')
      : say('links.ownCertificate', { service: String(certificate?.service) }),
  )
}

/** @throws AppError `verification_required` without a right code in this browser, half an hour ago at most */
export function assertVerified(
  { clock }: { clock: Clock },
  signer: SignerRow,
  session: string | undefined,
): void {
  const { verified_at, verified_until, status } = signer
  const now = toIso(clock.now())
  // Setting the clock back must not extend the half hour.
  const begun = toIso(clock.now() + CLOCK_TOLERANCE_MS)
  const fits = holdsSession(signer, session)
  if (
    status === 'verified' &&
    fits &&
    verified_until !== null &&
    verified_until > now &&
    verified_at !== null &&
    verified_at <= begun
  )
    return
  throw new AppError('verification_required', say('codes.codeFirst'))
}

/**
 * Every revision that a signer of this document may be viewing. Another signer may sign while it is read: that does
 * not change what is read, so the earlier revision is accepted too.
 */
const revisionsOf = ({ request, signers }: SignerContext): ReadonlySet<string | null> =>
  new Set([
    request.files[0].laid_out_sha256,
    request.files[0].current_sha256,
    ...signers.map(({ signature }) => signature?.sha256_after ?? null),
  ])

/** @throws AppError `document_changed` for a file that is no revision of this document */
export function assertShown(context: SignerContext, sha256: string): void {
  if (revisionsOf(context).has(sha256)) return
  throw new AppError('document_changed', say('links.changed'))
}
