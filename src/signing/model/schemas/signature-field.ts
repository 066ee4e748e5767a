/** Where a signer signs or fills something in, as senders say it. */
import { type Static, Type } from 'typebox'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { INPUT_MEMBERS } from './fields.ts'

const closed = { additionalProperties: false }

const RECTANGLE = {
  x: Type.Number({ minimum: 0, description: 'From the left edge of the page as seen' }),
  y: Type.Number({ minimum: 0, description: 'From the top edge of the page as seen' }),
  width: Type.Optional(Type.Number({ minimum: 1, description: 'Default: 180 points' })),
  height: Type.Optional(Type.Number({ minimum: 1, description: 'Default: 60 points' })),
  unit: Type.Optional(
    Type.Enum(['pt', 'mm', 'percent'], {
      description: 'Unit of the four numbers; percent is of the page. Default: pt',
    }),
  ),
  origin: Type.Optional(
    Type.Enum(['top-left'], { description: 'The corner from which x and y are measured' }),
  ),
}

const PlacedFieldSchema = Type.Object(
  {
    ...INPUT_MEMBERS,
    page: Type.Integer({ minimum: 1, description: 'Page, from 1' }),
    ...RECTANGLE,
  },
  { ...closed, title: 'PlacedField' },
)

const RepeatedFieldSchema = Type.Object(
  {
    ...INPUT_MEMBERS,
    pages: Type.Union(
      [
        Type.String({
          pattern: '^(all|\\d{1,5}(-\\d{0,5})?(,\\d{1,5}(-\\d{0,5})?)*)$',
          maxLength: 200,
        }),
        Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: 1,
          maxItems: INPUT_LIMITS.placesPerRequest,
        }),
      ],
      {
        description:
          'The same field on several pages, filled in once: all, a list such as [1, 3], or ranges such as 2-5 and 2- (to the end). Not for a place to sign',
      },
    ),
    ...RECTANGLE,
  },
  { ...closed, title: 'RepeatedField' },
)

const AnchoredFieldSchema = Type.Object(
  {
    ...INPUT_MEMBERS,
    anchor: Type.String({
      description:
        'Text on the page; the field is placed next to it without covering words, unless dx or dy is given',
      minLength: 1,
      maxLength: 200,
    }),
    occurrence: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Which occurrence, from 1; default: all' }),
    ),
    dx: Type.Optional(Type.Number({ description: 'Points from the left edge of the anchor' })),
    dy: Type.Optional(Type.Number({ description: 'Points from its top edge' })),
    width: Type.Optional(Type.Number({ minimum: 1, description: 'Default: 180 points' })),
    height: Type.Optional(Type.Number({ minimum: 1, description: 'Default: 60 points' })),
  },
  { ...closed, title: 'AnchoredField' },
)

/** A place to sign, or a field to fill in. */
export const FieldSchema = Type.Union(
  [PlacedFieldSchema, AnchoredFieldSchema, RepeatedFieldSchema],
  {
    $id: 'SignatureField',
    description:
      'Where the signature appears, or what else the signer fills in (type): a rectangle, or a text on the page',
  },
)
/** Where a signer signs or fills something in: a rectangle, or a text on the page. */
export type Field = Static<typeof FieldSchema>
/** A field given as a rectangle on a page. */
export type PlacedField = Static<typeof PlacedFieldSchema>
/** A field given as the same rectangle on several pages. */
export type RepeatedField = Static<typeof RepeatedFieldSchema>
/** A field given by a text on the page. */
export type AnchoredField = Static<typeof AnchoredFieldSchema>
