/** HTML as tagged templates: whatever is put in is escaped unless it is HTML made here already. */
import { html as escaping, raw } from 'hono/html'
import { invariant } from '../kernel/invariant.ts'

/** Finished HTML. Only {@link html} and {@link jsonBlock} make it, so it never holds raw input. */
export type Html = ReturnType<typeof raw>

/** What a template takes. `false`, `null` and `undefined` leave nothing behind. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

/** Puts parts into markup, escaped for text and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const made = escaping(strings, ...parts)
  invariant(!(made instanceof Promise), 'a part of a page is made in advance, not awaited')
  return made
}

/** Data for the page's script, in a block that no browser runs and no text in it can end. */
export function jsonBlock(id: string, data: unknown): Html {
  const text = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return html`<script type="application/json" id="${id}">${raw(text)}</script>`
}
