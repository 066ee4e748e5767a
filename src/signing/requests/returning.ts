/**
 * Return for correction: while nobody has signed, a person whose turn it is may give the document back to its sender instead
 * of declining. It is nobody's turn then, until the sender has changed the document or sends it again as it is.
 */
import type { Db } from '../../database/open.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import type { OtpCodes } from '../authentication/otp.ts'
import { JOBS } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { nameOf } from '../model/people.ts'
import type { Mails } from '../model/ports.ts'
import type { RequestWithSigners, SignerRow } from '../model/rows.ts'
import { addNotices } from '../notifications/sender-mails.ts'
import { findOrder, removeOrdersOf } from '../store/certificate-orders.ts'
import * as store from '../store/requests.ts'
import { UNREAD } from './corrections.ts'
import { isActive } from './lifecycle.ts'

/** Who has signed, or is about to: what was signed is never changed. */
export async function whoSigns(
  db: Db,
  clock: Clock,
  signers: readonly SignerRow[],
): Promise<{ person: string; hasSigned: boolean } | undefined> {
  for (const signer of signers) {
    const person = nameOf(signer)
    if (isSigningAction(signer) && signer.status === 'signed') return { person, hasSigned: true }
    const order = signer.certificate === null ? undefined : await findOrder(db, signer.id)
    const isOrdered = order !== undefined && order.expires_at > toIso(clock.now())
    if (signer.intent !== null || isOrdered) return { person, hasSigned: false }
  }
  return undefined
}

/** In the caller's transaction, of a person whose turn it is. @throws AppError `return_not_allowed` */
export async function returnToSender(
  { clock, jobs, mails, otp }: { clock: Clock; jobs: Jobs; mails: Mails; otp: OtpCodes },
  db: Db,
  { request, signers, signer }: RequestWithSigners & { signer: SignerRow },
  reason: string,
): Promise<void> {
  if (request.allow_return === 0) throw new AppError('return_not_allowed', say('links.noReturn'))
  // Who returns it no longer waits for the provider of their own certificate.
  const own = { ...signer, certificate: null }
  const all = signers.map((each) => (each.id === signer.id ? own : each))
  const signing = await whoSigns(db, clock, all)
  if (signing !== undefined)
    throw new AppError('return_not_allowed', say('links.returnSigned', { person: signing.person }))
  const returned = { signer_id: signer.id, reason, returned_at: toIso(clock.now()) }
  await store.reviseRequest(db, request.id, { returned }, request)
  for (const each of signers.filter(isActive)) {
    await otp.end(db, each.id)
    await store.updateSigner(db, each.id, UNREAD)
  }
  const files = await removeOrdersOf(db, request.id)
  if (files.length > 0) await jobs.add(db, JOBS.discard, { files })
  const about = { kind: 'returned', signer_id: signer.id, key: returned.returned_at } as const
  await addNotices(db, mails, request, about)
}
