/** Wire shapes of stored templates. */
import { type Static, Type } from 'typebox'
import type { FormSpec } from '../http/form-spec.ts'
import { DocumentWarningSchema, FindingSchema, jsonObject } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Characters of a template's name. */
export const NAME_MAX = 120
const nameField = { minLength: 1, maxLength: NAME_MAX }
const when = (description: string) => Type.String({ format: 'date-time', description })

/** A stored template as callers see it. */
export const TemplateSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('tpl') }),
    test: Type.Boolean({ description: 'Created with a test key: only test keys can access it' }),
    name: Type.String(nameField),
    current_version: Type.Integer({ description: 'Version that is rendered' }),
    versions: Type.Integer({ description: 'Number of stored versions' }),
    created_at: when('When the template was created (UTC)'),
    updated_at: when('When its name or its current version last changed (UTC)'),
  },
  { $id: 'Template', description: 'A stored Word template' },
)

/** A version of it. */
const VersionSchema = Type.Object(
  {
    version: Type.Integer({ description: 'Counts from 1; numbers are never reused' }),
    current: Type.Boolean({ description: 'Whether this version is rendered' }),
    sha256: Type.String({ description: 'SHA-256 of the file, in hex' }),
    size_bytes: Type.Integer(),
    filename: Type.String({ description: 'File name it was uploaded under' }),
    note: Type.Optional(Type.String({ description: 'Description of the change, by the uploader' })),
    mapping: Type.Optional(
      jsonObject('How your own data is mapped to an invoice for /render-facturx'),
    ),
    created_at: when('When it was uploaded (UTC)'),
  },
  { $id: 'TemplateVersion', description: 'One version of a template' },
)

/** A new version, and the one that was removed for it. */
export const VersionCreatedSchema = Type.Object(
  {
    ...VersionSchema.properties,
    dropped_version: Type.Optional(
      Type.Integer({ description: 'The oldest version, deleted to make room' }),
    ),
  },
  { $id: 'TemplateVersionCreated', description: 'A new version, now the current one' },
)

const TagSchema = Type.Object(
  {
    tag: Type.String({ description: 'The tag as written' }),
    kind: Type.String({ description: 'What it does: value, loop, condition, picture, …' }),
    part: Type.String({ description: 'The part of the .docx it is in' }),
    path: Type.Optional(
      Type.String({ description: 'The value it reads, as a path into the data' }),
    ),
  },
  { title: 'TemplateTag' },
)
const fields = {
  schema: jsonObject('JSON Schema (2020-12) of the data'),
  sample: jsonObject('Data that renders without errors'),
  tags: Type.Array(TagSchema),
  signatures: Type.Array(Type.Object({ key: Type.String() }, { title: 'SignatureTag' }), {
    description: 'Places for a signature, by signer',
  }),
}

/** The tags of a template as JSON Schema, with sample data. */
export const FieldsSchema = Type.Object(fields, {
  $id: 'TemplateFields',
  description: 'Every tag of a template as JSON Schema, with sample data',
})

/** Whether a template is valid, its errors and its tags. */
export const ValidationSchema = Type.Object(
  {
    valid: Type.Boolean(),
    errors: Type.Array(FindingSchema, { description: 'All errors; empty if valid' }),
    warnings: Type.Array(DocumentWarningSchema, {
      description: 'What is missing from documents or shown differently than in Word',
    }),
    ...fields,
  },
  { $id: 'TemplateValidation', description: 'Result of validating a template' },
)

/** A page of templates. */
export const TemplatesPageSchema = Type.Object(
  {
    templates: Type.Array(Type.Unsafe<Static<typeof TemplateSchema>>({ $ref: 'Template#' })),
    next_cursor: Type.Optional(Type.String({ description: 'Send as cursor for the next page' })),
  },
  { $id: 'TemplatesPage' },
)

/** The versions of a template. */
export const VersionsSchema = Type.Object(
  { versions: Type.Array(Type.Unsafe<Static<typeof VersionSchema>>({ $ref: 'TemplateVersion#' })) },
  { $id: 'TemplateVersions', description: 'Newest first' },
)

/** JSON body that renames a template. */
export const RenameSchema = Type.Object(
  { name: Type.String(nameField) },
  { $id: 'TemplateRename', additionalProperties: false },
)

const mapping = {
  kind: 'text-or-file',
  description:
    'for /render-facturx: how your own data is mapped to an invoice, as JSON: invoice path → expression, lists as {"from", "each"}',
  mediaType: 'application/json',
} as const

const template = {
  kind: 'file',
  required: true,
  description: 'the Word template (.docx)',
  mediaType: DOCX,
} as const

/** Form of POST /templates. */
export const TEMPLATE_FORM = {
  template,
  name: { kind: 'text', description: 'its name; default: the file name', limits: nameField },
  mapping,
} as const satisfies FormSpec

/** Form of POST /templates/{id}/versions. */
export const VERSION_FORM = {
  template,
  note: { kind: 'text', description: 'what changed' },
  mapping,
} as const satisfies FormSpec

/** Form of POST /validate-template. */
export const VALIDATE_FORM = { template } as const satisfies FormSpec

/** Media type of Word files. */
export const DOCX_MEDIA_TYPE = DOCX
/** A stored template as callers see it. */
export type Template = Static<typeof TemplateSchema>
/** A version of a template. */
export type Version = Static<typeof VersionSchema>
/** A new version, and the one that was removed for it. */
export type VersionCreated = Static<typeof VersionCreatedSchema>

/** Shapes that are named in openapi.yaml. */
export const COMPONENTS = [
  TemplateSchema,
  VersionSchema,
  VersionCreatedSchema,
  FieldsSchema,
  ValidationSchema,
  TemplatesPageSchema,
  VersionsSchema,
  RenameSchema,
]
