/** The OpenAPI description of the calls behind a signer's link. They need no key: the link is the credential. */

import { Type } from 'typebox'
import { fileAnswer, jsonAnswer, jsonBody, jsonObject, ref } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { DelegationInputSchema } from '../../model/schemas/delegation.ts'
import { ValuesSchema } from '../../model/schemas/fields.ts'
import { FileQuerySchema } from '../../model/schemas/files.ts'
import { LIMITS } from '../../model/schemas/signer.ts'
import { ConsentGivenSchema, SignerCodeSchema, SignerStateSchema } from '../../signers/schemas.ts'
import { ACCESS, tableOf } from './calls.ts'

const params = Type.Object({
  // No length limits: every invalid link, whatever its form, gets the same response.
  token: Type.String({ description: 'From the link in the e-mail' }),
})
const opened = Type.Object({ token: Type.String({ description: 'From the link' }) })
const closed = { additionalProperties: false }

const theState = jsonAnswer('The state of this signer', ref(SignerStateSchema))

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

/** What an authenticator app is given. */
const NewTotpSchema = Type.Object(
  {
    secret: Type.String({ description: 'Base32' }),
    uri: Type.String({ description: 'otpauth://totp/…: apps open it, and read it from a QR code' }),
  },
  { title: 'NewTotp' },
)

/** Of calls whose body has a picture of 500 kB in base64. */
export const withPicture = { ...ACCESS.link, anonymousBytesMax: 760_000 } as const

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

/** JSON body with what was approved, by its hash. */
const ApprovalBodySchema = Type.Object(
  { document_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { ...closed, title: 'Approval' },
)

/** JSON body with the reason of a person who does not sign. */
const reasonBody = (title: string) =>
  jsonBody(
    Type.Object(
      { reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
      { ...closed, title },
    ),
  )

/** See calls.json. */
export const operations = {
  ...tableOf('Signing page', { config: ACCESS.link, params })({
    signerState: { response: { 200: theState } },
    openDocument: { response: { 200: theState } },
    signerFile: {
      querystring: FileQuerySchema,
      response: { 200: fileAnswer('The PDF', 'application/pdf') },
    },
    requestCode: {
      body: jsonBody(CodeBodySchema),
      response: { 202: jsonAnswer('What was sent', ref(SignerCodeSchema)) },
    },
    requestPasskey: {
      body: jsonBody(CodeBodySchema),
      response: { ...theOptions('PublicKeyCredentialRequestOptions (WebAuthn), as JSON') },
    },
    createPasskey: {
      response: { ...theOptions('PublicKeyCredentialCreationOptions (WebAuthn), as JSON') },
    },
    registerPasskey: {
      body: jsonBody(
        Type.Object({ passkey: CredentialSchema }, { ...closed, title: 'PasskeyRegistration' }),
      ),
      response: { 200: theState },
    },
    createTotp: { response: { 200: jsonAnswer('What the app is given', NewTotpSchema) } },
    registerTotp: {
      body: jsonBody(
        Type.Object(
          { code: Type.String({ pattern: '^[0-9]{6}$' }) },
          { ...closed, title: 'TotpRegistration' },
        ),
      ),
      response: { 200: theState },
    },
    enterCode: { body: jsonBody(VerifyBodySchema), response: { 200: theState } },
    signDocument: {
      config: withPicture,
      body: jsonBody(SignatureBodySchema),
      response: { 200: theState },
    },
    approveDocument: { body: jsonBody(ApprovalBodySchema), response: { 200: theState } },
    declineDocument: { body: reasonBody('Decline'), response: { 200: theState } },
    returnDocument: { body: reasonBody('ReturnForCorrection'), response: { 200: theState } },
    delegateDocument: {
      body: jsonBody(DelegationInputSchema),
      response: { 204: Type.Null({ description: 'The other person was invited' }) },
    },
    signerSigned: {
      querystring: FileQuerySchema,
      response: { 200: fileAnswer('The signed PDF', 'application/pdf') },
    },
    requestOpeningCode: {
      params: opened,
      body: jsonBody(Type.Object({}, { ...closed, title: 'OpeningCodeRequest' })),
      response: { 202: jsonAnswer('What was sent', ref(SignerCodeSchema)) },
    },
    openWithCode: {
      params: opened,
      body: jsonBody(
        Type.Object(
          { code: Type.String({ pattern: '^\\d{6}$', description: '6 digits' }) },
          { ...closed, title: 'OpeningCode' },
        ),
      ),
      response: { 204: Type.Null({ description: 'The document is shown from now on' }) },
    },
  }),
  /** Not in the API description: only the page shows it. */
  firstPage: { config: ACCESS.link, schema: { hide: true, params } },
}
