/** The description of each call on the fonts of an account: its parameters and responses. */
import { Type } from 'typebox'
import { describing, formBody, jsonAnswer, problems, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import { BYTES_MAX, FONT_FORM, FONTS_MAX, FontSchema, FontsSchema } from './schemas.ts'

const operation = describing('Fonts', {})

/** GET /fonts. */
export const listFonts = operation('listFonts', {
  summary: 'List the fonts, by family and style',
  response: { 200: jsonAnswer('The fonts', ref(FontsSchema)), ...problems() },
})

/** POST /fonts. */
export const uploadFont = operation('uploadFont', {
  summary: 'Upload a font for the documents of the account',
  description: `One face of a family, as TrueType or OpenType (.ttf, .otf). Documents of the account that name the family are drawn with it and embed it; documents of other accounts never are. The licence bits of the file (fsType) are obeyed. A font of a test key is used for documents of test keys only. At most ${FONTS_MAX} fonts and ${BYTES_MAX / 1_048_576} MB for each kind of key, within the plan's file size; they count as storage.`,
  body: formBody('FontForm', FONT_FORM),
  response: {
    201: jsonAnswer('The font', ref(FontSchema)),
    ...problems(
      'validation_failed',
      'unsupported_media_type',
      'file_too_large',
      'font_invalid',
      'font_forbidden',
      'font_exists',
      'font_limit_reached',
      'render_limit_exceeded',
    ),
  },
})

/** DELETE /fonts/{id}. */
export const deleteFont = operation('deleteFont', {
  summary: 'Delete a font',
  params: Type.Object({ id: Type.String({ pattern: idPattern('fnt') }) }),
  response: {
    204: Type.Null({ description: 'It is deleted' }),
    ...problems('font_not_found', 'validation_failed'),
  },
})
