/**
 * `dossier.json`, the file embedded in the document before anybody signs: it states what is signed, by whom, with
 * which consent texts, under which policy, and how to check it all. Every signature covers it.
 */

import { omitUndefined, pick } from '../../kernel/type-guards.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { SealFacts } from '../../seals/service.ts'
import {
  isAdvanced,
  linkMeans,
  type PlannedMethod,
  plannedMethod,
} from '../model/authentication.ts'
import { fileOf, ofSeveral, type RequestFile } from '../model/files.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { maskedPhone, nameOf } from '../model/people.ts'
import { fieldName } from '../model/placement.ts'
import type { RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { ProofOperator } from '../proof/facts.ts'
import type { Consent } from '../words/consent.ts'

/** Name and version of this format. */
const DOSSIER_FORMAT = 'paraph-dossier/1'
const DOSSIER_NAME = 'dossier.json'

/** What is known when the document is sent. Times are RFC 3339 in UTC, hashes SHA-256 in hexadecimal. */
export interface DossierFacts extends RequestWithSigners {
  /** The file in which it is embedded. */
  file: RequestFile
  /** Address of the sender; null: not known. */
  senderEmail: string | null
  sentAt: string
  /** The consent texts in every language offered. */
  consents: readonly Consent[]
  /** The seal by a key of another provider that the document gets when all have signed; null: none. */
  externalSeal: SealFacts | null
  operator: ProofOperator
  verifyUrl: string
  /** SHA-256 of the root certificate. */
  rootSha256: string
}

const KIND = {
  fr: {
    advanced:
      'Chaque signature du PDF est une signature électronique avancée (article 26 du règlement (UE) n° 910/2014 eIDAS) au format PAdES ; elle n’est pas qualifiée.',
    plain:
      'Chaque signature du PDF est une signature électronique (article 3, point 10, du règlement (UE) n° 910/2014 eIDAS) au format PAdES ; celles dont « kind » l’indique sont avancées (article 26), aucune n’est qualifiée.',
  },
  en: {
    advanced:
      'Every signature in the PDF is an advanced electronic signature (Article 26 of Regulation (EU) No 910/2014, eIDAS) in the PAdES format; it is not a qualified one.',
    plain:
      'Every signature in the PDF is an electronic signature (Article 3(10) of Regulation (EU) No 910/2014, eIDAS) in the PAdES format; those whose “kind” says so are advanced (Article 26), none is qualified.',
  },
} as const

const EXTERNAL_SEAL = {
  fr: 'Ceci vaut pour les signatures des signataires et le cachet du service. Quand tous ont signé, le PDF reçoit en plus le cachet « outer_seal », apposé avec la clé d’un autre prestataire : « certificate_claims » indique ce que son certificat déclare (ETSI EN 319 412-5), sans contrôle dans une liste de confiance.',
  en: 'This is about the signatures of the signers and the seal of the service. When all have signed, the PDF also gets the seal “outer_seal”, made with the key of another provider: “certificate_claims” is what its certificate claims (ETSI EN 319 412-5), not checked against a trusted list.',
} as const

const OWN_CERTIFICATE = {
  fr: 'Les signataires qui ont « own_certificate » signent avec un certificat délivré par ce prestataire, qui détient la clé : ce qui précède ne s’applique pas à leurs signatures, et le présent service ne se prononce pas sur leur niveau.',
  en: 'Signers with “own_certificate” sign with a certificate that this provider issued, who holds the key: the above does not apply to their signatures, on whose level this service makes no statement.',
} as const

const IDENTIFICATION = {
  fr: {
    sms: 'Identification : lien personnel envoyé à l’adresse e-mail du signataire (« email_link ») ou remis par l’expéditeur (« sender_link »), et code à usage unique envoyé par SMS à son téléphone mobile.',
    any: 'Identification : lien personnel envoyé à l’adresse e-mail du signataire (« email_link ») ou remis par l’expéditeur (« sender_link »), et code à usage unique envoyé par SMS à son téléphone mobile (« sms_code ») ou à son adresse e-mail (« email_code »), ou clé d’accès WebAuthn (« passkey ») ou code d’une application d’authentification (« totp », RFC 6238), enregistrées après un code par SMS.',
  },
  en: {
    sms: 'Identification: a personal link sent to the signer’s e-mail address (“email_link”) or handed over by the sender (“sender_link”), and a one-time code sent by SMS to the signer’s mobile phone.',
    any: 'Identification: a personal link sent to the signer’s e-mail address (“email_link”) or handed over by the sender (“sender_link”), and a one-time code sent by SMS to the signer’s mobile phone (“sms_code”) or to the signer’s e-mail address (“email_code”), or a WebAuthn passkey (“passkey”) or a code of an authenticator app (“totp”, RFC 6238), each registered after a code by SMS.',
  },
} as const

const CALLS = {
  fr: 'Le code à usage unique « phone_code » est envoyé par SMS ou dicté lors d’un appel au téléphone du signataire ; le certificat de preuve indique lequel des deux.',
  en: 'The one-time code “phone_code” is sent by SMS or spoken in a telephone call to the signer’s number; the proof certificate says which.',
} as const

const CHECKING = {
  fr: [
    'Vérification : à l’adresse « verify_url », ou avec tout logiciel conforme à ETSI EN 319 102-1 auquel on donne le certificat racine dont l’empreinte est « root_sha256 ».',
    'Le dossier de preuve (zip), remis à l’expéditeur, contient le journal complet et les commandes openssl pour tout vérifier sans ce service.',
  ],
  en: [
    'To check: at “verify_url”, or with any program that follows ETSI EN 319 102-1 and is given the root certificate whose hash is “root_sha256”.',
    'The evidence file (zip), given to the sender, contains the whole trail and the openssl commands to verify everything without this service.',
  ],
} as const

const hasOwn = ({ certificate }: Pick<SignerRow, 'certificate'>): boolean => certificate !== null

const isApproval = ({ action }: Pick<SignerRow, 'action'>): boolean => action === 'approve'

/** What a reader needs to know, in a language. */
const howIn = (
  language: 'fr' | 'en',
  { signers, externalSeal }: Pick<DossierFacts, 'signers' | 'externalSeal'>,
): string[] => [
  KIND[language][
    signers.every((signer) => isApproval(signer) || hasOwn(signer) || isAdvanced(signer))
      ? 'advanced'
      : 'plain'
  ],
  ...(signers.some(hasOwn) ? [OWN_CERTIFICATE[language]] : []),
  ...(externalSeal === null ? [] : [EXTERNAL_SEAL[language]]),
  IDENTIFICATION[language][
    signers.every((signer) => plannedMethod(signer) === 'sms') ? 'sms' : 'any'
  ],
  ...(signers.some((signer) => plannedMethod(signer) === 'voice') ? [CALLS[language]] : []),
  ...CHECKING[language],
]

const LINK_PROOF = { email: 'email_link', sms: 'sms_link', none: 'sender_link' } as const
/** Names of the methods. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'sms_code',
  voice: 'phone_code',
  passkey: 'passkey',
  totp: 'totp',
  email: 'email_code',
}

function kindOf(signer: Pick<SignerRow, 'authentication' | 'certificate'>): string {
  if (hasOwn(signer)) return 'signature with a certificate of the signer’s own, level not stated'
  return isAdvanced(signer)
    ? 'advanced electronic signature, eIDAS Article 26'
    : 'electronic signature, eIDAS Article 3(10)'
}

/** Of all signatures together; of certificates that are not ours, nothing is said. */
function natureOf(people: readonly SignerRow[]): { kind: string; qualified?: false } {
  const signers = people.filter((signer) => !isApproval(signer))
  const ours = signers.filter((signer) => !hasOwn(signer))
  const [own] = signers.filter(hasOwn)
  const plain = ours.find((signer) => !isAdvanced(signer))
  const kind = kindOf(
    plain ?? (ours.length === 0 ? own : ours[0]) ?? { authentication: 'sms', certificate: null },
  )
  return { kind, ...(own === undefined && { qualified: false }) }
}

/** Names of the fields in which a person signs a file: who has no place gets one when the document is laid out. */
function fieldsOf({ fields, request_id, position, action }: SignerRow, file: number): string[] {
  const places = fields.filter((each) => fileOf(each) === file).length
  const count = isSigningAction({ action }) ? Math.max(1, places) : 0
  return Array.from({ length: count }, (_, index) => fieldName(request_id, position, index + 1))
}

/** What a person is asked to fill in in a file, by the sender's names, with its rules; these name signers by their ids. */
const inputsOf = ({ inputs }: SignerRow, file: number) =>
  inputs
    .filter(({ places }) => places.some((place) => fileOf(place) === file))
    .map(({ name, label, type, required, visible_if, formula }) =>
      omitUndefined({ name, label, type, required, visible_if, formula }),
    )

/** A person who acts on the document. */
function signerJson(signer: SignerRow, file: number) {
  const { phone, witness_of } = signer
  const inputs = inputsOf(signer, file)
  return {
    id: signer.id,
    name: nameOf(signer),
    ...pick(signer, 'email', 'role', 'step', 'locale'),
    // Everybody who has the document reads this file.
    phone: phone && maskedPhone(phone),
    phone_from: signer.phone_from,
    identification: [LINK_PROOF[linkMeans(signer)], PROOF[plannedMethod(signer)]],
    kind: isApproval(signer) ? 'approval, not a signature' : kindOf(signer),
    ...(signer.action !== 'sign' && { action: signer.action }),
    ...(witness_of !== null && { witness_of }),
    ...(signer.certificate !== null && { own_certificate: signer.certificate.title }),
    ...(signer.verified_identity !== null && {
      identity_stated_by_sender: signer.verified_identity,
    }),
    fields: fieldsOf(signer, file),
    ...(inputs.length > 0 && { inputs }),
  }
}

/** The content of the file. */
export function dossierJson(facts: DossierFacts): Buffer {
  const { request, file, operator, externalSeal } = facts
  const dossier = {
    format: DOSSIER_FORMAT,
    document: {
      ...pick(request, 'id', 'name', 'external_id', 'message'),
      filename: file.filename,
      sha256: file.original_sha256,
      pages: file.pages,
      size: file.original_bytes,
      ...(request.files.length > 1 && { number: file.number }),
      created_at: request.created_at,
      sent_at: facts.sentAt,
      expires_at: request.expires_at,
      test: request.mode === 'test',
    },
    ...ofSeveral(request, ({ number, filename, original_sha256, pages, original_bytes }) => ({
      ...{ number, filename, sha256: original_sha256, pages, size: original_bytes },
    })),
    sender: { name: request.sender, email: facts.senderEmail },
    signers: facts.signers.map((signer) => signerJson(signer, file.number)),
    consents: facts.consents,
    ...(externalSeal !== null && {
      outer_seal: {
        name: externalSeal.name,
        certificate_sha256: externalSeal.sha256,
        certificate_claims: externalSeal.claim,
      },
    }),
    signature: {
      ...natureOf(facts.signers),
      format: 'PAdES',
      level_when_sealed: 'PAdES-BASELINE-LTA',
    },
    policy: { oid: operator.policyOid, url: operator.policyUrl },
    operator: operator.name,
    software: operator.software,
    root_sha256: facts.rootSha256,
    verify_url: facts.verifyUrl,
    how_to_check: { fr: howIn('fr', facts), en: howIn('en', facts) },
  }
  return Buffer.from(`${JSON.stringify(dossier, null, 2)}\n`)
}

/** What the file is called for readers, in the languages that it explains itself in. */
const TITLES = { fr: 'Dossier de signature', en: 'Signature dossier' }

/** The file as it is attached to the document. */
export const dossierFile = (facts: DossierFacts): AttachedFile => ({
  name: DOSSIER_NAME,
  mimeType: 'application/json',
  content: dossierJson(facts),
  description: Object.entries(TITLES)
    .filter(
      ([language]) => language === 'en' || facts.signers.some((one) => one.locale === language),
    )
    .map(([, title]) => title)
    .join(' / '),
  relationship: 'Supplement',
  modifiedAt: new Date(facts.sentAt),
})
