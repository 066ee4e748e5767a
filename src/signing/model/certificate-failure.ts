/** Why a signer with a certificate of their own has not signed yet: what is stored of it, and how it is told. */
import { type Static, Type } from 'typebox'
import { SEAL_ERROR_KINDS, type SealErrorKind } from '../../seals/place.ts'

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

const en: Readonly<Record<SealErrorKind, string>> = {
  timeout: 'the provider of the certificate did not answer in time',
  unreachable: 'the provider of the certificate could not be reached',
  refused: 'the provider of the certificate refused',
  answer: 'what the provider of the certificate answered could not be used',
  certificate: 'the certificate cannot sign',
  name: 'the certificate is not in the name that the sender demands',
  status_unknown: 'whether the certificate was revoked could not be found out',
  not_authorised: 'nothing was authorised at the provider of the certificate',
}

const fr: typeof en = {
  timeout: 'le prestataire du certificat n’a pas répondu à temps',
  unreachable: 'le prestataire du certificat est injoignable',
  refused: 'le prestataire du certificat a refusé',
  answer: 'la réponse du prestataire du certificat est inutilisable',
  certificate: 'le certificat ne peut pas signer',
  name: 'le certificat n’est pas au nom exigé par l’expéditeur',
  status_unknown: 'impossible de savoir si le certificat a été révoqué',
  not_authorised: 'rien n’a été autorisé chez le prestataire du certificat',
}

/** What went wrong, as the end of a sentence. */
export function failureText(
  { fault, call, status }: Omit<CertificateFailure, 'at' | 'step'>,
  locale: 'en' | 'fr',
): string {
  const where = [call, status].filter((each) => each !== undefined).join(', ')
  return `${{ en, fr }[locale][fault]}${where === '' ? '' : ` (${where})`}`
}

/** The failure as the API returns it. */
export function failureJson(failure: CertificateFailure): Static<typeof CertificateFailureSchema> {
  const { at, step, fault } = failure
  const text = failureText(failure, 'en')
  return { at, step, fault, reason: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` }
}
