/**
 * HTML as JSX: what the compiler calls for each element (`jsxImportSource` in tsconfig.json). An element becomes text
 * where it is written, together with what it contains; docs/adr/0033 says why this is not left to `hono/jsx`.
 */
import { invariant } from '../kernel/invariant.ts'
import { escaped, Html, type HtmlPart, markup, plainContent } from './html.ts'

/** Elements without content and end tag (HTML, 13.1.2, void elements). */
const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

/** Elements that hold text only. */
const LITERAL = new Set(['textarea', 'title', 'option', 'script', 'style'])

/** An element, or what a component returns. An attribute is left out without a value, and has none for `true`. */
export function jsx(tag: string | Component, given: Properties): Html {
  if (typeof tag === 'function') {
    const made = tag(given as never)
    return made instanceof Html ? made : new Html(markup(made))
  }
  let text = `<${tag}`
  for (const name in given) {
    if (name === 'children') continue
    const value = given[name]
    if (typeof value === 'string') text += ` ${name}="${escaped(value)}"`
    else if (value === true) text += ` ${name}`
    else if (typeof value === 'number') text += ` ${name}="${value}"`
    else invariant(!value, 'an attribute is text, a number or a flag')
  }
  if (VOID.has(tag)) return new Html(`${text}>`)
  const content = (LITERAL.has(tag) ? plainContent : markup)(given.children)
  return new Html(`${text}>${content}</${tag}>`)
}
export { jsx as jsxDEV, jsx as jsxs }

/** Parts without an element around them. */
export const Fragment = ({ children }: { children?: HtmlPart }): HtmlPart => children

type Component = (given: never) => HtmlPart
type Properties = { children?: HtmlPart } & Record<string, unknown>

type Words<Text extends string> = Text extends `${infer One} ${infer More}`
  ? One | Words<More>
  : Text

/** Attributes that are there or not. */
type Flag =
  Words<'checked disabled formnovalidate hidden multiple novalidate open readonly required selected'>

/** Attributes with a value, by their names in HTML and SVG. */
type Valued =
  | Words<'accept action align alt autocapitalize autocomplete bgcolor border cellpadding cellspacing charset class'>
  | Words<'colspan content cx cy d datetime dir download enctype fetchpriority fill focusable for form formaction height href hreflang http-equiv id'>
  | Words<'inputmode lang loading max maxlength method min name pattern placeholder preserveAspectRatio r rel role'>
  | Words<'rows rx scope spellcheck src start style tabindex target title type value viewBox width wrap x x1 x2 y y1 y2'>
  | `data-${string}`
  | `aria-${string}`

/** What an element may be given; a misspelt name does not compile. `false`, `null` and `undefined` leave an attribute out. */
export type Attributes = { [name in Flag]?: boolean | undefined } & {
  [name in Valued]?: string | number | boolean | null | undefined
} & { children?: HtmlPart }

/** What the compiler checks elements and components against. */
export namespace JSX {
  export type Element = Html
  export type ElementType = string | Component
  export interface ElementChildrenAttribute {
    children: HtmlPart
  }
  export interface IntrinsicElements {
    [tag: string]: Attributes
  }
}
