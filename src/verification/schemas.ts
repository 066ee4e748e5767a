/** Wire shapes of a verification. */

import { type Static, Type } from 'typebox'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { keysOf } from '../kernel/type-guards.ts'
import { PROBLEM_CODES } from '../pades/problems.ts'
import { QUALIFICATION_CLAIMS } from '../pades/qc-statements.ts'
import { FILE_VERDICTS, VERDICTS } from '../pades/verdicts.ts'
import { CHANGES } from '../pdf/compare/change-words.ts'

/** Form of the calls that verify. */
export const VERIFY_FORM = {
  file: {
    kind: 'file',
    required: true,
    description: 'the PDF to be verified, from this service or not',
    mediaType: 'application/pdf',
  },
  password: {
    kind: 'text',
    description: 'of a PDF that opens with a password only; nothing keeps it',
    limits: { maxLength: PASSWORD_CHARACTERS_MAX },
  },
} as const satisfies FormSpec

const time = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  description: string,
) => Type.Union([schema, Type.Null()], { description })

const ProblemSchema = Type.Object(
  {
    code: Type.Enum(PROBLEM_CODES, { description: 'Stable name of the problem' }),
    detail: Type.String({ description: 'In plain language' }),
  },
  { title: 'VerificationProblem', additionalProperties: false },
)

const ChangeSchema = Type.Object(
  {
    code: Type.Enum(keysOf(CHANGES), {
      description: 'Stable name of the change',
    }),
    detail: Type.String({ description: 'In plain language' }),
    allowed: Type.Boolean({ description: 'Whether such a change is allowed after a signature' }),
    page: Type.Optional(Type.Integer({ description: 'Page it is about, from 1' })),
    field: Type.Optional(Type.String({ description: 'Form field it is about' })),
    old_value: Type.Optional(
      Type.String({
        description: 'Value or text of the field when it was signed, at most 500 characters',
      }),
    ),
    new_value: Type.Optional(
      Type.String({
        description: 'Value or text of the field after the change, at most 500 characters',
      }),
    ),
  },
  { title: 'DocumentChange', additionalProperties: false },
)

/** What a certificate claims, as the API describes it. */
export const CertificateClaimSchema = Type.Enum([...QUALIFICATION_CLAIMS], {
  title: 'CertificateClaim',
  description:
    'What the certificate claims (ETSI EN 319 412-5), as named in ETSI TS 119 172-4; not checked against a trusted list',
})

const CertificateSchema = Type.Object(
  {
    name: Type.String({ description: 'Most specific part of the subject' }),
    organization: Type.Optional(Type.String({ description: 'Organisation in the subject' })),
    email: Type.Optional(Type.String({ description: 'E-mail address in the certificate' })),
    serial: Type.String({ description: 'Serial number in hexadecimal' }),
    issuer: Type.String({ description: 'Most specific part of the issuer’s name' }),
    fingerprint: Type.String({ description: 'SHA-256 of the certificate in hexadecimal' }),
    valid_from: time('Start of validity'),
    valid_to: time('End of validity'),
    claims: Type.Optional(CertificateClaimSchema),
  },
  { title: 'Certificate', additionalProperties: false },
)

/** ETSI levels, by their names in EN 319 142-1. */
export const PADES_LEVELS = {
  'B-B': 'PAdES-BASELINE-B',
  'B-T': 'PAdES-BASELINE-T',
  'B-LT': 'PAdES-BASELINE-LT',
  'B-LTA': 'PAdES-BASELINE-LTA',
} as const

