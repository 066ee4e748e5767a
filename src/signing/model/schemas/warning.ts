/** What may not be as the sender meant it, as the API describes it. */
import { Type } from 'typebox'
import { WARNING_CODES } from '../../../kernel/document-warnings.ts'
import { UPLOAD_NOTICES } from '../../../pdf/upload-notices.ts'
import { FORM_NOTE_CODES } from '../form-notes.ts'

/** One warning of a signature request: about its places, the upload, or what was rendered for it. */
export const WarningSchema = Type.Object(
  {
    code: Type.Enum([
      'place_on_added_page',
      'place_invisible',
      'outer_seal_waiting',
      ...UPLOAD_NOTICES,
      ...FORM_NOTE_CODES,
      ...WARNING_CODES,
    ]),
    pointer: Type.String({ description: 'The signer, /file, /template or /signatures' }),
    detail: Type.String({ description: 'In plain language, with the fix' }),
    text: Type.Optional(Type.String({ description: 'The characters, the font, the fields' })),
    by: Type.Optional(
      Type.String({ description: 'What was used instead, or why a form field was not' }),
    ),
    count: Type.Optional(Type.Integer({ description: 'How often, or how many' })),
    places: Type.Optional(
      Type.Array(
        Type.Object({
          page: Type.Optional(
            Type.Integer({ description: 'From 1; without it, the document as a whole' }),
          ),
          kind: Type.String({
            description:
              'What was removed: its name in ISO 32000-2, such as Movie or GoToR, or the name of a layer or file',
          }),
        }),
        { description: 'Where an upload was changed; at most 20 places' },
      ),
    ),
    part: Type.Optional(
      Type.String({ description: 'Of a rendered document: the part of the .docx' }),
    ),
  },
  { title: 'DocumentWarning' },
)
