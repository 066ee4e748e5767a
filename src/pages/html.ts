/** Finished HTML, and what becomes it: see `jsx-runtime.ts`. */
import { escapeToBuffer } from 'hono/utils/html'
import { invariant } from '../kernel/invariant.ts'

/** Finished HTML. Only JSX, {@link jsonBlock} and {@link raw} create it, so it never contains raw input. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What may stand in a page. `false`, `null` and `undefined` render as nothing; text is escaped. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

/** Marks text as finished HTML: for constants, and for what another library has escaped. */
export const raw = (text: string): Html => new Html(text)

/** Text for an element's content or an attribute in double quotes. */
export function escaped(text: string): string {
  const buffer: [string] = ['']
  escapeToBuffer(text, buffer)
  return buffer[0]
}

/** A German word that browsers would break at its hyphen. */
const WORD = 'E-Mail'
const UNBROKEN = `<span class="unbroken">${WORD}</span>`

/** The content of an element that holds text only. */
export const plainContent = (part: HtmlPart | true): string =>
  markup(part).replaceAll(UNBROKEN, WORD)

/** Parts as markup. */
export function markup(part: HtmlPart | true): string {
  if (typeof part === 'string') return escaped(part).replaceAll(WORD, UNBROKEN)
  if (part instanceof Html) return part.toString()
  if (part === undefined || part === null || typeof part === 'boolean') return ''
  if (typeof part === 'number') return `${part}`
  invariant(Array.isArray(part), 'a part of a page is made in advance, not awaited')
  let text = ''
  for (const one of part) text += markup(one)
  return text
}

/** A document as text. @param root its `html` element */
export const wholeDocument = (root: Html): string => `<!doctype html>\n${root}\n`

/** Data for the page's script, in a non-executable block that its content cannot close. */
export function jsonBlock(id: string, data: unknown): Html {
  const text = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return raw(`<script type="application/json" id="${escaped(id)}">${text}</script>`)
}

/** A URL for `href`: http(s), a path or a fragment; anything else is neutralised. */
export function safeHref(href: string): string {
  if (/^(?:\/(?!\/)|[?#])/.test(href) && !href.includes('\\')) return href
  try {
    const url = new URL(href)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '#'
  } catch {
    // No URL leads nowhere.
    return '#'
  }
}
