/** What the API says of fields to be filled in. */
import { type Static, Type } from 'typebox'
import { INPUT_LIMITS, INPUT_TYPES } from '../../../kernel/field-types.ts'
import { FILES_MAX } from '../files.ts'
import { FILE_NUMBER } from './files.ts'
import { SignerFileSchema } from './uploads.ts'

/** Every type that a field can have. */
export const FIELD_TYPES = ['signature', ...INPUT_TYPES] as const
/** One of {@link FIELD_TYPES}. */
export type FieldType = (typeof FIELD_TYPES)[number]

const typeSchema = (description: string) =>
  Type.Enum([...FIELD_TYPES], { title: 'FieldType', description })

/** A value on the wire. */
const ValueSchema = Type.Union([Type.String({ maxLength: 2_000 }), Type.Number(), Type.Boolean()], {
  title: 'FieldValue',
  description:
    'YYYY-MM-DD for a date, a boolean for a checkbox, name, size and SHA-256 for a file, else a text or a number',
})

const bound = (description: string) =>
  Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 10 })], { description }))

/** What a field has besides its place; everything but `type` is for fields that are filled in. */
export const INPUT_MEMBERS = {
  file_number: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: FILES_MAX,
      description: 'In a request with several files: the file that it is in. Default: 1',
    }),
  ),
  type: Type.Optional(typeSchema('What goes into the field. Default: signature')),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: INPUT_LIMITS.name,
      // \w: also for readers of patterns that do not know \p.
      pattern: '^[\\w\\p{L}\\p{N}][\\w\\p{L}\\p{N}\\p{M} .-]*$',
      description: 'Your name for the value: letters, digits, space and _ . -; unique per signer',
    }),
  ),
  label: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: INPUT_LIMITS.label,
      description: 'What the signer reads beside it. Default: its name',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Whether it must be filled in, or ticked. Default: true' }),
  ),
  value: Type.Optional(ValueSchema),
  read_only: Type.Optional(
    Type.Boolean({ description: 'The signer sees the value and cannot change it' }),
  ),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: INPUT_LIMITS.option }), {
      minItems: 1,
      maxItems: INPUT_LIMITS.options,
      description: 'Of a radio or select',
    }),
  ),
  min: bound('Least number, or first day'),
  max: bound('Greatest number, or last day'),
  max_length: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INPUT_LIMITS.text,
      description: `Characters of a text. Default: ${INPUT_LIMITS.textDefault}`,
    }),
  ),
}

/** The members of a field on the wire that are not about its place. */
export type FieldMembers = Static<ReturnType<typeof membersSchema>>
const membersSchema = () => Type.Object(INPUT_MEMBERS)

/** What a response says of a field to be filled in, besides its place. */
export const INPUT_RESPONSE_MEMBERS = {
  type: Type.Optional(typeSchema('Absent: signature')),
  name: Type.Optional(Type.String()),
  label: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
  read_only: Type.Optional(Type.Boolean()),
  value: Type.Optional(ValueSchema),
  file: Type.Optional(SignerFileSchema),
}

/** A field as the signer's page gets it. */
export const SignerInputFieldSchema = Type.Object(
  {
    name: Type.String({ description: 'Its name in `values`' }),
    label: Type.String({ description: 'The sender’s words beside it' }),
    type: Type.Enum([...INPUT_TYPES], { title: 'InputType' }),
    required: Type.Boolean(),
    read_only: Type.Optional(Type.Boolean({ description: 'Shown, and not to be changed' })),
    value: Type.Optional(ValueSchema),
    options: Type.Optional(Type.Array(Type.String())),
    min: bound('Least number, or first day'),
    max: bound('Greatest number, or last day'),
    max_length: Type.Optional(Type.Integer()),
    places: Type.Array(
      Type.Object(
        {
          page: Type.Integer({ minimum: 1 }),
          x: Type.Number(),
          y: Type.Number(),
          width: Type.Number(),
          height: Type.Number(),
          ...FILE_NUMBER,
        },
        { title: 'InputPlace' },
      ),
      { description: 'Where it is shown, in points from the top left corner' },
    ),
  },
  { title: 'InputToFill' },
)

/** The values that a signer gives, by the names of the fields. */
export const ValuesSchema = Type.Record(Type.String(), ValueSchema, {
  maxProperties: INPUT_LIMITS.perSigner,
  title: 'FieldValues',
  description:
    'What the signer filled in, by the names of the fields. Files are uploaded before; their value, if given, is the SHA-256 of the file that was meant',
})
