/** Replacements in the text of a part, and pieces cut out of its bytes, collected during one walk and made at its end. */

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

/** A range of bytes to leave out of a part. */
export interface Cut {
  start: number
  end: number
}

/** The bytes without the given ranges. */
export function withoutCuts(bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array {
  if (cuts.length === 0) return bytes
  const kept: Uint8Array[] = []
  let at = 0
  for (const cut of cuts.toSorted((one, other) => one.start - other.start)) {
    if (cut.start < at) continue
    kept.push(bytes.subarray(at, cut.start))
    at = cut.end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}
