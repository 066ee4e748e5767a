/** Wire shapes of POST /detect-signature-fields. */
import { type Static, Type } from 'typebox'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { type Detection, KINDS, SOURCES } from './fields.ts'

/** The form. */
export const DETECTION_FORM = {
  file: {
    kind: 'file',
    required: true,
    description: 'A PDF, or a Word document or template (.docx)',
    mediaType: 'application/pdf',
  },
  password: {
    kind: 'text',
    description: 'Of a PDF that opens with a password only; nothing keeps it',
    limits: { maxLength: PASSWORD_CHARACTERS_MAX },
  },
} as const satisfies FormSpec

const points = (description: string) => Type.Number({ description: `${description}, in points` })

/** The response. */
export const DetectionSchema = Type.Object(
  {
    pages: Type.Array(
      Type.Object(
        {
          page: Type.Integer({ minimum: 1, description: 'From 1' }),
          width: points('As displayed, with its rotation and crop box'),
          height: points('As displayed'),
        },
        { title: 'DetectedPage' },
      ),
    ),
    fields: Type.Array(
      Type.Object(
        {
          page: Type.Integer({ minimum: 1, description: 'From 1' }),
          x: points('From the left edge of the page as seen'),
          y: points('From the top edge of the page as seen'),
          width: points('Width'),
          height: points('Height'),
          kind: Type.Enum(KINDS, { description: 'What it is for' }),
          source: Type.Enum(SOURCES, { description: 'How it was detected, most reliable first' }),
          signer: Type.Optional(
            Type.String({
              description: 'Role or name of the person who fills it in, if a tag states it',
            }),
          ),
          reason: Type.String({ description: 'Why this is a field' }),
          text: Type.String({ description: 'The words on the page by which it was detected' }),
          confidence: Type.Number({ minimum: 0, maximum: 1, description: '1 is sure' }),
        },
        { title: 'DetectedField' },
      ),
      { description: 'By page, from the top; at most 1,000' },
    ),
  },
  { $id: 'DetectedFields', description: 'Where a document is to be signed or filled in' },
)

/** The shape of the response. */
type DetectedFields = Static<typeof DetectionSchema>

/** Converts a detection to the response. */
export const toWire = ({ pages, fields }: Detection): DetectedFields => ({
  pages,
  fields: fields.map(({ asked: _, finding: _finding, ...field }) => field),
})
