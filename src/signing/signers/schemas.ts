/** The signer page's data: the one object behind GET /sign/{token} and /sign/{token}/state. */
import { type Static, Type } from 'typebox'
import { AuthenticationSchema } from '../model/authentication.ts'
import { DelegationSchema } from '../model/delegation.ts'
import { ActionSchema } from '../model/participant-actions.ts'
import { EarlierValuesSchema, SignerInputFieldSchema } from '../model/schemas/fields.ts'
import { FILE_NUMBER, ProofPagesSchema, SignerFilesListSchema } from '../model/schemas/files.ts'
import { LanguageSchema } from '../model/schemas/notify.ts'
import { PAGES_SHOWN_MAX } from '../model/signer-page.ts'
import { DELIVERIES, REQUEST_STATES, SIGNER_STATUSES } from '../model/states.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

/** Where a signature goes, as the reader sees the page. */
const SignerFieldSchema = Type.Object(
  {
    ...FILE_NUMBER,
    page: Type.Integer({ minimum: 1, description: 'Page, from 1' }),
    x: Type.Number({ description: 'Points from the left edge of the page as seen' }),
    y: Type.Number({ description: 'Points from its top edge' }),
    width: Type.Number({ description: 'Points' }),
    height: Type.Number({ description: 'Points' }),
  },
  { title: 'SigningPlace' },
)

/** The code sent to the signer. */
export const SignerCodeSchema = Type.Object(
  {
    channel: Type.Enum(['sms', 'call', 'email', 'totp'], {
      description:
        'call: the code is spoken in a telephone call, once a key is pressed; email: the code went to the e-mail address of the signer; totp: nothing was sent, the authenticator app shows it',
    }),
    phone_masked: Type.Optional(
      Type.String({ description: 'sms, call: where the code went, such as +33 •• •• •• 12' }),
    ),
    expires_at: Type.String({ format: 'date-time' }),
    attempts_left: Type.Integer({ minimum: 0 }),
    resend_at: Type.String({
      format: 'date-time',
      description: 'Earliest time at which another can be requested',
    }),
    delivery: Type.Enum(['sent', 'delivered', 'failed'], {
      description:
        'What the carrier or the mail server has reported; delivered, of a call: the code was spoken; failed: the message did not arrive',
    }),
    test_code: Type.Optional(
      Type.String({
        description: 'The code itself, for requests of test keys only: no message is sent',
      }),
    ),
  },
  { $id: 'SignerCode', description: 'A code that was sent to the signer, or that an app shows' },
)

