/** Wire shapes of the fonts of an account. */
import { type Static, Type } from 'typebox'
import { FONT_STYLES } from '../docx/embedded-fonts/uploaded-font.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { idPattern } from '../kernel/ids.ts'

// What an account may store, for each mode of keys.

/** Faces: ten families of four. */
export const FONTS_MAX = 40
/** Bytes of all files together. */
export const BYTES_MAX = 64 * 1_048_576

/** A font as callers see it. */
export const FontSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('fnt') }),
    test: Type.Boolean({ description: 'Uploaded with a test key: only test keys can access it' }),
    family: Type.String({ description: 'Name of the family in Word, read from the file' }),
    style: Type.Unsafe<(typeof FONT_STYLES)[number]>({ type: 'string', enum: [...FONT_STYLES] }),
    filename: Type.String({ description: 'File name it was uploaded under' }),
    sha256: Type.String({ description: 'SHA-256 of the file, in hex' }),
    size_bytes: Type.Integer(),
    created_at: Type.String({ format: 'date-time', description: 'When it was uploaded (UTC)' }),
  },
  { $id: 'Font', description: 'A font that only documents of the account can use' },
)

/** All of them. */
export const FontsSchema = Type.Object(
  { fonts: Type.Array(Type.Unsafe<Static<typeof FontSchema>>({ $ref: 'Font#' })) },
  { $id: 'Fonts', description: 'By family and style' },
)

/** Form of POST /fonts. */
export const FONT_FORM = {
  font: {
    kind: 'file',
    required: true,
    description: 'the font file (.ttf or .otf), one face',
    mediaType: 'font/sfnt',
  },
} as const satisfies FormSpec

/** A font as callers see it. */
export type Font = Static<typeof FontSchema>

/** Schemas that others refer to. */
export const COMPONENTS = [FontSchema, FontsSchema] as const
