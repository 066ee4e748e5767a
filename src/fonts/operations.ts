/** The description of each call on the fonts of an account: its parameters and responses. */
import { Type } from 'typebox'
import { callsIn } from '../http/calls.ts'
import { formBody, jsonAnswer, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import words from './calls.json' with { type: 'json' }
import { BYTES_MAX, FONT_FORM, FONTS_MAX, FontSchema, FontsSchema } from './schemas.ts'

const operation = callsIn(words).callsOf('Fonts')

/** GET /fonts. */
export const listFonts = operation('listFonts', {
  response: { 200: jsonAnswer('The fonts', ref(FontsSchema)) },
})

/** POST /fonts. */
export const uploadFont = operation('uploadFont', {
  description: `One face of a family, as TrueType or OpenType (.ttf, .otf). Documents of the account that name the family are drawn with it and embed it; documents of other accounts never are. The licence bits of the file (fsType) are obeyed. A font of a test key is used for documents of test keys only. At most ${FONTS_MAX} fonts and ${BYTES_MAX / 1_048_576} MB for each kind of key, within the plan's file size; they count as storage.`,
  body: formBody('FontForm', FONT_FORM),
  response: { 201: jsonAnswer('The font', ref(FontSchema)) },
})

/** DELETE /fonts/{id}. */
export const deleteFont = operation('deleteFont', {
  params: Type.Object({ id: Type.String({ pattern: idPattern('fnt') }) }),
  response: { 204: Type.Null({ description: 'It is deleted' }) },
})
