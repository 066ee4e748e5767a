/** Telephone numbers as senders write them become those that are stored, in E.164. */
import type { Finding } from '../../kernel/errors.ts'
import { type Language, languageOf } from '../../kernel/languages.ts'
import type { SigningParts } from '../parts.ts'
import type { RequestOrder } from './order.ts'
import type { SignerChanges } from './schemas.ts'

type Reset = 'reset_passkey' | 'reset_totp'

type PhoneParts = Pick<SigningParts, 'db' | 'texting'>

/** Changes of a signer as they are stored. */
export type StoredChanges = Omit<SignerChanges, 'country' | 'locale' | Reset> & {
  locale?: Language
}

/** The language of a tag in an order that was checked; French where none is given. */
export const languageIn = (tag: string | undefined): Language => languageOf(tag ?? 'fr') ?? 'fr'

/** An order with its numbers in E.164, and the faults of those that cannot receive text messages. */
export async function withPhones<Order extends Pick<RequestOrder, 'signers'>>(
  { db, texting }: PhoneParts,
  accountId: string,
  order: Order,
): Promise<{ order: Order; faults: Finding[] }> {
  const given = order.signers.flatMap(({ phone, country, locale }, index) =>
    phone === undefined
      ? []
      : [{ typed: phone, country, locale: languageIn(locale), pointer: `/signers/${index}/phone` }],
  )
  const { phones, faults } = await texting.budget.read(db, accountId, given)
  const left = [...phones]
  const signers = order.signers.map(({ country: _country, ...signer }) =>
    signer.phone === undefined ? signer : { ...signer, phone: left.shift() ?? '' },
  )
  return { order: { ...order, signers }, faults }
}

/**
 * The changes of a signer with the number in E.164, and its faults.
 * @param given `locale`: of the signer, where it is not among the changes
 */
export async function changesOf(
  { db, texting }: PhoneParts,
  accountId: string,
  { locale, given }: { locale: Language; given: SignerChanges },
): Promise<{ changes: StoredChanges; faults: Finding[] }> {
  const { country, locale: tag, reset_passkey: _passkey, reset_totp: _totp, ...others } = given
  const language = tag === undefined ? undefined : languageIn(tag)
  const changes = { ...others, ...(language !== undefined && { locale: language }) }
  const { phone } = changes
  if (phone === undefined) {
    const detail = '"country" goes with "phone"; send both.'
    return { changes, faults: country === undefined ? [] : [{ pointer: '/country', detail }] }
  }
  const typed = { typed: phone, country, locale: language ?? locale, pointer: '/phone' }
  const { phones, faults } = await texting.budget.read(db, accountId, [typed])
  return { changes: { ...changes, phone: phones[0] ?? phone }, faults }
}
