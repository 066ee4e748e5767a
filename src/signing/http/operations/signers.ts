/** The OpenAPI description of the calls behind a signer's link. They need no key: the link is the credential. */

import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  JSON_BODY_CODES,
  jsonAnswer,
  jsonBody,
  jsonObject,
  publicProblems,
  ref,
} from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { DelegationInputSchema } from '../../model/schemas/delegation.ts'
import { ValuesSchema } from '../../model/schemas/fields.ts'
import { FileQuerySchema } from '../../model/schemas/files.ts'
import { LIMITS } from '../../model/schemas/signer.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import { ConsentGivenSchema, SignerCodeSchema, SignerStateSchema } from '../../signers/schemas.ts'

const operation = describing('Signing page', { security: [] })
const params = Type.Object({
  // No length limits: every invalid link, whatever its form, gets the same response.
  token: Type.String({ description: 'From the link in the e-mail' }),
})
const closed = { additionalProperties: false }
const BODY = [...JSON_BODY_CODES, 'validation_failed'] as const

const theState = jsonAnswer('The state of this signer', ref(SignerStateSchema))
/** The signer's state. */
export const signerState = operation('signerState', {
  summary: 'Get the state of a signer',
  params,
  response: {
    200: theState,
    ...publicProblems(
      'signing_link_invalid',
      'signing_link_ended',
      'signing_delegated',
      'signer_removed',
      'opening_code_required',
    ),
  },
})

/** Records that the signer opened the document. */
export const openDocument = operation('openDocument', {
  summary: 'Record that the signer opened the document',
  params,
  response: {
    200: theState,
    ...publicProblems(
      'signing_link_invalid',
      'signing_link_ended',
      'signing_delegated',
      'signer_removed',
    ),
  },
})

/** The PDF to be signed. */
export const signerFile = operation('signerFile', {
  summary: 'The PDF to be signed',
  params,
  querystring: FileQuerySchema,
  response: {
    200: fileAnswer('The PDF', 'application/pdf'),
    ...publicProblems(...CLOSED_LINK, 'validation_failed', 'storage_unavailable'),
  },
})

/** Not in the API description: only the page shows it. */
export const firstPage = { hide: true, params }

/** JSON body with the consent that was given, by its version and hash. */
const CodeBodySchema = Type.Object(
  {
    consent: ConsentGivenSchema,
    phone: Type.Optional(
      Type.String({
        maxLength: LIMITS.phone,
        description: 'Required if the sender gave none, such as +33 6 12 34 56 78',
      }),
    ),
    call: Type.Optional(
      Type.Boolean({
        description:
          'true: call a mobile phone instead of sending another SMS, where `signer.call` says that it is possible; a landline is always called',
      }),
    ),
  },
  { ...closed, title: 'CodeRequest' },
)

/** Takes the consent and sends a code, by SMS, by e-mail or in a telephone call. */
export const requestCode = operation('requestCode', {
  summary: 'Agree and request a code, by SMS, by e-mail or in a call',
  params,
  body: jsonBody(CodeBodySchema),
  response: {
    202: jsonAnswer('What was sent', ref(SignerCodeSchema)),
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'consent_required',
      'document_changed',
      'verification_required',
      'phone_required',
      'otp_rate_limited',
      'sms_limit_reached',
      'sms_unavailable',
    ),
  },
})

/** What a browser returns from an authenticator (WebAuthn, AuthenticationResponseJSON and RegistrationResponseJSON). */
const CredentialSchema = Type.Object(
  { id: Type.String({ maxLength: 2_000 }) },
  { additionalProperties: true, title: 'PublicKeyCredential', description: 'WebAuthn, as JSON' },
)

/** JSON body with the six digits of a code, or with what a passkey has signed. */
const VerifyBodySchema = Type.Object(
  {
    code: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    passkey: Type.Optional(CredentialSchema),
  },
  { ...closed, title: 'CodeEntry', minProperties: 1, maxProperties: 1 },
)

const theOptions = (description: string) => ({
  200: jsonAnswer(description, jsonObject(description)),
})

/** Takes the consent and asks for a registered passkey. */
export const requestPasskey = operation('requestPasskey', {
  summary: 'Agree and get what the browser needs to ask for the signer’s passkey',
  params,
  body: jsonBody(CodeBodySchema),
  response: {
    ...theOptions('PublicKeyCredentialRequestOptions (WebAuthn), as JSON'),
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'consent_required',
      'document_changed',
      'verification_required',
      'otp_rate_limited',
      'otp_locked',
    ),
  },
})

/** What the browser needs to create a passkey, after a right code. */
export const createPasskey = operation('createPasskey', {
  summary: 'Get what the browser needs to create a passkey, after the code was right',
  params,
  response: {
    ...theOptions('PublicKeyCredentialCreationOptions (WebAuthn), as JSON'),
    ...publicProblems(...CLOSED_LINK, 'verification_required', 'otp_rate_limited', 'otp_locked'),
  },
})

/** Registers a passkey, with which the signer is verified. */
export const registerPasskey = operation('registerPasskey', {
  summary: 'Register the passkey that was created',
  params,
  body: jsonBody(
    Type.Object({ passkey: CredentialSchema }, { ...closed, title: 'PasskeyRegistration' }),
  ),
  response: {
    200: theState,
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'verification_required',
      'otp_invalid',
      'otp_expired',
      'otp_locked',
    ),
  },
})

