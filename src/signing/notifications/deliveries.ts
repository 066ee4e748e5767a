/**
 * Delivery results of messages, as the sender and the signer see them: the last failure stays on the signer's row
 * until a message of that channel gets through or the address is corrected.
 */

import type { Trails } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import type { TextReport } from '../../messages/ports.ts'
import * as codes from '../authentication/otp-store.ts'
import { maskedPhone, SERVICE } from '../model/people.ts'
import type { Channel, DeliveryFailure, SignerRow } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import { signerOfText } from './text-store.ts'

/** Records a failure in the caller's transaction; the caller writes the trail entry. */
export const markUndelivered = (db: Db, signerId: string, failure: DeliveryFailure) =>
  store.updateSigner(db, signerId, { delivery_failure: failure })

/** Of texts and calls alike: both go to the telephone. */
const isMail = (channel: Channel): boolean => channel === 'email'

/** Clears the failure: a message to that address or telephone got through, or it has changed. */
export async function forgetFailure(db: Db, signer: SignerRow, channel: Channel): Promise<void> {
  const failed = signer.delivery_failure?.channel
  if (failed !== undefined && isMail(failed) === isMail(channel))
    await store.updateSigner(db, signer.id, { delivery_failure: null })
}

/** Records a report: in the trail if delivery failed, on the signer's row if the code could still be entered. */
export async function noteReport(
  { db, trails, clock }: { db: Db; trails: Trails; clock: Clock },
  { reference, outcome, reason = 'the carrier could not deliver it' }: TextReport,
): Promise<void> {
  await concurrently(db, 'request', async (trx) => {
    // Carriers repeat reports, and a code that was entered has arrived whatever they report.
    const code = await codes.takeReport(trx, reference, outcome)
    const id = code?.signer_id ?? (await signerOfText(trx, reference))
    const signer = id === undefined ? undefined : await store.findSigner(trx, id)
    if (signer === undefined || signer.status === 'signed') return
    if (outcome === 'delivered') return await forgetFailure(trx, signer, 'sms')
    const channel = channelOf(code)
    if (code === undefined && isKnown(signer, channel, reason)) return
    const at = toIso(clock.now())
    if (code?.state !== 'replaced') await markUndelivered(trx, signer.id, { channel, reason, at })
    const phone = signer.phone === null ? {} : { phone: maskedPhone(signer.phone) }
    const data = { signer_id: signer.id, channel, ...phone, reason }
    await trails.record(trx, signer.request_id, 'signer.delivery_failed', SERVICE, data)
  })
}

/** @param code undefined: a link */
const channelOf = (code: { call_state: unknown } | undefined): Channel =>
  code === undefined || code.call_state === null ? 'sms' : 'call'

const isKnown = ({ delivery_failure }: SignerRow, channel: Channel, reason: string): boolean =>
  delivery_failure?.channel === channel && delivery_failure.reason === reason
