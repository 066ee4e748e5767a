/** Pairs the braces of a text: tags, braces without a partner, and those that are only text. */

import { QUOTES } from '../language/expression-tokens.ts'
import { FINDINGS_MAX } from './merge-limits.ts'
import { isBlockBrace, isPlainText, plainGroupEnd } from './plain-braces.ts'

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
function quotedTagEnd(text: string, at: number): number {
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

/** A tag in a text, braces included. */
export interface Span {
  from: number
  to: number
}

/** An unmatched brace, with its position. */
export interface LooseBrace {
  at: number
  code: 'tag_unclosed' | 'tag_unopened' | 'brace_doubled'
}

/** Pairs braces from left to right; at most a hundred unmatched ones are recorded. */
export class BracePairs {
  readonly text: string
  readonly spans: Span[] = []
  readonly loose: LooseBrace[] = []
  /** Positions of braces that are text, in order; those inside a tag's quotation marks among them. */
  readonly literal: number[] = []
  open = -1
  /** Braces before this position are done. */
  past = 0

  /** @param coded positions of braces that the XML has as character references */
  constructor(text: string, coded: ReadonlySet<number>) {
    this.text = text
    for (const { 0: brace, index: at } of text.matchAll(/[{}]/g)) {
      if (at < this.past || coded.has(at)) continue
      if (brace === '{') this.takeOpen(at)
      else this.takeClose(at)
      if (this.loose.length > FINDINGS_MAX) return
    }
    if (this.open >= 0) this.leave(this.open, 'tag_unclosed')
  }

  /** A brace without partner. */
  leave(at: number, code: LooseBrace['code']): void {
    if (code !== 'brace_doubled' && isBlockBrace(this.text, at)) this.literal.push(at)
    else this.loose.push({ at, code })
  }

  /** Everything from one brace to another: what stands between belongs to it. */
  skip(from: number, to: number, isTag: boolean): void {
    for (let at = from; at <= to; at++) {
      const isEdge = isTag && (at === from || at === to)
      if (!isEdge && '{}'.includes(this.text.charAt(at))) this.literal.push(at)
    }
    this.past = to + 1
    if (isTag) this.spans.push({ from, to: to + 1 })
  }

  takeOpen(at: number): void {
    if (this.open >= 0) {
      this.leave(this.open, this.open === at - 1 ? 'brace_doubled' : 'tag_unclosed')
    }
    this.open = -1
    const quoted = quotedTagEnd(this.text, at)
    if (quoted > 0) {
      this.skip(at, quoted, true)
      return
    }
    const next = this.text.slice(at + 1, at + 4000).search(/[{}]/)
    const nested = next >= 0 && this.text.charAt(at + 1 + next) === '{'
    const group = nested ? plainGroupEnd(this.text, at) : -1
    if (group > 0) this.skip(at, group, false)
    else this.open = at
  }

  takeClose(at: number): void {
    if (this.open >= 0) {
      const from = this.open
      this.open = -1
      const doubled = this.text.charAt(from - 1) === '{' && this.text.charAt(at + 1) === '}'
      const inner = this.text.slice(from + 1, at)
      if (!doubled && isPlainText(inner, this.text.slice(0, from))) this.skip(from, at, false)
      else this.spans.push({ from, to: at + 1 })
      return
    }
    const doubled = this.text.charAt(at - 1) === '}' && this.spans.at(-1)?.to === at
    // The second brace of {{name}} is covered by the finding about the first.
    if (doubled && this.loose.at(-1)?.code === 'brace_doubled') return
    if (doubled) this.loose.push({ at, code: 'brace_doubled' })
    else this.leave(at, 'tag_unopened')
  }
}
