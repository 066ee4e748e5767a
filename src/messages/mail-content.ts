/** A mail's content in blocks, before it is rendered as plain text and HTML; and sanitising of untrusted text. */
import { invariant } from '../kernel/invariant.ts'
import type { Language } from '../kernel/languages.ts'

/** Running text; parts in `strong` stand out in HTML. */
export type Words = string | ReadonlyArray<string | { strong: string }>

/** A line of the footer: text, or text that leads to an http(s) address. */
export type FooterLine = string | { text: string; url: string }

/** One name and value, such as the sender or the last day for signing. */
export interface Fact {
  label: string
  value: string
  /** The value becomes a link to this http(s) address. */
  url?: string
}

/** One piece of a mail, in reading order. */
export type Block =
  | { type: 'paragraph'; words: Words }
  /** A button. One per mail; its URL is also printed in full below it. */
  | { type: 'button'; label: string; url: string }
  | { type: 'facts'; facts: readonly Fact[] }
  /** User-supplied text, set apart; line breaks are preserved. */
  | { type: 'quote'; text: string }
  | { type: 'note'; words: Words }

/** A whole mail. */
export interface MailContent {
  locale: Language
  subject: string
  /** Shown by mail programs beside the subject; not in the text. */
  preview?: string
  heading: string
  blocks: readonly Block[]
  /** Why this person gets the mail, and from whom. */
  footer: readonly FooterLine[]
  /** Sender shown as the brand; by default the product's name. */
  brand?: string
  /** Colours `#rrggbb` and picture of that brand; by default the product's colours and no picture. */
  look?: { accent?: string; darkAccent?: string; logoCid?: string }
}

const SUBJECT_LENGTH_MAX = 180
/** Direction marks: with them a file name or an address could be displayed backwards. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Part of a line, keeping spaces at its ends: no control characters, no direction marks. */
export const linePart = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(DIRECTION, '')
    .replaceAll(/ {2,}/g, ' ')

/** A whole line without control characters and direction marks. */
export const oneLine = (text: string): string => linePart(text).trim()

/** Several lines without other control characters. */
export const manyLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine)

/** A subject: one line, no longer than mail programs display. */
export function subjectLine(text: string): string {
  const letters = [...oneLine(text)]
  if (letters.length <= SUBJECT_LENGTH_MAX) return letters.join('')
  return `${letters
    .slice(0, SUBJECT_LENGTH_MAX - 1)
    .join('')
    .trimEnd()}…`
}

/** An http(s) URL fit for a mail; any other is a bug. */
export function mailUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  invariant(
    url?.protocol === 'https:' || url?.protocol === 'http:',
    'a link in a mail is an http(s) address',
  )
  return url.href
}

/** User-supplied text in which mail programs do not auto-detect links. */
export const neutralizeLinks = (text: string): string =>
  text.replace(BARE_DOMAIN, (domain) => domain.replaceAll('.', '.\u2060'))

/** `example.com` on its own; not the end of an address, nor a file name. */
const BARE_DOMAIN =
  /(?<![\p{L}\p{N}@._%+-])(?:[\p{L}\p{N}-]+\.)+(?!(?:pdf|docx?|xlsx?|odt|txt|csv|png|jpe?g)\b)\p{L}{2,}(?![\p{L}\p{N}@-])/giu
