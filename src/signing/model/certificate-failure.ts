/** Why a signer with a certificate of their own has not signed yet: what is stored about it, and how the API describes it. */
import { type Static, Type } from 'typebox'
import type { Locale } from '../../kernel/languages.ts'
import { SEAL_ERROR_KINDS, type SealErrorKind } from '../../seals/place.ts'
import { textsIn } from '../../translations/texts.ts'

/** What the signer was about: letting us read the certificates, choosing one, authorising the signature. */
const FAILURE_STEPS = ['certificates', 'choice', 'signature'] as const
/** See {@link FAILURE_STEPS}. */
export type FailureStep = (typeof FAILURE_STEPS)[number]

/** The failure as it is stored. */
export interface CertificateFailure {
  /** RFC 3339. */
  at: string
  step: FailureStep
  fault: SealErrorKind
  /** Path of the call of the provider's API. */
  call?: string
  /** HTTP status with which the provider refused it. */
  status?: number
}

/** The failure as the API returns it. */
export const CertificateFailureSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    step: Type.Enum([...FAILURE_STEPS], {
      description:
        'What the signer was about: reading their certificates, choosing one, or authorising the signature',
    }),
    fault: Type.Enum([...SEAL_ERROR_KINDS]),
    reason: Type.String({ description: 'What went wrong, in plain language' }),
  },
  {
    title: 'CertificateFailure',
    description:
      'Why the signature with a certificate of their own could not be made last time; absent once they have signed. Nothing was signed, and they can begin anew with the same link',
  },
)

/** What went wrong, as the end of a sentence. */
export function failureText(
  { fault, call, status }: Omit<CertificateFailure, 'at' | 'step'>,
  locale: Locale,
): string {
  const where = [call, status].filter((each) => each !== undefined).join(', ')
  return `${textsIn(locale).faults.certificates[fault]}${where === '' ? '' : ` (${where})`}`
}

/** The failure as the API returns it. */
export function failureJson(failure: CertificateFailure): Static<typeof CertificateFailureSchema> {
  const { at, step, fault } = failure
  return { at, step, fault, reason: sentence(failureText(failure, 'en')) }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** An answer's failure in a language; what the provider answered, in brackets, stays. */
export function failureIn(failure: Static<typeof CertificateFailureSchema>, locale: Locale) {
  const { certificates } = textsIn(locale).faults
  const [, where = ''] = /( \([^)]*\))?\.$/.exec(failure.reason) ?? []
  return { ...failure, reason: sentence(`${certificates[failure.fault]}${where}`) }
}
