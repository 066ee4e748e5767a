/**
 * Which telephone something was registered with that takes the place of a code. Where the sender gives a number, only what
 * was registered with a code to that number counts: a number that the signer once chose themselves proves nothing about it.
 */
import { createHmac } from 'node:crypto'
import type { SignerRow } from '../model/rows.ts'

type WithPhone = Pick<SignerRow, 'phone' | 'phone_from'>

/** Marks of telephone numbers: the same for the same number, and no number. */
export class PhoneMarks {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** The mark of a signer's number; empty: there is none. */
  of({ phone }: Pick<WithPhone, 'phone'>): string {
    if (phone === null) return ''
    return createHmac('sha256', this.#secret).update(`phone ${phone}`).digest('hex')
  }

  /** Those registrations of an address that prove who this signer is. */
  among<Row extends { phone_hash: string }>(rows: readonly Row[], signer: WithPhone): Row[] {
    const wanted = signer.phone_from === 'sender' ? this.of(signer) : ''
    return wanted === '' ? [...rows] : rows.filter(({ phone_hash }) => phone_hash === wanted)
  }
}
