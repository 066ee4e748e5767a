/**
 * What became of messages after they were handed over, as the sender and the signer see it: the last failure
 * stands with the signer until a message of that channel gets through or the address is corrected.
 */
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { SERVICE, type SigningParts } from '../parts.ts'
import * as store from '../requests/store.ts'
import { maskedPhone } from '../signers/mask.ts'
import * as codes from '../signers/otp-store.ts'

/** How a message can reach a signer. */
export type Channel = 'email' | 'sms'

/** A message that did not arrive. */
export interface DeliveryFailure {
  channel: Channel
  /** In plain English, without addresses and numbers. */
  reason: string
  /** RFC 3339. */
  at: string
}

/** The failure that stands with a signer. */
export const failureOf = ({ delivery_failure }: store.SignerRow): DeliveryFailure | undefined =>
  delivery_failure === null ? undefined : (JSON.parse(delivery_failure) as DeliveryFailure)

/** Notes a failure in the caller's transaction; the trail is the caller's to write. */
export const markUndelivered = (db: Db, signerId: string, failure: DeliveryFailure) =>
  store.updateSigner(db, signerId, { delivery_failure: JSON.stringify(failure) })

/** A message of a channel got through, or its address is another now. */
export async function forgetFailure(
  db: Db,
  signer: store.SignerRow,
  channel: Channel,
): Promise<void> {
  if (failureOf(signer)?.channel === channel)
    await store.updateSigner(db, signer.id, { delivery_failure: null })
}

/** What a carrier says later of the text message with a code. */
export interface CodeReport {
  /** Id of the code. */
  reference: string
  outcome: 'delivered' | 'failed'
  reason?: string
}

/** Notes a report: in the trail where it is bad, with the signer where the code could still be entered. */
export async function noteReport(
  { db, trails, clock }: Pick<SigningParts, 'db' | 'trails' | 'clock'>,
  { reference, outcome, reason = 'the carrier could not deliver it' }: CodeReport,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Carriers repeat themselves, and a code that was entered has arrived whatever they say.
    const code = await codes.takeReport(trx, reference, outcome)
    const signer = code && (await store.findSigner(trx, code.signer_id))
    if (code === undefined || signer === undefined || signer.status === 'signed') return
    if (outcome === 'delivered') return await forgetFailure(trx, signer, 'sms')
    const at = toIso(clock.now())
    if (code.state === 'valid')
      await markUndelivered(trx, signer.id, { channel: 'sms', reason, at })
    const phone = signer.phone === null ? {} : { phone: maskedPhone(signer.phone) }
    const data = { signer_id: signer.id, channel: 'sms', ...phone, reason }
    await trails.append(trx, signer.request_id, {
      type: 'signer.delivery_failed',
      ...SERVICE,
      data,
    })
  })
}