/** What an authenticator app is given. */
const NewTotpSchema = Type.Object(
  {
    secret: Type.String({ description: 'Base32' }),
    uri: Type.String({ description: 'otpauth://totp/…: apps open it, and read it from a QR code' }),
  },
  { title: 'NewTotp' },
)

/** Gives an app its secret, after a right code. */
export const createTotp = operation('createTotp', {
  summary: 'Get what an authenticator app needs, after the code was right',
  params,
  response: {
    200: jsonAnswer('What the app is given', NewTotpSchema),
    ...publicProblems(...CLOSED_LINK, 'verification_required', 'otp_rate_limited', 'otp_locked'),
  },
})

/** Registers an app, with which the signer is verified. */
export const registerTotp = operation('registerTotp', {
  summary: 'Register the authenticator app, with a code that it shows',
  params,
  body: jsonBody(
    Type.Object(
      { code: Type.String({ pattern: '^[0-9]{6}$' }) },
      { ...closed, title: 'TotpRegistration' },
    ),
  ),
  response: {
    200: theState,
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'verification_required',
      'otp_invalid',
      'otp_expired',
      'otp_locked',
    ),
  },
})

/** Checks the code, or the passkey. */
export const enterCode = operation('enterCode', {
  summary: 'Enter the code, or send what the passkey has signed',
  params,
  body: jsonBody(VerifyBodySchema),
  response: {
    200: theState,
    ...publicProblems(...CLOSED_LINK, ...BODY, 'otp_invalid', 'otp_expired', 'otp_locked'),
  },
})

/** A picture of 500 kB in base64, with the rest of the body. */
export const SIGNATURE_BODY_BYTES_MAX = 760_000

/** JSON body with what was signed, by its hash, and the mark: drawn, typed or a picture. */
export const SignatureBodySchema = Type.Object(
  {
    document_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    kind: Type.Enum(['drawn', 'typed', 'image']),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Typed' })),
    image: Type.Optional(
      Type.String({
        maxLength: 700_000,
        description:
          'Data URI, PNG or JPEG, at most 500 kB; optional for a typed name: its chosen style',
      }),
    ),
    initials_strokes: Type.Optional(
      Type.Array(
        Type.Array(Type.Number({ minimum: -100_000, maximum: 100_000 }), {
          minItems: 2,
          maxItems: INPUT_LIMITS.initialsNumbers,
        }),
        {
          minItems: 1,
          maxItems: 100,
          description: `The initials as they were drawn, for every field of type initials, whose value is still a text: strokes, each of x and y in turn, y downwards, in any unit; at most ${INPUT_LIMITS.initialsNumbers} numbers`,
        },
      ),
    ),
    values: Type.Optional(ValuesSchema),
    time_zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'IANA name of the signer’s time zone, such as Europe/Paris; if absent or unknown: that of the signer’s language',
      }),
    ),
  },
  { ...closed, title: 'SignatureMark' },
)

/** Signs. */
export const signDocument = operation('signDocument', {
  summary: 'Sign',
  params,
  body: jsonBody(SignatureBodySchema),
  response: {
    200: theState,
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'action_not_asked',
      'verification_required',
      'document_changed',
      'image_invalid',
      'authority_unavailable',
      'timestamp_unavailable',
      'server_busy',
      'storage_unavailable',
      'shutting_down',
    ),
  },
})

/** JSON body with what was approved, by its hash. */
const ApprovalBodySchema = Type.Object(
  { document_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { ...closed, title: 'Approval' },
)

/** Approves: no signature is made. */
export const approveDocument = operation('approveDocument', {
  summary: 'Approve, as somebody who was asked to; no signature is made',
  params,
  body: jsonBody(ApprovalBodySchema),
  response: {
    200: theState,
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'action_not_asked',
      'verification_required',
      'document_changed',
    ),
  },
})

/** JSON body with the reason for declining. */
const DeclineBodySchema = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
  { ...closed, title: 'Decline' },
)

/** Declines, which ends the request for everybody. */
export const declineDocument = operation('declineDocument', {
  summary: 'Decline to sign; this ends the request for everyone',
  params,
  body: jsonBody(DeclineBodySchema),
  response: { 200: theState, ...publicProblems(...CLOSED_LINK, ...BODY) },
})

/** Delegates the signer's part to another person. */
export const delegateDocument = operation('delegateDocument', {
  summary: 'Name somebody else in one’s place, where the sender allows it; this link ends',
  params,
  body: jsonBody(DelegationInputSchema),
  response: {
    204: Type.Null({ description: 'The other person was invited' }),
    ...publicProblems(...CLOSED_LINK, ...BODY, 'delegation_not_allowed', 'recipient_limit_reached'),
  },
})

/** The finished PDF, for a signer. */
export const signerSigned = operation('signerSigned', {
  summary: 'The completed PDF',
  params,
  querystring: FileQuerySchema,
  response: {
    200: fileAnswer('The signed PDF', 'application/pdf'),
    ...publicProblems(
      'signing_link_invalid',
      'signing_link_ended',
      'signing_delegated',
      'signer_removed',
      'document_state_conflict',
      'validation_failed',
      'storage_unavailable',
    ),
  },
})
