/** What a signer provides before a code is sent: the phone number, if unknown, and the consent. */

import type { Trails } from '../../audit/trail.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import { witnessFindings } from '../model/participant-actions.ts'
import { maskedPhone } from '../model/people.ts'
import { shownSha256 } from '../model/rows.ts'
import { ownPhoneFindings } from '../model/schemas/delegation.ts'
import type { TextBudget } from '../notifications/text-budget.ts'
import type { TextWatch } from '../notifications/text-watch.ts'
import * as store from '../store/requests.ts'
import { consentNamed } from '../words/consent.ts'
import type { SignerContext } from './access.ts'
import type { Act } from './action-entries.ts'
import { actorOf, appendTrailEntry } from './action-entries.ts'
import type { ConsentGiven } from './schemas.ts'
import { assertShown } from './signer-guards.ts'

/** Input of the request for a code. */
export interface CodeInput {
  consent: ConsentGiven
  phone?: string
  /** A call instead of another text message. */
  call?: boolean
}

/** What a signer's code is bound to. */
export const bindingOf = ({ signer, request }: SignerContext) => ({
  signerId: signer.id,
  documentSha256: shownSha256(request),
  forgivenMs: signer.guesses_forgiven_at,
})

/** What the code is bound to that opens the document: it signs nothing. */
export const openingBinding = (context: SignerContext) => ({
  ...bindingOf(context),
  documentSha256: `open ${shownSha256(context.request)}`,
})

/** The phone that receives the code. @throws AppError `phone_required`, `validation_failed` */
export async function takePhone(
  parts: { trails: Trails; texting: { budget: TextBudget; watch: TextWatch } },
  { trx, signer, request, signers, origin }: Act,
  given: string | undefined,
): Promise<string> {
  const { budget } = parts.texting
  const read = (typed: string) =>
    budget.typed(trx, request.account_id, {
      typed,
      locale: signer.locale,
      calls: signer.voice !== null,
    })
  if (signer.phone !== null && signer.phone_from === 'sender') {
    // The sender set the phone: nobody with the link may replace it.
    if (given !== undefined && (await read(given)) !== signer.phone)
      throw invalidAt('/phone', undefined, 'codes.phoneGiven')
    return signer.phone
  }
  const phone = given === undefined ? signer.phone : await read(given)
  if (phone === null) throw new AppError('phone_required', say('codes.phone'))
  if (phone !== signer.phone) {
    const changed = { ...signer, phone }
    throwIfInvalid([
      ...witnessFindings(
        signers.map((each) => (each.id === signer.id ? changed : each)),
        changed,
      ),
      ...ownPhoneFindings(signer.delegation, phone),
    ])
    await store.updateSigner(trx, signer.id, { phone, phone_from: 'signer' })
    await parts.trails.record(trx, request.id, 'signer.phone_given', actorOf(signer, origin), {
      signer_id: signer.id,
      phone: maskedPhone(phone),
    })
  }
  return phone
}

/** When pages of its files were first on the screen, as the page of the signer reports. */
const pagesShown = (
  { request }: SignerContext,
  { pages_shown: pages = [] }: ConsentGiven,
  nowMs: number,
) =>
  pages
    .filter(({ file_number, page }) =>
      request.files.some((file) => file.number === file_number && page <= file.pages),
    )
    .map(({ file_number, page, seconds_ago: seconds }) => ({
      file_number,
      page,
      at: toIso(nowMs - seconds * 1000),
    }))

/** Stores what a person agreed to. @throws AppError `consent_required`, `document_changed` */
export async function takeConsent(
  parts: { trails: Trails; clock: Clock },
  acting: Act,
  given: ConsentGiven,
): Promise<void> {
  const { trx, signer, origin } = acting
  // What is agreed to while the sender changes the document would be agreed to unseen.
  if (given.document_sha256 !== undefined) assertShown(acting, given.document_sha256)
  // In whichever language the person chose to read it.
  const shown = consentNamed(given, signer)
  if (shown === undefined) throw new AppError('consent_required', say('links.consent'))
  const { text, ...consent } = shown
  if (signer.consent?.sha256 === consent.sha256) return
  const nowMs = parts.clock.now()
  const at = toIso(nowMs)
  await store.updateSigner(trx, signer.id, {
    consent: { ...consent, text, at, ip: origin.ip, ua: origin.ua ?? null },
  })
  await appendTrailEntry(parts, acting, 'signer.consented', {
    ...consent,
    pages_shown: pagesShown(acting, given, nowMs),
  })
}
