/** Wire shapes of request templates: what is stored, and what a use of one adds. */
import { type Static, Type } from 'typebox'
import type { FormSpec } from '../../http/form-spec.ts'
import { jsonObject, ref } from '../../http/schemas.ts'
import { idPattern } from '../../kernel/ids.ts'
import { jsonFields } from '../../rendering/schemas.ts'
import { ValuesSchema } from '../model/schemas/fields.ts'
import { FILES_PART } from '../model/schemas/files.ts'
import { OPTION_PARTS, PASSWORD_PART, RequestOptionsSchema } from '../model/schemas/request.ts'
import { LIMITS, SignerInputSchema } from '../model/schemas/signer.ts'

/** Bounds of what an account stores, for live and test separately. */
export const TEMPLATE_LIMITS = { stored: 100, bytes: 256 * 1_048_576, expiryDays: 365 } as const

const closed = { additionalProperties: false }
const {
  email,
  role: _role,
  // The service is connected for one request at a time: not for templates and lists yet.
  certificate: _certificate,
  ...personal
} = SignerInputSchema.properties

/** A role of a request template. */
export const RoleSchema = Type.Object(
  {
    role: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Its name: in {signature:…} tags, in calls and as a column of lists',
    }),
    email: Type.Optional(
      Type.String({
        ...email,
        description:
          'An e-mail address; in a template only if the same person has this role every time',
      }),
    ),
    ...personal,
    witness_of: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description:
          'Of a witness: role, or address, of the signer. Default "order": the step after',
      }),
    ),
  },
  {
    ...closed,
    $id: 'TemplateRole',
    description: 'A role: how its signer is asked, and where they sign; who it is comes later',
  },
)
/** A role of a request template. */
export type Role = Static<typeof RoleSchema>

const RolesSchema = Type.Array(ref(RoleSchema), { minItems: 1, maxItems: LIMITS.signers })

const { name, send: _send, external_id, expires_at, ...defaults } = RequestOptionsSchema.properties
const { template_id, template_version, options, output_filename, data } = jsonFields

/** What every request of a template has unless it says otherwise. */
const DEFAULTS = {
  ...defaults,
  expires_in_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: TEMPLATE_LIMITS.expiryDays,
      description: 'Days that signers have; at most those of the plan. Default: those of the plan',
    }),
  ),
  options,
}

/** JSON body that makes a template of a stored Word template. */
export const NewTemplateSchema = Type.Object(
  {
    template_id,
    template_version,
    name: Type.String({ ...name, minLength: 1, maxLength: 200 }),
    roles: RolesSchema,
    ...DEFAULTS,
  },
  { ...closed, $id: 'CreateRequestTemplateRequest' },
)

/** JSON body that changes a template; absent members stay. */
export const TemplateChangesSchema = Type.Object(
  {
    template_version,
    name,
    roles: Type.Optional(RolesSchema),
    ...DEFAULTS,
  },
  { ...closed, $id: 'RequestTemplateChanges', minProperties: 1 },
)
/** The changes of a template. */
export type TemplateChanges = Static<typeof TemplateChangesSchema>

/** What is stored of a template besides its document: the roles and the defaults. */
export type Definition = Omit<Static<typeof NewTemplateSchema>, 'template_id' | 'template_version'>

/** A person for a role, and what is filled in for them. */
const RoleSignerSchema = Type.Object(
  { ...RoleSchema.properties, values: Type.Optional(ValuesSchema) },
  {
    ...closed,
    $id: 'RoleSigner',
    description: 'A person for a role; what is absent here is as the template has it',
  },
)
/** A person for a role. */
export type RoleSigner = Static<typeof RoleSignerSchema>

/** The people of the roles. */
export const RoleSignersSchema = Type.Array(ref(RoleSignerSchema), { maxItems: LIMITS.signers })

/** JSON body that creates a request from a template. */
export const TemplateUseSchema = Type.Object(
  {
    signers: Type.Optional(RoleSignersSchema),
    data,
    output_filename,
    options,
    ...RequestOptionsSchema.properties,
  },
  { ...closed, $id: 'RequestTemplateUse' },
)
/** What a request adds to its template. */
export type TemplateUse = Static<typeof TemplateUseSchema>

