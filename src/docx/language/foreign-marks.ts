/** Marks of other tools that need no braces: `«ClientName»`, `+++INS name+++`, `<<name>>`, `[[name]]`, `<% name %>`. */

/** Signs without which a text has no mark. */
const MAYBE = /«|\+\+\+|<<|\[\[|<%/
/** A word in guillemets is a quotation; a name of the kind that data have is a merge field. */
const MARKS =
  /«(?=[^»]*(?:_|\p{Ll}\p{Lu}|\d))[\p{L}_][\p{L}\p{N}_.]{0,60}»|\+\+\+.{1,200}?\+\+\+|<<\/?[\p{L}_][\p{L}\p{N}_. ]{0,60}>>|\[\[[\p{L}_][\p{L}\p{N}_. ]{0,60}\]\]|<%.{1,200}?%>/gu

/** The marks in a text, as they stand. */
export function foreignMarks(text: string): string[] {
  return MAYBE.test(text) ? [...text.matchAll(MARKS)].map(([mark]) => mark) : []
}
