/** Schemas of the API's signature requests; `openapi.yaml` is generated from them. */
import { type Static, type TSchema, Type } from 'typebox'
import { type FormField, type FormSpec, PASSWORD_CHARACTERS_MAX } from '../../../http/form-spec.ts'
import { ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { AuthenticationSchema, DeliverySchema, RequiredLevelSchema } from '../authentication.ts'
import { DELIVERIES, REQUEST_STATES } from '../states.ts'
import { TAG_LIMITS, TAG_PATTERN } from '../tags.ts'
import { CopiesSchema, CopySchema } from './cc-recipients.ts'
import { DocumentFilesSchema, FILES_PART } from './files.ts'
import { NotifySchema } from './notify.ts'
import { DocumentSignatureSchema } from './signature.ts'
import { FieldSchema } from './signature-field.ts'
import {
  closed,
  LIMITS,
  NewSignersSchema,
  SignerChangesSchema,
  SignerInputSchema,
  SignerSchema,
  text,
  time,
} from './signer.ts'
import { SigningUrlRequestSchema } from './signing-url.ts'
import { WarningSchema } from './warning.ts'

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

/** How the sender sorts documents. */
export const TagsSchema = Type.Array(
  Type.String({ maxLength: TAG_LIMITS.characters, pattern: TAG_PATTERN }),
  {
    maxItems: TAG_LIMITS.tags,
    title: 'Tags',
    description: 'By which you find your documents again; signers do not see them. Without commas',
  },
)

/** What becomes of the fields of a form in the document. */
export const FORM_FIELDS = ['flatten', 'use'] as const
const FormFieldsSchema = Type.Enum([...FORM_FIELDS], {
  title: 'FormFields',
  description:
    'Form fields of the PDF. flatten: they become part of the pages as they look (default). use: signers fill them in',
})

const CodeToOpenSchema = Type.Boolean({
  description:
    'true: signers enter a code, by SMS or e-mail, before the document or the signed file is shown. Default: as set in the developer area',
})

const AllowReturnSchema = Type.Boolean({
  description:
    'true: while nobody has signed, signers may return the document to you for correction, with a reason. Default: false',
})

const ReturnedSchema = Type.Object(
  {
    signer_id: Type.String({ description: 'Who has returned it' }),
    reason: Type.String({ description: 'Why' }),
    returned_at: time('When'),
  },
  {
    title: 'Returned',
    description: 'Nobody can sign until you change the document or send it again',
  },
)

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
    tags: Type.Optional(TagsSchema),
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
    code_to_open: Type.Optional(CodeToOpenSchema),
    allow_return: Type.Optional(AllowReturnSchema),
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
  tags: jsonPart('JSON array of texts by which you find the document again', TagsSchema),
  external_id: textPart('Your own identifier'),
  send: textPart('false: a draft. Default: true'),
  code_to_open: textPart('true: a code is needed to see the document'),
  allow_return: textPart('true: signers may return the document to you for correction'),
  delivery: textPart(`${DELIVERIES.join(', ')}: for signers without a delivery of their own`),
  webhook_url: textPart('Receives the events of this document only'),
  authentication: textPart('How signers prove who they are, where they name no method themselves'),
  required_level: textPart('advanced: no signer may have a method below it'),
  form_fields: textPart('use: signers fill in the form fields of the PDF. Default: flatten'),
} as const satisfies FormSpec

/** The password of files that need one, in every form that takes a file to be signed. */
export const PASSWORD_PART = {
  password: textPart(
    'Of files that open with a password only: they are decrypted, as everybody who signs reads them. Nothing keeps it',
    { maxLength: PASSWORD_CHARACTERS_MAX },
  ),
} as const satisfies FormSpec

/** Form of POST /api/v1/documents. */
export const REQUEST_FORM = {
  file: { kind: 'file', description: 'The PDF', required: true, mediaType: 'application/pdf' },
  files: FILES_PART,
  ...PASSWORD_PART,
  ...OPTION_PARTS,
} as const satisfies FormSpec

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
    tags: TagsSchema,
    reminders: Type.Optional(ref(RemindersSchema)),
    code_to_open: Type.Optional(CodeToOpenSchema),
    allow_return: Type.Optional(AllowReturnSchema),
    returned: Type.Optional(ReturnedSchema),
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
    open_link_id: Type.Optional(
      Type.String({
        pattern: idPattern('lnk'),
        description: 'The open link at which its signer began it',
      }),
    ),
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
/** A page of signature requests. */
export const DocumentsPageSchema = Type.Object(
  {
    documents: Type.Array(ref(DocumentSchema)),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'DocumentsPage' },
)

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
