/** Replacements in the text of a part, collected during one walk and made at its end. */

/** A stretch of a part's text, and what takes its place; nothing when `text` is absent. */
export interface Edit {
  start: number
  end: number
  text?: string
}

/** The text with all edits made. Of edits that overlap, the one that begins first, and the longest of those, counts. */
export function edited(xml: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return xml
  const kept: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    kept.push(xml.slice(at, start), text ?? '')
    at = end
  }
  kept.push(xml.slice(at))
  return kept.join('')
}