const SignatureSchema = Type.Object(
  {
    field: Type.String({ description: 'Name of the signature field' }),
    kind: Type.Enum(['signature', 'document_timestamp']),
    signer_kind: orNull(
      Type.Enum(['natural_person', 'legal_person'], { title: 'SignerKind' }),
      'Kind of subject of the certificate (ETSI EN 319 412-2, -3): a person (signature) or an organisation (seal). Null if it is not stated, and for time-stamps',
    ),
    signer: orNull(CertificateSchema, 'Whose certificate signed; null when it cannot be read'),
    verdict: Type.Enum([...VERDICTS], {
      title: 'SignatureVerdict',
      description:
        'The verdict. `changed`: the content differs from the signed content. `not_checkable`: it cannot be read or checked here, so the document may or may not have been changed. `doubtful`: a certificate or time-stamp was revoked, had expired or is not intended for this use, an earlier signature was removed, or a signature is encoded in a way that programs disagree on. `weak`: it is valid, but uses an algorithm that can be forged today. `unknown_issuer`: it is valid, but no trusted issuer confirms the name',
    }),
    intact: Type.Boolean({
      description: 'The signed bytes and the signature were checked and match',
    }),
    trusted: Type.Boolean({ description: 'The chain ends at a trusted root' }),
    chain: Type.Array(CertificateSchema, {
      description: 'From the signer upwards, as far as known',
    }),
    level: orNull(
      Type.Enum(Object.values(PADES_LEVELS), { title: 'PadesLevel' }),
      'Level reached (ETSI EN 319 142-1); null for none, and for document time-stamps',
    ),
    signed_at: Type.Object(
      {
        proven: orNull(time('Time'), 'Latest time of signing, proven by a trusted time-stamp'),
        claimed: orNull(time('Time'), 'Time claimed by the signer'),
      },
      { title: 'SigningTime', additionalProperties: false },
    ),
    timestamp: orNull(
      Type.Object(
        { authority: Type.String(), time: time('Time in the time-stamp') },
        { title: 'ProvenTime', additionalProperties: false },
      ),
      'The time-stamp that proves the time',
    ),
    reason: Type.Optional(Type.String({ description: 'Reason given by the signer' })),
    covers_whole_file: Type.Boolean({ description: 'Nothing follows the signed bytes' }),
    changes_after: Type.Array(ChangeSchema, { description: 'Changes after the signed bytes' }),
    problems: Type.Array(ProblemSchema, { description: 'Why it is not reliable' }),
  },
  { title: 'VerifiedSignature', additionalProperties: false },
)

/** Response of POST /api/v1/verify. */
export const VerificationSchema = Type.Object(
  {
    file: Type.Object(
      {
        name: Type.String({ description: 'Name as it was sent' }),
        size: Type.Integer({ description: 'Bytes' }),
        sha256: Type.String({ description: 'SHA-256 in lower-case hexadecimal' }),
        pages: Type.Integer({ description: 'Number of pages; 0 if they cannot be counted' }),
      },
      { title: 'VerifiedFile', additionalProperties: false },
    ),
    valid: Type.Boolean({
      description: 'There are signatures, and no problems were found with them or with the file',
    }),
    verdict: Type.Enum([...FILE_VERDICTS], {
      title: 'FileVerdict',
      description:
        'The most severe verdict on its signatures and on the file; `unsigned` if there is no signature',
    }),
    summary: Type.String({ description: 'The result in one sentence' }),
    signatures: Type.Array(SignatureSchema, { description: 'In the order of signing' }),
    problems: Type.Array(ProblemSchema, { description: 'Problems of the file as a whole' }),
    ours: orNull(
      Type.Object(
        {
          document_id: Type.String({ description: 'The signature request it comes from' }),
          status: Type.String({ description: 'Its status' }),
          completed_at: orNull(time('Time'), 'When it was completed'),
          matches: Type.Boolean({ description: 'Identical to the completed file' }),
        },
        { title: 'OurDocument', additionalProperties: false },
      ),
      'Set if this file was created by this service and is unchanged',
    ),
  },
  { $id: 'Verification', description: 'Result of verifying the signatures of a PDF' },
)

/** A verification in the response. */
export type Verification = Static<typeof VerificationSchema>
/** One signature of it. */
export type VerifiedSignature = Static<typeof SignatureSchema>
/** What the workers determine, from the bytes alone. */
export type Verdict = Omit<Verification, 'ours' | 'file'> & {
  file: Omit<Verification['file'], 'name'>
}
