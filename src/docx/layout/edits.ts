/** Changes to the text of a part. */

/** What replaces `xml.slice(start, end)`. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The text with all edits, which must not overlap; the same string without any. */
export function edited(xml: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return xml
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(xml.slice(at, start), text)
    at = end
  }
  return [...pieces, xml.slice(at)].join('')
}
