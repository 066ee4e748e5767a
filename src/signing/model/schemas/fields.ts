/** What the API says of fields to be filled in. */
import { type Static, Type } from 'typebox'
import { CONDITION_OPERATORS, INPUT_LIMITS, INPUT_TYPES } from '../../../kernel/field-types.ts'
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

const FIELD_NAME = {
  minLength: 1,
  maxLength: INPUT_LIMITS.name,
  // \w: also for readers of patterns that do not know \p.
  pattern: '^[\\w\\p{L}\\p{N}][\\w\\p{L}\\p{N}\\p{M} .-]*$',
}

/** When a field is there; on the wire as it is stored, but for the names of signers. */
const VisibleIfSchema = Type.Object(
  {
    match: Type.Optional(
      Type.Enum(['all', 'any'], { description: 'Whether one condition is enough. Default: all' }),
    ),
    conditions: Type.Array(
      Type.Object(
        {
          signer: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 254,
              description:
                'Whose field it is, if of a signer of an earlier step: role, signer1 …, or e-mail; in responses the id',
            }),
          ),
          field: Type.String({ ...FIELD_NAME, description: 'Name of the other field' }),
          operator: Type.Enum([...CONDITION_OPERATORS], {
            title: 'ConditionOperator',
            description:
              'equals, not_equals, one_of, greater_than and less_than compare with value; filled, empty, checked and unchecked take none',
          }),
          value: Type.Optional(
            Type.Union(
              [
                Type.String({ maxLength: 2_000 }),
                Type.Number(),
                Type.Boolean(),
                Type.Array(Type.String({ maxLength: INPUT_LIMITS.text }), {
                  minItems: 1,
                  maxItems: INPUT_LIMITS.options,
                }),
              ],
              { description: 'What it is compared with; a list for one_of' },
            ),
          ),
        },
        { additionalProperties: false, title: 'FieldCondition' },
      ),
      { minItems: 1, maxItems: INPUT_LIMITS.conditions },
    ),
  },
  {
    additionalProperties: false,
    title: 'VisibleIf',
    description:
      'The field is there only if other fields have these values; otherwise it is neither required nor filled in nor drawn',
  },
)

/** When a field is there at all. */
export type VisibleIf = Static<typeof VisibleIfSchema>
/** One comparison with the value of another field; of stored ones, `signer` is an id. */
export type Condition = VisibleIf['conditions'][number]

/** Members that make a field depend on others. */
const RULE_MEMBERS = {
  visible_if: Type.Optional(VisibleIfSchema),
  formula: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: INPUT_LIMITS.formula,
      description:
        'Of a number or date that is computed: fields in brackets, + - * /, round, sum, min, max, if, days, such as round([quantity] * [price], 2)',
    }),
  ),
}

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
      ...FIELD_NAME,
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
  ...RULE_MEMBERS,
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
  ...RULE_MEMBERS,
  hidden: Type.Optional(
    Type.Boolean({ description: 'Its signer has signed without it: visible_if was not true' }),
  ),
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
    ...RULE_MEMBERS,
    decimals: Type.Optional(Type.Integer({ description: 'Digits after the point of a result' })),
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

/** Values of earlier signers that the page needs to follow the rules of its fields. */
export const EarlierValuesSchema = Type.Array(
  Type.Object(
    {
      signer: Type.String({ description: 'Id of the signer' }),
      name: Type.String(),
      value: ValueSchema,
    },
    { title: 'EarlierValue' },
  ),
  { description: 'Of signers who have signed: values that visible_if and formula refer to' },
)

/** The values that a signer gives, by the names of the fields. */
export const ValuesSchema = Type.Record(Type.String(), ValueSchema, {
  maxProperties: INPUT_LIMITS.perSigner,
  title: 'FieldValues',
  description:
    'What the signer filled in, by the names of the fields. Files are uploaded before; their value, if given, is the SHA-256 of the file that was meant',
})

/** Values of a form that is not signed yet. */
export const KeptValuesSchema = Type.Object(
  { values: ValuesSchema },
  { additionalProperties: false, title: 'KeptValues' },
)
