/** Splits the text of an expression into tokens; copes with Word's habits (curly quotes, odd spaces). */

import { isOneOf } from '../../kernel/type-guards.ts'
import { ExpressionError } from './filter-contract.ts'

// Marks of other tools that need no braces: `«ClientName»`, `+++INS name+++`, `<<name>>`, `[[name]]`, `<% name %>`.

/** Signs without which a text has no mark. */
const MAYBE = /«|\+\+\+|<<|\[\[|<%/
/** A word in guillemets is a quotation; a name of the kind that data have is a merge field. */
const MARKS =
  /«(?=[^»]*(?:_|\p{Ll}\p{Lu}|\d))[\p{L}_][\p{L}\p{N}_.]{0,60}»|\+\+\+.{1,200}?\+\+\+|<<\/?[\p{L}_][\p{L}\p{N}_. ]{0,60}>>|\[\[[\p{L}_][\p{L}\p{N}_. ]{0,60}\]\]|<%.{1,200}?%>/gu

/** The quotation marks in a text, unchanged. */
export function foreignMarks(text: string): string[] {
  return MAYBE.test(text) ? [...text.matchAll(MARKS)].map(([mark]) => mark) : []
}

/** One token: what it is, its text or value, and where it starts. */
export interface Token {
  kind: 'number' | 'text' | 'name' | 'sign' | 'end'
  value: string
  at: number
}

/** Characters an expression may have at most. */
export const EXPRESSION_LENGTH_MAX = 1000

const SPACE = /[\s\u00a0\u2000-\u200b\u202f\u2060\ufeff]/
const NAME_START = /[\p{L}\p{Nl}_$]/u
const NAME_REST = /[\p{L}\p{M}\p{N}_$]/u
const SIGNS = ['==', '!=', '<=', '>=', '&&', '||', '??'] as const
const SINGLE_SIGNS = '+-*/%<>!?:|().[]'
/** Each opening quote with every closing quote that Word may have substituted; after a brace it opens again. */
export const QUOTES: Readonly<Record<string, string>> = {
  "'": "'’‘",
  '"': '"”“',
  '‘': "’'‘",
  '’': "’'",
  '‚': '‘’',
  '“': '”"“',
  '”': '”"',
  '„': '“”',
  '«': '»',
}

class Cursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  get char(): string {
    return this.text.charAt(this.at)
  }

  /** Consumes characters while they match. */
  takeWhile(pattern: RegExp): string {
    const start = this.at
    while (this.at < this.text.length) {
      const code = this.text.codePointAt(this.at) ?? 0
      const char = String.fromCodePoint(code)
      if (!pattern.test(char)) break
      this.at += char.length
    }
    return this.text.slice(start, this.at)
  }
}

function readText(cursor: Cursor, partners: string): Token {
  const at = cursor.at
  // 'l’été' ends at the straight quote; 'été’, as Word makes it, at the curly one.
  const straight = cursor.char === "'" || cursor.char === '"'
  const closers = straight && cursor.text.includes(cursor.char, at + 1) ? cursor.char : partners
  let value = ''
  cursor.at++
  while (cursor.at < cursor.text.length) {
    const char = cursor.char
    if (closers.includes(char)) {
      cursor.at++
      return { kind: 'text', value, at }
    }
    if (char === '\\' && cursor.at + 1 < cursor.text.length) cursor.at++
    value += cursor.char
    cursor.at++
  }
  throw new ExpressionError(
    'text_unclosed',
    `The text that starts with ${cursor.text.slice(at, at + 12)} has no closing quotation mark.`,
    'Put a quotation mark at the end of the text.',
  )
}

/** Reads `12`, `12.5`; after a dot that follows a path only the digits of an index. */
function readNumber(cursor: Cursor, asIndex: boolean): Token {
  const at = cursor.at
  let value = cursor.takeWhile(/\d/)
  if (!asIndex && cursor.char === '.' && /\d/.test(cursor.text.charAt(cursor.at + 1))) {
    cursor.at++
    value += `.${cursor.takeWhile(/\d/)}`
  }
  return { kind: 'number', value, at }
}

function readSign(cursor: Cursor): Token {
  const at = cursor.at
  const pair = cursor.text.slice(at, at + 2)
  if (isOneOf(SIGNS, pair)) {
    cursor.at += 2
    return { kind: 'sign', value: pair, at }
  }
  if (SINGLE_SIGNS.includes(cursor.char)) {
    cursor.at++
    return { kind: 'sign', value: cursor.text.charAt(at), at }
  }
  if (cursor.char === '=') {
    throw new ExpressionError(
      'assignment_refused',
      'A single = does not compare, and a template cannot assign values.',
      'Write == to compare two values.',
    )
  }
  throw new ExpressionError(
    'character_unknown',
    `The character ${cursor.char} has no meaning in an expression.`,
    'Use names, numbers, "texts", the operators + - * / % == != < <= > >= && || ?? ! ? : and filters after |.',
  )
}

/**
 * Splits an expression into tokens; the last one is of kind `end`.
 * @throws ExpressionError for a character or a text that cannot be read
 */
export function tokenize(text: string): Token[] {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    throw new ExpressionError(
      'expression_too_long',
      `The expression has ${text.length} characters; at most ${EXPRESSION_LENGTH_MAX} are read.`,
      'Compute the value before and send it in the data.',
    )
  }
  const cursor = new Cursor(text)
  const tokens: Token[] = []
  for (;;) {
    cursor.takeWhile(SPACE)
    if (cursor.at >= text.length) break
    const char = String.fromCodePoint(text.codePointAt(cursor.at) ?? 0)
    const closers = Object.hasOwn(QUOTES, char) ? QUOTES[char] : undefined
    if (closers !== undefined) tokens.push(readText(cursor, closers))
    else if (/\d/.test(char)) tokens.push(readNumber(cursor, tokens.at(-1)?.value === '.'))
    else if (NAME_START.test(char)) {
      const at = cursor.at
      tokens.push({ kind: 'name', value: cursor.takeWhile(NAME_REST), at })
    } else tokens.push(readSign(cursor))
  }
  tokens.push({ kind: 'end', value: '', at: text.length })
  return tokens
}
