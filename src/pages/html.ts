/** HTML as tagged templates: inserted values are escaped unless they are HTML made here. */
import { html as escaping, raw } from 'hono/html'
import { invariant } from '../kernel/invariant.ts'

/** Finished HTML. Only {@link html} and {@link jsonBlock} create it, so it never contains raw input. */
export type Html = ReturnType<typeof raw>

/** Values accepted in a template. `false`, `null` and `undefined` render as nothing. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

/** Inserts parts into markup, escaped for text and for double-quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const made = escaping(strings, ...parts)
  invariant(!(made instanceof Promise), 'a part of a page is made in advance, not awaited')
  return made
}

/** Data for the page's script, in a non-executable block that its content cannot close. */
export function jsonBlock(id: string, data: unknown): Html {
  const text = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return html`<script type="application/json" id="${id}">${raw(text)}</script>`
}