const TemplateFileSchema = Type.Object(
  {
    number: Type.Integer({ description: 'From 1; file_number of downloads and fields' }),
    filename: Type.String({ description: 'Of the upload' }),
    pages: Type.Integer({ description: 'Of the PDF' }),
    size_bytes: Type.Integer({ description: 'Of the PDF' }),
    sha256: Type.String({ description: 'Of the PDF' }),
  },
  { title: 'RequestTemplateFile' },
)

/** A request template as callers see it. */
export const RequestTemplateSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('rqt') }),
    test: Type.Boolean({ description: 'Created with a test key: only test keys can access it' }),
    source: Type.Enum(['word', 'pdf'], {
      title: 'RequestTemplateSource',
      description: 'Whether documents are rendered from a Word template, or are one PDF',
    }),
    template_id: Type.Optional(Type.String({ description: 'The Word template' })),
    template_version: Type.Optional(
      Type.Integer({ description: 'Its version; absent: the current one of that time' }),
    ),
    filename: Type.Optional(Type.String({ description: 'Of the PDF' })),
    pages: Type.Optional(Type.Integer({ description: 'Of the PDF' })),
    size_bytes: Type.Optional(Type.Integer({ description: 'Of the PDF' })),
    sha256: Type.Optional(Type.String({ description: 'Of the PDF' })),
    files: Type.Optional(
      Type.Array(TemplateFileSchema, {
        description:
          'The PDFs, where the template has several files; with a Word template, those after it',
      }),
    ),
    name: Type.String({ description: 'Also of its documents, where they have none of their own' }),
    roles: Type.Array(ref(RoleSchema)),
    ...DEFAULTS,
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  {
    $id: 'RequestTemplate',
    description: 'A document with roles, from which signature requests are made',
  },
)
/** A request template as callers see it. */
export type RequestTemplateJson = Static<typeof RequestTemplateSchema>

/** A page of templates. */
export const TemplatesPageSchema = Type.Object(
  {
    request_templates: Type.Array(ref(RequestTemplateSchema)),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'RequestTemplatesPage' },
)

const {
  signers: _signers,
  send: _sendPart,
  external_id: _externalId,
  expires_at: _expiresAt,
  name: namePart,
  ...parts
} = OPTION_PARTS

/** Form that makes a template of PDFs, or of a Word template and PDFs. */
export const TEMPLATE_FORM = {
  file: {
    kind: 'file',
    description: 'The PDF; not with template_id',
    mediaType: 'application/pdf',
  },
  files: FILES_PART,
  template_id: { kind: 'text', description: 'A stored Word template, instead of file' },
  template_version: { kind: 'text', description: 'Its version. Default: the current one' },
  ...PASSWORD_PART,
  name: { ...namePart, required: true },
  roles: {
    kind: 'text-or-file',
    description: 'JSON array of roles',
    mediaType: 'application/json',
    holds: RolesSchema,
    required: true,
  },
  ...parts,
  expires_in_days: { kind: 'text', description: 'Days that signers have' },
} as const satisfies FormSpec

/** Members of the form that are JSON; the others are texts. */
export const JSON_PARTS: ReadonlySet<string> = new Set(
  Object.entries(TEMPLATE_FORM).flatMap(([part, { kind }]) =>
    kind === 'text-or-file' ? [part] : [],
  ),
)

/** Members that a row of a list may have, in this order. */
export const ROW_MEMBERS = {
  signers: Type.Optional(RoleSignersSchema),
  data: Type.Optional(jsonObject('The values of the Word template')),
  name,
  message: defaults.message,
  metadata: defaults.metadata,
  external_id,
  expires_at,
}

/** Schemas that openapi.yaml lists as components. */
export const COMPONENTS = [
  RoleSchema,
  RoleSignerSchema,
  NewTemplateSchema,
  TemplateChangesSchema,
  TemplateUseSchema,
  RequestTemplateSchema,
  TemplatesPageSchema,
] as const
