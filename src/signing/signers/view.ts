/** The signer page's data, from the rows. */

import { toIso } from '../../kernel/clock.ts'
import type { Language } from '../../kernel/languages.ts'
import { omitUndefined, pick } from '../../kernel/type-guards.ts'
import type { OtpStatus } from '../authentication/otp.ts'
import { earlierValues } from '../fields/filled.ts'
import type { EarlierValue } from '../fields/rules.ts'
import { delegationJson } from '../model/delegation.ts'
import type { Input } from '../model/fields.ts'
import { placeJson } from '../model/files.ts'
import { isSigningAction, statusOf } from '../model/participant-actions.ts'
import { maskedPhone, nameOf } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'
import { filesSeen } from '../model/schemas/files.ts'
import { consentIn } from '../words/consent.ts'
import type { SignerContext } from './access.ts'
import type { RegisteredStep } from './registering.ts'
import type { SignerState } from './schemas.ts'

const toFill = ({ places, options, ...input }: Input): SignerState['signer']['inputs'][number] => ({
  ...input,
  ...(options !== undefined && { options: [...options] }),
  places: places.map(placeJson),
})

const mayDelegate = (
  { allow_delegation, delegation }: SignerContext['signer'],
  host: string | undefined,
): boolean => allow_delegation === 1 && delegation === null && host === undefined

const isUnsigned = (signer: SignerRow): boolean =>
  signer.intent === null && !(isSigningAction(signer) && signer.status === 'signed')

/** What the signer's method, and the installation, make of the steps. */
export interface SignerSteps {
  passkey?: RegisteredStep | undefined
  totp?: RegisteredStep | undefined
  call?: 'only' | 'possible' | undefined
}

/** The code that can be entered now. */
export const codeState = (
  code: OtpStatus,
  mode: SignerContext['request']['mode'],
  phone_masked: string | null,
): SignerState['code'] => ({
  channel: code.channel,
  ...((code.channel === 'sms' || code.channel === 'call') &&
    phone_masked !== null && { phone_masked }),
  expires_at: toIso(code.expiresAtMs),
  attempts_left: code.attemptsLeft,
  resend_at: toIso(code.resendAtMs),
  delivery: code.delivery,
  ...(mode === 'test' && code.testCode !== null && { test_code: code.testCode }),
})

/** The number as it may be shown. */
export const phoneSeen = ({ phone }: SignerRow) => (phone === null ? null : maskedPhone(phone))

const personState = (
  signer: SignerRow,
  { passkey, totp, call }: SignerSteps,
  may: { delegate: boolean; return: boolean },
  earlier: EarlierValue[],
): SignerState['signer'] => ({
  ...pick(signer, 'id', 'email', 'locale', 'authentication', 'redirect_urls'),
  name: nameOf(signer),
  status: statusOf(signer),
  ...(signer.action !== 'sign' && { action: signer.action }),
  ...(signer.delivery === 'none' && { delivery: signer.delivery }),
  ...omitUndefined({ call, passkey, totp }),
  ...(may.delegate && { may_delegate: true }),
  ...(may.return && { may_return: true }),
  ...(signer.delegation !== null && { delegation: delegationJson(signer.delegation) }),
  ...(signer.certificate !== null && { certificate: { service: signer.certificate.title } }),
  phone_masked: phoneSeen(signer),
  phone_changeable: signer.phone_from === 'signer',
  fields: signer.fields.filter(({ box }) => box.width > 0).map(placeJson),
  inputs: signer.inputs.map(toFill),
  ...(earlier.length > 0 && { earlier_values: earlier }),
})

/** The object behind the page and /state. `language` is the consent's language, by default the signer's. */
export function signerState(
  { request, signer, signers, next, host }: SignerContext,
  code: OtpStatus | undefined,
  language: Language = signer.locale,
  steps: SignerSteps = {},
): SignerState {
  const [first] = request.files
  return {
    document: {
      ...pick(request, 'id', 'name', 'message', 'sender', 'created_at', 'expires_at', 'status'),
      pages: first.pages,
      proof_pages: first.proof_pages,
      sha256: first.current_sha256 ?? first.original_sha256,
      base_sha256: first.laid_out_sha256 ?? first.original_sha256,
      size: first.original_bytes,
      test: request.mode === 'test',
      ...filesSeen(request),
    },
    signer: personState(
      signer,
      steps,
      {
        delegate: mayDelegate(signer, host),
        return: request.allow_return === 1 && signers.every(isUnsigned),
      },
      earlierValues(signer, signers),
    ),
    others: signers
      .filter(({ id }) => id !== signer.id)
      .map((other) => ({
        name: nameOf(other),
        status: statusOf(other),
        step: other.step,
        ...(other.action !== 'sign' && { action: other.action }),
      })),
    consent: consentIn(language, signer),
    code: code === undefined ? null : codeState(code, request.mode, phoneSeen(signer)),
    verified_until: signer.status === 'verified' ? signer.verified_until : null,
    next,
  }
}
