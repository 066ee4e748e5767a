/** Counts what makes text slow to lay out: scripts that need a fallback font, and changes of script or direction. */

/** Counts of one paragraph's text. */
export interface TextCounts {
  /** Characters, by code points. */
  characters: number
  /** Of these, Chinese, Japanese, Korean and other characters of three bytes, which need a fallback font. */
  wide: number
  /** Of these, emoji and others beyond the basic multilingual plane. */
  astral: number
  /** Changes of script or direction, directional marks included. */
  scriptChanges: number
}

/** Classes of characters that are shaped together. */
const NEUTRAL = 0
const WESTERN = 1
const RIGHT_TO_LEFT = 2
const WIDE = 3
const ASTRAL = 4

/** Lead bytes of UTF-8. */
const HEBREW = 0xd6
const THREE_BYTES = 0xe0
const PUNCTUATION = 0xe2
const FOUR_BYTES = 0xf0

function classOf(lead: number, second: number, third: number): number {
  if (lead < 0x41) return NEUTRAL
  if (lead < HEBREW) return WESTERN
  if (lead < THREE_BYTES) return RIGHT_TO_LEFT
  if (lead >= FOUR_BYTES) return ASTRAL
  if (lead !== PUNCTUATION) return WIDE
  // U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069
  const marks = second === 0x80 && (third === 0x8e || third === 0x8f || third >= 0xaa)
  return marks || (second === 0x81 && third >= 0xa6 && third <= 0xa9) ? RIGHT_TO_LEFT : NEUTRAL
}

/** Adds a piece of text, given as the `latin1` view of its UTF-8. Runs in linear time. */
export function countText(counts: TextCounts, text: string): void {
  if (!/[\x80-\xff]|&#/.test(text)) {
    counts.characters += text.length
    return
  }
  let last = NEUTRAL
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at)
    if (kind === undefined) continue
    counts.characters++
    if (kind === WIDE) counts.wide++
    if (kind === ASTRAL) counts.astral++
    if (kind === NEUTRAL) continue
    if (last !== NEUTRAL && kind !== last) counts.scriptChanges++
    last = kind
  }
}

/** The class of the character that starts here; undefined inside a character. */
function kindAt(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at)
  if ((code & 0xc0) === 0x80) return undefined
  // a character reference may be any character
  if (code === 0x26 && text.charCodeAt(at + 1) === 0x23) return WIDE
  return classOf(code, text.charCodeAt(at + 1), text.charCodeAt(at + 2))
}
