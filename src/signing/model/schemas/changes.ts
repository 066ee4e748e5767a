/** Wire shapes of what changes a signature request: its document, its people, its deadline. */
import { type Static, type TSchema, Type } from 'typebox'
import type { FormSpec } from '../../../http/form-spec.ts'
import { ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { FILES_MAX } from '../files.ts'
import { CopiesSchema } from './cc-recipients.ts'
import { NotifySchema } from './notify.ts'
import { MetadataSchema, PASSWORD_PART, RemindersSchema, TagsSchema } from './request.ts'
import { closed, LIMITS, SignerInputSchema, text, time } from './signer.ts'

const clearable = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: 'null: none' }))

/** One person of the change. */
export const SignerEditSchema = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        pattern: idPattern('sgr'),
        description: 'Of a signer of the document; absent: a new signer, who needs an email',
      }),
    ),
    remove: Type.Optional(
      Type.Boolean({ description: 'true takes the signer with this id out of the document' }),
    ),
    ...SignerInputSchema.properties,
    email: Type.Optional(SignerInputSchema.properties.email),
  },
  {
    ...closed,
    $id: 'SignerEdit',
    description: 'A signer to change, remove or add; members that are absent stay as they are',
  },
)
/** One person of the change. */
export type SignerEdit = Static<typeof SignerEditSchema>

/** JSON body that changes a request; absent members stay unchanged. */
export const DocumentChangesSchema = Type.Object(
  {
    name: Type.Optional(text('Name of the document as signers see it', 200)),
    message: clearable(text('Message to the signers', LIMITS.message)),
    expires_at: Type.Optional(time('At most 30 days after the document was created')),
    reminders: clearable(ref(RemindersSchema)),
    notify: clearable(ref(NotifySchema)),
    copies: Type.Optional(CopiesSchema),
    metadata: Type.Optional(MetadataSchema),
    tags: Type.Optional(TagsSchema),
    external_id: clearable(text('Your own identifier', 200)),
    signers: Type.Optional(
      Type.Array(ref(SignerEditSchema), {
        minItems: 1,
        maxItems: 2 * LIMITS.signers,
        description: 'Only those who change: signers who are not listed stay as they are',
      }),
    ),
  },
  // Generators call the body of an operation with a form beside JSON so.
  { ...closed, $id: 'UpdateDocumentRequest' },
)
/** The changes of a request. */
export type DocumentChanges = Static<typeof DocumentChangesSchema>

/** Form of PATCH /api/v1/documents/{id}. */
export const EDIT_FORM = {
  file: {
    kind: 'file',
    description: 'The PDF in place of the one with file_number',
    mediaType: 'application/pdf',
  },
  file_number: {
    kind: 'text',
    description: `Of several files: which one, from 1 to ${FILES_MAX}. Default: 1`,
    limits: { pattern: '^([1-9]|10)$' },
  },
  ...PASSWORD_PART,
  changes: {
    kind: 'text-or-file',
    description: 'JSON: everything else that changes',
    mediaType: 'application/json',
    holds: ref(DocumentChangesSchema),
  },
} as const satisfies FormSpec

/** JSON body that reactivates a request. */
export const ReactivationSchema = Type.Object(
  {
    expires_at: Type.Optional(time('At most 30 days from now, which is also the default')),
  },
  { ...closed, $id: 'Reactivation' },
)
/** When a document that has expired ends. */
export type ReactivationInput = Static<typeof ReactivationSchema>

/** Schemas that openapi.yaml lists as components. */
export const CHANGE_COMPONENTS = [SignerEditSchema, DocumentChangesSchema, ReactivationSchema]
