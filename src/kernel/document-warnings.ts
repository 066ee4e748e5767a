/**
 * The closed catalogue of document warnings: what a rendered document lacks or shows differently from Word, although
 * it could be made. Every step that prepares a document may add some; none is ever silent.
 */

/** Every code; codes are part of the API, their words are in the catalogues (`documentWarnings`). */
export const WARNING_CODES = [
  'glyph_missing',
  'font_replaced',
  'embedded_font_ignored',
  'object_removed',
  'link_removed',
  'picture_not_loaded',
  'picture_unknown',
  'content_removed',
  'merge_field_left',
  'braces_left',
  'field_frozen',
  'contents_not_refreshed',
  'chart_workbook_left',
  'amount_not_on_page',
  'part_not_shown',
] as const

/** Stable name of a kind of warning. */
export type WarningCode = (typeof WARNING_CODES)[number]

/** One warning, with its place. Texts are short excerpts of the document. */
export interface DocumentWarning {
  code: WarningCode
  /** What it is about: characters, a font, an address, a field. */
  text?: string
  /** What was used instead. */
  by?: string
  /** How often, where it is more than a yes. */
  count?: number
  /** The part of the .docx, e.g. `word/header1.xml`. */
  part?: string
  /** Text of the first paragraph concerned, shortened. */
  paragraph?: string
}

const TEXT_MAX = 120
const LISTED_MAX = 100

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length <= TEXT_MAX ? text : `${characters.slice(0, TEXT_MAX - 1).join('')}…`
}

/**
 * The warnings of all steps as one list: texts shortened, equal ones added up (the first place stays), 100 at most.
 */
export function joinedWarnings(
  ...lists: readonly (readonly DocumentWarning[])[]
): DocumentWarning[] {
  const joined = new Map<string, DocumentWarning>()
  for (const warning of lists.flat()) {
    const { code, text, by, paragraph } = warning
    const key = JSON.stringify([code, text, by])
    const known = joined.get(key)
    if (known !== undefined) known.count = (known.count ?? 1) + (warning.count ?? 1)
    else if (joined.size < LISTED_MAX)
      joined.set(key, {
        ...warning,
        ...(text !== undefined && { text: shortened(text) }),
        ...(by !== undefined && { by: shortened(by) }),
        ...(paragraph !== undefined && { paragraph: shortened(paragraph) }),
      })
  }
  return [...joined.values()]
}