/** The consent that a person gave, by its version and hash, and which pages were shown before. */
export const ConsentGivenSchema = Type.Object(
  {
    // Printable ASCII: the JSON of every body is refused for control characters.
    version: Type.String({ maxLength: 50, pattern: '^[ -~]*$' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    document_sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'The document that was on the screen: refused if it has changed since',
      }),
    ),
    pages_shown: Type.Optional(
      Type.Array(
        Type.Object(
          {
            file_number: Type.Integer({ minimum: 1 }),
            page: Type.Integer({ minimum: 1 }),
            seconds_ago: Type.Integer({ minimum: 0, maximum: 31_536_000 }),
          },
          { additionalProperties: false, title: 'PageShown' },
        ),
        {
          maxItems: PAGES_SHOWN_MAX,
          description: 'Pages that were on the screen, and since when; the audit trail has them',
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'GivenConsent' },
)
/** A consent that was given. */
export type ConsentGiven = Static<typeof ConsentGivenSchema>

const RequestStatus = Type.Enum([...REQUEST_STATES], { title: 'DocumentStatus' })
const SignerStatus = Type.Enum([...SIGNER_STATUSES], { title: 'SignerStatus' })

/** What the page shows next. */
export const SIGNER_NEXT = [
  'open',
  'wait',
  'sign',
  'signed',
  'approved',
  'completed',
  'declined',
  'cancelled',
  'expired',
  'blocked',
  'failed',
  'returned',
] as const

/** State of one person's signature. */
export const SignerStateSchema = Type.Object(
  {
    document: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        message: nullable(Type.String({ description: 'The sender’s message' })),
        sender: Type.String({ description: 'The sender' }),
        pages: Type.Integer({ minimum: 1 }),
        proof_pages: ProofPagesSchema,
        sha256: Type.String({
          description:
            'SHA-256 of the file as GET /sign/{token}/file serves it now, with the signatures that others have made in the meantime; of the finished file once the document is completed',
        }),
        base_sha256: Type.String({
          description:
            'SHA-256 of the file as it was laid out, before anyone signed: the text message with the code and the proof certificate name the document by it',
        }),
        size: Type.Integer({ description: 'Bytes' }),
        created_at: Type.String({ format: 'date-time' }),
        expires_at: Type.String({ format: 'date-time' }),
        status: RequestStatus,
        test: Type.Boolean({ description: 'Created with a test key: has no legal effect' }),
        files: Type.Optional(SignerFilesListSchema),
      },
      { title: 'SigningDocument' },
    ),
    signer: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        email: Type.String(),
        status: SignerStatus,
        action: Type.Optional(ActionSchema),
        locale: LanguageSchema,
        delivery: Type.Optional(
          Type.Enum([...DELIVERIES], {
            title: 'LinkDelivery',
            description: 'none: the sender handed over the link, and no e-mail is sent',
          }),
        ),
        authentication: AuthenticationSchema,
        call: Type.Optional(
          Type.Enum(['only', 'possible'], {
            title: 'CallStep',
            description:
              'Codes can be spoken in a telephone call. only: the number is a landline; possible: after an SMS, on request, or if the signer gives a landline',
          }),
        ),
        passkey: Type.Optional(
          Type.Enum(['ask', 'code', 'register'], {
            title: 'PasskeyStep',
            description:
              'With the method passkey: ask (one is registered), code (a code by SMS comes first), register (the code was right; a passkey can be registered now)',
          }),
        ),
        totp: Type.Optional(
          Type.Enum(['ask', 'code', 'register'], {
            title: 'TotpStep',
            description:
              'With the method totp: ask (an app is registered and shows the code), code (a code by SMS comes first), register (the code was right; an app can be registered now)',
          }),
        ),
        may_delegate: Type.Optional(
          Type.Boolean({ description: 'The signer may name somebody else in their place' }),
        ),
        may_return: Type.Optional(
          Type.Boolean({ description: 'The signer may return the document to the sender' }),
        ),
        delegation: Type.Optional(DelegationSchema),
        certificate: Type.Optional(
          Type.Object(
            { service: Type.String({ description: 'Where it is, by the name of the service' }) },
            {
              title: 'SigningCertificate',
              description:
                'The signer signs with a certificate of their own: in a browser, which goes to that service',
            },
          ),
        ),
        phone_masked: nullable(Type.String()),
        phone_changeable: Type.Optional(
          Type.Boolean({ description: 'The signer gave the number and may change it' }),
        ),
        fields: Type.Array(SignerFieldSchema),
        inputs: Type.Array(SignerInputFieldSchema, {
          description: 'What the signer fills in, in this order',
        }),
        earlier_values: Type.Optional(EarlierValuesSchema),
        redirect_urls: Type.Object(
          {
            success: Type.Optional(Type.String()),
            decline: Type.Optional(Type.String()),
            error: Type.Optional(Type.String()),
          },
          { title: 'SigningRedirects' },
        ),
      },
      { title: 'SigningPerson' },
    ),
    others: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          status: SignerStatus,
          step: Type.Integer(),
          action: Type.Optional(ActionSchema),
        },
        { title: 'OtherSigner' },
      ),
    ),
    consent: Type.Object(
      {
        version: Type.String(),
        language: LanguageSchema,
        text: Type.String(),
        sha256: Type.String(),
      },
      { title: 'Consent' },
    ),
    code: nullable(Type.Unsafe<Static<typeof SignerCodeSchema>>({ $ref: 'SignerCode#' })),
    verified_until: nullable(Type.String({ format: 'date-time' })),
    next: Type.Enum([...SIGNER_NEXT], { title: 'SigningStep' }),
  },
  { $id: 'SignerState', description: "Contents of a signer's page" },
)

/** See {@link SignerStateSchema}. */
export type SignerState = Static<typeof SignerStateSchema>
/** See {@link SignerCodeSchema}. */
export type SignerCode = Static<typeof SignerCodeSchema>
/** See {@link SignerFieldSchema}. */
export type SignerField = Static<typeof SignerFieldSchema>

/** A certificate among which the signer chooses. */
export interface OfferedCertificate {
  id: string
  holder: string
  issuer: string
  /** RFC 3339. */
  valid_to: string
  /** Whether it contains the signer's name; null: the sender gave none. */
  name_matches: boolean | null
}
