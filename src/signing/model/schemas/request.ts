/** Schemas of the API's signature requests; `openapi.yaml` is generated from them. */
import { type Static, type TSchema, Type } from 'typebox'
import type { FormField, FormSpec } from '../../../http/form-spec.ts'
import { ref } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { idPattern } from '../../../kernel/ids.ts'
import {
  AuthenticationSchema,
  DeliverySchema,
  RequiredLevelSchema,
  VerifiedIdentitySchema,
} from '../authentication.ts'
import { CertificateDemandSchema } from '../certificate-demand.ts'
import { CertificateFailureSchema } from '../certificate-failure.ts'
import { AllowDelegationSchema, DELEGATION_MEMBERS } from '../delegation.ts'
import { ActionSchema } from '../participant-actions.ts'
import { DELIVERIES, REQUEST_STATES, SIGNER_STATUSES } from '../states.ts'
import { CopiesSchema, CopySchema } from './cc-recipients.ts'
import { INPUT_RESPONSE_MEMBERS } from './fields.ts'
import { DocumentFilesSchema, FILE_NUMBER, FILES_PART } from './files.ts'
import { EMAIL_PATTERN, LanguageSchema, languageTag, NotifySchema } from './notify.ts'
import { DocumentSignatureSchema } from './signature.ts'
import { FieldSchema } from './signature-field.ts'
import { RedirectUrlsSchema, SigningUrlRequestSchema } from './signing-url.ts'
import { WarningSchema } from './warning.ts'

/** Limits of a request, each defined once. */
export const LIMITS = {
  signers: 50,
  /** Each is a signature with a certificate of its own. */
  signaturesPerSigner: 5,
  metadataPairs: 50,
  message: 2_000,
  reminders: 10,
  /** Characters of a telephone number as people write it. */
  phone: 40,
} as const

const closed = { additionalProperties: false }
const time = (description: string) => Type.String({ format: 'date-time', description })
const text = (description: string, maxLength: number, minLength = 1) =>
  Type.String({ description, minLength, maxLength })

/** A person to be asked. */
export const SignerInputSchema = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: 'Where the link is sent',
    }),
    first_name: Type.Optional(text('Given name', 100)),
    last_name: Type.Optional(text('Family name', 100)),
    phone: Type.Optional(
      Type.String({
        maxLength: LIMITS.phone,
        description:
          'Mobile phone for the code: +33 6 12 34 56 78, or 06 12 34 56 78 with its country; if omitted, the signer enters it',
      }),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description:
          'Country (ISO 3166-1) of the phone. Default: the account’s, else that of fr, it or pl',
      }),
    ),
    locale: Type.Optional(languageTag('fr')),
    order: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Step: signers with the same number can sign at the same time. Default: 1',
      }),
    ),
    role: Type.Optional(text('Role, also the name in {signature:…} and {field:…} tags', 100)),
    action: Type.Optional(ActionSchema),
    witness_of: Type.Optional(
      Type.String({
        pattern: EMAIL_PATTERN,
        maxLength: 254,
        description: 'Of a witness: address of the signer. Their default "order" is the step after',
      }),
    ),
    fields: Type.Optional(
      Type.Array(ref(FieldSchema), {
        maxItems: LIMITS.signaturesPerSigner + INPUT_LIMITS.perSigner,
        description:
          'Where the signer signs, and what else is to be filled in. Without: tags in the document, else a place to sign at the end',
      }),
    ),
    redirect_urls: Type.Optional(RedirectUrlsSchema),
    delivery: Type.Optional(DeliverySchema),
    allow_delegation: Type.Optional(AllowDelegationSchema),
    authentication: Type.Optional(AuthenticationSchema),
    verified_identity: Type.Optional(VerifiedIdentitySchema),
    certificate: Type.Optional(CertificateDemandSchema),
  },
  { ...closed, $id: 'SignerInput', description: 'A person who is to sign' },
)
/** A person who is asked to sign. */
export type SignerInput = Static<typeof SignerInputSchema>

/** The people who are asked to sign. */
export const NewSignersSchema = Type.Array(ref(SignerInputSchema), {
  minItems: 1,
  maxItems: LIMITS.signers,
})

/** When reminders go out, in days. */
export const RemindersSchema = Type.Object(
  {
    first_after_days: Type.Integer({ minimum: 1, maximum: 29 }),
    every_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 29 })),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.reminders })),
  },
  {
    ...closed,
    $id: 'Reminders',
    description: 'When reminders are sent to those who have not signed',
  },
)
/** When reminders go out. */
export type Reminders = Static<typeof RemindersSchema>

/** The sender's own names and values. */
export const MetadataSchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: LIMITS.metadataPairs,
  title: 'Metadata',
  description: 'Your own names and values',
})

/** What becomes of the fields of a form in the document. */
export const FORM_FIELDS = ['flatten', 'use'] as const
const FormFieldsSchema = Type.Enum([...FORM_FIELDS], {
  title: 'FormFields',
  description:
    'Form fields of the PDF. flatten: they become part of the pages as they look (default). use: signers fill them in',
})

