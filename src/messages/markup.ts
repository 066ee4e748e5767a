/** HTML as tagged templates: whatever is put in is escaped unless it is HTML made here already. */
import { escapeXml } from '../kernel/xml.ts'

/** Finished HTML; only {@link html} and {@link trusted} make it. */
export class Html {
  readonly #text: string

  constructor(strings: readonly string[], parts: readonly HtmlPart[]) {
    this.#text = strings
      .map((string, index) => (index === 0 ? string : `${put(parts[index - 1])}${string}`))
      .join('')
  }

  toString(): string {
    return this.#text
  }
}

/** What a template takes; `false` and `undefined` leave nothing behind. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[]

function put(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(put).join('')
  return escapeXml(String(part))
}

/** Puts parts into markup, escaped for text and for attributes in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(strings, parts)

/** A constant of the program as it is, such as a style sheet; never anything from outside. */
export const trusted = (constant: string): Html => new Html([constant], [])
