/** Telephone numbers as senders write them become those that are stored, in E.164. */

import type { Finding } from '../../kernel/coded-error.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Language, languageOf } from '../../kernel/languages.ts'
import { isLandline } from '../../messages/phone-rules.ts'
import { findingAt } from '../../translations/texts.ts'
import { type Voice, voiceFor } from '../model/authentication.ts'
import type { SignerRow } from '../model/rows.ts'
import type { SignerChanges } from '../model/schemas/signer.ts'
import { isTexted } from '../model/states.ts'
import type { Needs } from './parts.ts'
import { type CreateRequestInput, deliveryOf } from './request-input.ts'

type Reset = 'reset_passkey' | 'reset_totp'

type PhoneParts = Needs<'calls' | 'db' | 'texting'>

/** Changes of a signer as they are stored. */
export type StoredChanges = Omit<SignerChanges, 'country' | 'locale' | Reset> & {
  locale?: Language
  voice?: Voice | null
}

/** A landline stays only with a method that calls it. */
function keptFindings({ phone, voice }: Pick<SignerRow, 'phone' | 'voice'>, next: Voice | null) {
  if (phone === null || voice === null || next !== null || !isLandline(phone)) return []
  return [findingAt('/authentication', undefined, 'people.landline')]
}

/** The language of a tag in an order that was checked; French where none is given. */
export const languageIn = (tag: string | undefined): Language => languageOf(tag ?? 'fr') ?? 'fr'

/** An order with its numbers in E.164, and the faults of those that cannot receive text messages. */
export async function withPhones<Input extends Pick<CreateRequestInput, 'signers' | 'options'>>(
  { calls, db, texting }: PhoneParts,
  accountId: string,
  input: Input,
): Promise<{ input: Input; findings: Finding[] }> {
  const given = input.signers.flatMap((signer, index) => {
    const { phone, country, locale, authentication } = signer
    if (phone === undefined) return []
    return [
      {
        typed: phone,
        country,
        locale: languageIn(locale),
        pointer: `/signers/${index}/phone`,
        calls:
          voiceFor(authentication ?? 'sms', calls !== undefined) !== null &&
          !isTexted(deliveryOf(signer, input.options)),
      },
    ]
  })
  const { phones, findings } = await texting.budget.read(db, accountId, given)
  const left = phones.values()
  const signers = input.signers.map(({ country: _country, ...signer }) => {
    if (signer.phone === undefined) return signer
    const { value: phone } = left.next()
    invariant(phone !== undefined, 'every number that was given was read')
    return { ...signer, phone }
  })
  return { input: { ...input, signers }, findings }
}

/**
 * The changes of a signer with the number in E.164, and its faults.
 * @param signer whose language, method and number count where they are not among the changes
 */
export async function changesOf(
  { calls, db, texting }: PhoneParts,
  accountId: string,
  signer: Pick<SignerRow, 'delivery' | 'locale' | 'phone' | 'voice'>,
  given: SignerChanges,
): Promise<{ changes: StoredChanges; findings: Finding[] }> {
  const { country, locale: tag, reset_passkey: _passkey, reset_totp: _totp, ...others } = given
  const language = tag === undefined ? undefined : languageIn(tag)
  const { authentication } = others
  const voice =
    authentication === undefined ? signer.voice : voiceFor(authentication, calls !== undefined)
  const changes = {
    ...others,
    ...(language !== undefined && { locale: language }),
    ...(authentication !== undefined && { voice }),
  }
  const { phone } = changes
  if (phone === undefined) {
    const findings =
      country === undefined ? [] : [findingAt('/country', undefined, 'people.country')]
    return { changes, findings: [...findings, ...keptFindings(signer, voice)] }
  }
  const typed = {
    typed: phone,
    country,
    locale: language ?? signer.locale,
    pointer: '/phone',
    calls: voice !== null && !isTexted(signer.delivery),
  }
  const { phones, findings } = await texting.budget.read(db, accountId, [typed])
  return { changes: { ...changes, phone: phones[0] ?? phone }, findings }
}
