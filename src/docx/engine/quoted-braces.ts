/** Braces inside the quotation marks of a tag: `{"{"}` prints a brace, `{x | replace:"}":")"}` replaces one. */
import { QUOTES } from '../language/expression-tokens.ts'

/** Characters of a tag that are looked at. */
const LENGTH_MAX = 1100
/** What stands before a text in an expression; anything else makes a quotation mark an apostrophe. */
const BEFORE_TEXT = /[{#^%~|:([+=!?&<>*/-]\s*$/

/** The position of the closing quotation mark, -1 when there is none. */
function textEnd(text: string, at: number, limit: number): number {
  const closers = QUOTES[text.charAt(at)] ?? ''
  for (let next = at + 1; next < limit; next++) {
    if (text.charAt(next) === '\\') next++
    else if (closers.includes(text.charAt(next))) return next
  }
  return -1
}

/** Whether one of the next braces is inside quotation marks, as far as a look can say. */
function mayQuote(text: string, at: number): boolean {
  const next = text.slice(at + 1, at + LENGTH_MAX).search(/[{}]/)
  if (next < 0) return false
  const quotes = text.slice(at + 1, at + 1 + next).match(/["'‘’‚“”„«»]/g)
  return quotes !== null && quotes.length % 2 === 1
}

/** The end of a tag that has braces inside quotation marks; -1 when it is none. */
export function quotedTagEnd(text: string, at: number): number {
  if (!mayQuote(text, at)) return -1
  const limit = Math.min(text.length, at + LENGTH_MAX)
  for (let next = at + 1; next < limit; next++) {
    const char = text.charAt(next)
    if (char === '{') return -1
    if (char === '}') return next
    if (!Object.hasOwn(QUOTES, char) || !BEFORE_TEXT.test(text.slice(at, next).slice(-4))) continue
    next = textEnd(text, next, limit)
    if (next < 0) return -1
  }
  return -1
}