/** Options of a request, however it is sent. */
export const RequestOptionsSchema = Type.Object(
  {
    name: Type.Optional(text('Name of the document as signers see it', 200)),
    message: Type.Optional(text('Message to the signers', LIMITS.message)),
    sender: Type.Optional(text('Sender name shown to signers', 100)),
    expires_at: Type.Optional(time('At most 30 days from now, which is also the default')),
    reminders: Type.Optional(ref(RemindersSchema)),
    notify: Type.Optional(ref(NotifySchema)),
    copies: Type.Optional(CopiesSchema),
    metadata: Type.Optional(MetadataSchema),
    external_id: Type.Optional(text('Your own identifier', 200)),
    send: Type.Optional(Type.Boolean({ description: 'false: a draft. Default: true' })),
    delivery: Type.Optional(DeliverySchema),
    webhook_url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'Receives the events of this document only',
      }),
    ),
    authentication: Type.Optional(AuthenticationSchema),
    required_level: Type.Optional(RequiredLevelSchema),
    form_fields: Type.Optional(FormFieldsSchema),
  },
  closed,
)
/** The options of a request besides its file and signers. */
export type RequestOptions = Static<typeof RequestOptionsSchema>

const jsonPart = (description: string, holds: TSchema) =>
  ({ kind: 'text-or-file', description, mediaType: 'application/json', holds }) as const
const textPart = (description: string, limits: FormField['limits'] = {}) =>
  ({ kind: 'text', description, limits }) as const

/** Parts that every form for a request has besides the document. */
export const OPTION_PARTS = {
  signers: { ...jsonPart('JSON array of signers', NewSignersSchema), required: true },
  name: textPart('Name of the document as signers see it', { minLength: 1, maxLength: 200 }),
  message: textPart('Message to the signers', { maxLength: LIMITS.message }),
  sender: textPart('Sender name shown to signers', { maxLength: 100 }),
  expires_at: textPart('At most 30 days from now (RFC 3339)'),
  reminders: jsonPart('JSON: first_after_days, every_days, max', ref(RemindersSchema)),
  notify: jsonPart('JSON: kinds, emails, locale', ref(NotifySchema)),
  copies: jsonPart('JSON array of people who get the finished document', CopiesSchema),
  metadata: jsonPart('JSON object of texts', MetadataSchema),
  external_id: textPart('Your own identifier'),
  send: textPart('false: a draft. Default: true'),
  delivery: textPart('email or none: for signers without a delivery of their own'),
  webhook_url: textPart('Receives the events of this document only'),
  authentication: textPart('How signers prove who they are, where they name no method themselves'),
  required_level: textPart('advanced: no signer may have a method below it'),
  form_fields: textPart('use: signers fill in the form fields of the PDF. Default: flatten'),
} as const satisfies FormSpec

/** Form of POST /api/v1/documents. */
export const REQUEST_FORM = {
  file: { kind: 'file', description: 'The PDF', required: true, mediaType: 'application/pdf' },
  files: FILES_PART,
  ...OPTION_PARTS,
} as const satisfies FormSpec

const PlacementSchema = Type.Object(
  {
    ...INPUT_RESPONSE_MEMBERS,
    ...FILE_NUMBER,
    page: Type.Integer({ description: 'Page, from 1' }),
    x: Type.Number({ description: 'Points from the left' }),
    y: Type.Number({ description: 'Points from the top' }),
    width: Type.Number(),
    height: Type.Number(),
  },
  { title: 'SignaturePlace' },
)

/** A person of a signature request, as the API describes it. */
const SignerSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('sgr') }),
    email: Type.String(),
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String({ description: 'E.164' })),
    locale: LanguageSchema,
    order: Type.Integer(),
    role: Type.Optional(Type.String()),
    action: Type.Optional(ActionSchema),
    witness_of: Type.Optional(
      Type.String({ description: 'Id of the signer whose signature this person witnesses' }),
    ),
    status: Type.Enum([...SIGNER_STATUSES], { title: 'SignerStatus' }),
    fields: Type.Array(PlacementSchema, {
      description: 'Where the signature appears, and what is filled in; values once signed',
    }),
    redirect_urls: Type.Optional(RedirectUrlsSchema),
    delivery: Type.Optional(
      Type.Enum([...DELIVERIES], {
        title: 'LinkDelivery',
        description: 'none: no e-mail',
      }),
    ),
    ...DELEGATION_MEMBERS,
    authentication: AuthenticationSchema,
    verified_identity: Type.Optional(VerifiedIdentitySchema),
    certificate: Type.Optional(CertificateDemandSchema),
    invited_at: Type.Optional(time('The link was sent')),
    opened_at: Type.Optional(time('The document was opened')),
    verified_at: Type.Optional(time('The code was right')),
    signed_at: Type.Optional(time('The document was signed')),
    approved_at: Type.Optional(time('The document was approved')),
    decline_reason: Type.Optional(Type.String()),
    kept_mail: Type.Optional(
      Type.Object(
        {
          kind: Type.String({ description: 'invitation, reminder, completed or ended' }),
          at: time('When'),
        },
        {
          title: 'KeptMail',
          description:
            'Test keys send e-mails only to addresses of their own account: the last e-mail to this person was stored instead of sent; GET …/test-link returns the link',
        },
      ),
    ),
    certificate_failure: Type.Optional(CertificateFailureSchema),
    delivery_failure: Type.Optional(
      Type.Object(
        {
          channel: Type.Enum(['email', 'sms', 'call']),
          reason: Type.String({ description: 'In plain English' }),
          at: time('When it was reported to us'),
        },
        {
          title: 'DeliveryFailure',
          description: 'The last message to this person was not delivered; removed once one is',
        },
      ),
    ),
  },
  { $id: 'Signer', description: 'A signer of a request' },
)

