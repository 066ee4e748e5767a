/** Removes marked paragraphs and rows from rendered XML when nothing in them was shown. */
import { EMPTY_BLOCK_MARK, KEEP_MARK } from '../tags/engine-tokens.ts'

/** A container must keep one paragraph and must not end with a table. */
const BEFORE_ONLY =
  /(?:<w:(?:tc|hdr|ftr|body|txbxContent|footnote|endnote|comment|sdtContent)(?:\s[^>]*)?|<\/w:(?:tcPr|tbl))>\s*$/
const AFTER_ONLY =
  /^\s*(?:<\/w:(?:tc|hdr|ftr|body|txbxContent|footnote|endnote|comment|sdtContent)>|<w:sectPr)/

const isBlank = (part: string): boolean => part === '' || /^\s+$/.test(part)

/** Index of the end tag that matches the start tag at `from`. */
function endOf(parts: readonly string[], from: number, name: string): number {
  let depth = 0
  for (let at = from; at < parts.length; at++) {
    const part = parts[at] ?? ''
    if (part === `</${name}>`) {
      depth--
      if (depth === 0) return at
    } else if (
      (part === `<${name}>` || part.startsWith(`<${name} `)) &&
      !part.endsWith('/>') &&
      part.indexOf('<', 1) < 0
    ) {
      depth++
    }
  }
  return -1
}

/** First part after a position that is not blank. */
function contentAfter(parts: readonly string[], from: number): string {
  let at = from + 1
  while (at < parts.length && isBlank(parts[at] ?? '')) at++
  return parts[at] ?? ''
}

/** End of the marked element at `from` when it is removed, or -1 when it stays. */
function endWhenEmpty(parts: readonly string[], from: number, before: string): number {
  const name = parts[from]?.startsWith('<w:tr') === true ? 'w:tr' : 'w:p'
  const to = endOf(parts, from, name)
  for (let at = from; at < to; at++) if (parts[at] === KEEP_MARK) return -1
  const needed =
    to >= 0 &&
    name === 'w:p' &&
    BEFORE_ONLY.test(before) &&
    AFTER_ONLY.test(contentAfter(parts, to))
  return needed ? -1 : to
}

/** Removes, in place, marked paragraphs and rows that show nothing, and all marks. */
export function settleEmptyBlocks(parts: string[]): string[] {
  // Remembered on the way: looking back over what was removed would be quadratic.
  let before = ''
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    if (part.endsWith(`${EMPTY_BLOCK_MARK}>`)) {
      const to = endWhenEmpty(parts, at, before)
      if (to >= 0) {
        parts.fill('', at, to + 1)
        at = to
        continue
      }
      parts[at] = part.replace(EMPTY_BLOCK_MARK, '')
    } else if (part === KEEP_MARK) {
      parts[at] = ''
      continue
    }
    if (!isBlank(part)) before = parts[at] ?? ''
  }
  return parts
}
