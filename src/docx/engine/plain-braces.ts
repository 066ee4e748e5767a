/** Braces that are plainly no tag: GUIDs, sets of numbers and letters, code, JSON, formulas, regular expressions. */

const GUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
/** `{1, 2, 3}`, `{5}`, `{0,}`, `{1 … 9}`, `{1-5}`; a calculation has other signs. */
const NUMBERS = /^\s*\d[\d\s.,:;…–-]*$/
const JSON_KEY = /^\s*["“”][^"“”]*["“”]\s*:/
/** The values of `{ a: 1 }` that no filter is called. */
const LITERAL_MEMBER = /^\s*[\w$-]+\s*:\s*(?:-?\d[\w.%]*|"[^"]*"|'[^']*'|true|false|null)\s*$/
const TWO_MEMBERS = /^\s*[\w$-]+\s*:[^,]*,\s*[\w$-]+\s*:/
/** `{a, b, c}`: words and numbers between commas; a tag has no commas. */
const SET =
  /^\s*(?:[\p{L}\p{N}_]+['′]*|…|\.{3})(?:\s*,\s*(?:-?[\p{L}\p{N}_]+['′]*|…|\.{3}))+\s*,?\s*$/u
const PREFIX =
  /^\s*(?:[#^/%~@:=+]|signature\s*:|[Ff]ield\s*:\s*[\p{L}\p{N}_.@-]+\s*(?::|;\s*[a-z_]+\s*=))/u
const QUOTED = /"[^"]*"|“[^”]*”|'[^']*'|‘[^’]*’/g
const IN_PARENTHESES = /\([^()]*\)/g

/** LaTeX commands in front of a brace. */
const LATEX =
  /\\(?:d?frac|sqrt|begin|end|text\w*|emph|(?:sub)*section|chapter|cite|ref|label|math\w+|usepackage|documentclass|overline|underline|hat|vec|bar|tilde|caption|input|include\w*|footnote|(?:re)?newcommand|operatorname)\*?(?:\[[^\]]*\]|\{[^{}]*\})*$/
/** What stands before the empty braces of code: `main() {}`, `x = {}`. */
const BEFORE_EMPTY = /(?:[)=,:[>(]|=>|\belse|\bdo|\btry)\s*$/

/** Characters of a text in braces that are looked at. */
const LENGTH_MAX = 4000

/** Whether the text between two braces is plainly no tag. @param before the text of the paragraph before them */
export function isPlainText(inner: string, before: string): boolean {
  if (inner.length > LENGTH_MAX) return false
  if (inner.trim() === '') return BEFORE_EMPTY.test(before.slice(-20))
  if (LATEX.test(before.slice(-80))) return true
  if (PREFIX.test(inner)) return false
  if (GUID.test(inner.trim()) || NUMBERS.test(inner) || JSON_KEY.test(inner)) return true
  if (LITERAL_MEMBER.test(inner)) return true
  const bare = inner.replace(QUOTED, '""').replace(IN_PARENTHESES, '')
  if (bare.includes('|')) return false
  if (/[;\\]/.test(bare)) return true
  return SET.test(bare) || TWO_MEMBERS.test(bare)
}

/** The brace that closes the one at a position, counting those inside; -1 when there is none near. */
function matching(text: string, at: number): number {
  let depth = 0
  for (let next = at; next < Math.min(text.length, at + LENGTH_MAX); next++) {
    const char = text.charAt(next)
    if (char === '{') depth++
    else if (char === '}' && --depth === 0) return next
  }
  return -1
}

/** The end of a group of braces inside braces that is plainly code; -1 when it is not. */
export function plainGroupEnd(text: string, at: number): number {
  if (text.charAt(at + 1) === '{') return -1
  const end = matching(text, at)
  if (end < 0) return -1
  const inner = text.slice(at + 1, end)
  if (PREFIX.test(inner)) return -1
  const code = JSON_KEY.test(inner) || TWO_MEMBERS.test(inner) || /;\s*(?:\}|$)/.test(inner)
  return code ? end : -1
}

/** Characters between a block's brace and the edge of its paragraph. */
const EDGE_MAX = 100
const CODE_START = /^[\s)\]},;]*$/

/** Whether a brace without partner opens or closes a block of code: it ends its paragraph, or starts it. */
export function isBlockBrace(text: string, at: number): boolean {
  if (text.charAt(at) === '}') return at < EDGE_MAX && CODE_START.test(text.slice(0, at))
  return (
    text.length - at < EDGE_MAX &&
    text.slice(at + 1).trim() === '' &&
    !/[{}]\s*$/.test(text.slice(0, at))
  )
}