/** A signature request, as the API describes it. */
export const DocumentSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('doc') }),
    status: Type.Enum([...REQUEST_STATES], { title: 'DocumentStatus' }),
    test: Type.Boolean({ description: 'Created with a test key: has no legal effect' }),
    name: Type.String(),
    message: Type.Optional(Type.String()),
    sender: Type.String(),
    external_id: Type.Optional(Type.String()),
    metadata: MetadataSchema,
    reminders: Type.Optional(ref(RemindersSchema)),
    notify: Type.Optional(ref(NotifySchema)),
    copies: Type.Optional(CopiesSchema),
    required_level: Type.Optional(RequiredLevelSchema),
    filename: Type.String(),
    pages: Type.Integer({ description: 'Of the upload' }),
    size_bytes: Type.Integer({ description: 'Of the upload' }),
    sha256: Type.String({ description: 'Of the upload' }),
    signed_sha256: Type.Optional(Type.String({ description: 'Of the finished file' })),
    level: Type.Optional(
      Type.String({ description: 'PAdES level that was reached, by our own validation' }),
    ),
    created_at: time('When it was made'),
    sent_at: Type.Optional(time('When the first signers were invited')),
    expires_at: time('When it expires'),
    completed_at: Type.Optional(time('When the last signature was sealed')),
    ended_at: Type.Optional(time('When it ended without being completed')),
    end_reason: Type.Optional(Type.String()),
    files: Type.Optional(DocumentFilesSchema),
    signers: Type.Array(ref(SignerSchema)),
    signatures: Type.Optional(
      Type.Array(DocumentSignatureSchema, {
        description: 'Of the completed document, in the order in which they were made',
      }),
    ),
    warnings: Type.Optional(
      Type.Array(WarningSchema, {
        description: 'Possible mistakes, or why the outer seal is missing',
      }),
    ),
  },
  { $id: 'Document', description: 'A signature request' },
)
/** A signature request, as the API describes it. */
export type DocumentJson = Static<typeof DocumentSchema>
/** A person of a signature request, as the API describes it. */
export type SignerJson = Static<typeof SignerSchema>

/** A page of signature requests. */
export const DocumentsPageSchema = Type.Object(
  {
    documents: Type.Array(ref(DocumentSchema)),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'DocumentsPage' },
)

/** JSON body that corrects a signer; absent fields stay unchanged. */
export const SignerChangesSchema = Type.Object(
  {
    email: Type.Optional(SignerInputSchema.properties.email),
    first_name: Type.Optional(text('Given name', 100)),
    last_name: Type.Optional(text('Family name', 100)),
    phone: Type.Optional(SignerInputSchema.properties.phone),
    country: Type.Optional(SignerInputSchema.properties.country),
    locale: Type.Optional(languageTag()),
    authentication: Type.Optional(AuthenticationSchema),
    reset_passkey: Type.Optional(
      Type.Boolean({
        description:
          'true forgets the passkey of this address: the person registers one after a code',
      }),
    ),
    reset_totp: Type.Optional(
      Type.Boolean({
        description:
          'true forgets the authenticator app of this address: the person registers one after a code',
      }),
    ),
  },
  { ...closed, $id: 'SignerChanges', minProperties: 1 },
)
/** The corrections of a signer. */
export type SignerChanges = Static<typeof SignerChangesSchema>

/** JSON body with a reason. */
export const ReasonSchema = Type.Object(
  { reason: Type.Optional(text('Reason, shown to the signers', 500)) },
  { ...closed, $id: 'Reason' },
)

/** Schemas that openapi.yaml lists as components. */
export const COMPONENTS = [
  FieldSchema,
  SignerInputSchema,
  RemindersSchema,
  NotifySchema,
  CopySchema,
  SignerSchema,
  DocumentSchema,
  DocumentsPageSchema,
  SignerChangesSchema,
  SigningUrlRequestSchema,
  ReasonSchema,
]
