/** The OpenAPI description of the calls behind a signer's link. They need no key: the link is the credential. */

import { Type } from 'typebox'
import { fileAnswer, jsonAnswer, jsonBody, jsonObject, ref } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { DelegationInputSchema } from '../../model/schemas/delegation.ts'
import { ValuesSchema } from '../../model/schemas/fields.ts'
import { FileQuerySchema } from '../../model/schemas/files.ts'
import { LIMITS } from '../../model/schemas/signer.ts'
import { ConsentGivenSchema, SignerCodeSchema, SignerStateSchema } from '../../signers/schemas.ts'
import { callsOf } from './calls.ts'

const operation = callsOf('Signing page', 'public')
const params = Type.Object({
  // No length limits: every invalid link, whatever its form, gets the same response.
  token: Type.String({ description: 'From the link in the e-mail' }),
})
const closed = { additionalProperties: false }

const theState = jsonAnswer('The state of this signer', ref(SignerStateSchema))
/** The signer's state. */
export const signerState = operation('signerState', { params, response: { 200: theState } })

/** Records that the signer opened the document. */
export const openDocument = operation('openDocument', { params, response: { 200: theState } })

/** The PDF to be signed. */
export const signerFile = operation('signerFile', {
  params,
  querystring: FileQuerySchema,
  response: { 200: fileAnswer('The PDF', 'application/pdf') },
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
  params,
  body: jsonBody(CodeBodySchema),
  response: { 202: jsonAnswer('What was sent', ref(SignerCodeSchema)) },
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
  params,
  body: jsonBody(CodeBodySchema),
  response: {
    ...theOptions('PublicKeyCredentialRequestOptions (WebAuthn), as JSON'),
  },
})

/** What the browser needs to create a passkey, after a right code. */
export const createPasskey = operation('createPasskey', {
  params,
  response: {
    ...theOptions('PublicKeyCredentialCreationOptions (WebAuthn), as JSON'),
  },
})

/** Registers a passkey, with which the signer is verified. */
export const registerPasskey = operation('registerPasskey', {
  params,
  body: jsonBody(
    Type.Object({ passkey: CredentialSchema }, { ...closed, title: 'PasskeyRegistration' }),
  ),
  response: { 200: theState },
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
  params,
  response: { 200: jsonAnswer('What the app is given', NewTotpSchema) },
})

/** Registers an app, with which the signer is verified. */
export const registerTotp = operation('registerTotp', {
  params,
  body: jsonBody(
    Type.Object(
      { code: Type.String({ pattern: '^[0-9]{6}$' }) },
      { ...closed, title: 'TotpRegistration' },
    ),
  ),
  response: { 200: theState },
})

/** Checks the code, or the passkey. */
export const enterCode = operation('enterCode', {
  params,
  body: jsonBody(VerifyBodySchema),
  response: { 200: theState },
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
  params,
  body: jsonBody(SignatureBodySchema),
  response: { 200: theState },
})

/** JSON body with what was approved, by its hash. */
const ApprovalBodySchema = Type.Object(
  { document_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { ...closed, title: 'Approval' },
)

/** Approves: no signature is made. */
export const approveDocument = operation('approveDocument', {
  params,
  body: jsonBody(ApprovalBodySchema),
  response: { 200: theState },
})

/** JSON body with the reason of a person who does not sign. */
const reasonBody = (title: string) =>
  jsonBody(
    Type.Object(
      { reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
      { ...closed, title },
    ),
  )

/** Declines, which ends the request for everybody. */
export const declineDocument = operation('declineDocument', {
  params,
  body: reasonBody('Decline'),
  response: { 200: theState },
})

/** Returns the document to the sender. */
export const returnDocument = operation('returnDocument', {
  params,
  body: reasonBody('ReturnForCorrection'),
  response: { 200: theState },
})

/** Delegates the signer's part to another person. */
export const delegateDocument = operation('delegateDocument', {
  params,
  body: jsonBody(DelegationInputSchema),
  response: {
    204: Type.Null({ description: 'The other person was invited' }),
  },
})

/** The finished PDF, for a signer. */
export const signerSigned = operation('signerSigned', {
  params,
  querystring: FileQuerySchema,
  response: { 200: fileAnswer('The signed PDF', 'application/pdf') },
})
