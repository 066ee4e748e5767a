/** What may not be as the sender meant it, as the API describes it. */
import { Type } from 'typebox'
import { WARNING_CODES } from '../../kernel/document-warnings.ts'
import { UPLOAD_NOTICES } from '../../pdf/upload-notices.ts'

/** One warning of a signature request: about its places, the upload, or what was rendered for it. */
export const WarningSchema = Type.Object(
  {
    code: Type.Enum([
      'place_on_added_page',
      'place_invisible',
      'outer_seal_waiting',
      ...UPLOAD_NOTICES,
      ...WARNING_CODES,
    ]),
    pointer: Type.String({ description: 'The signer, /file, /template or /signatures' }),
    detail: Type.String({ description: 'In plain language, with the fix' }),
    text: Type.Optional(
      Type.String({ description: 'Of a rendered document: the characters, the font, the field' }),
    ),
    by: Type.Optional(
      Type.String({ description: 'Of a rendered document: what was used instead' }),
    ),
    count: Type.Optional(Type.Integer({ description: 'Of a rendered document: how often' })),
    part: Type.Optional(
      Type.String({ description: 'Of a rendered document: the part of the .docx' }),
    ),
  },
  { title: 'DocumentWarning' },
)
