/** Elements of a page, made and found, and addresses of the service. */

/** Properties of a new element; attributes without a property go by their own names. */
type Parts<Made> = Partial<Pick<Made, Exclude<keyof Made, 'attributes'>>> & {
  attributes?: Readonly<Record<string, string>>
}

/** Makes an element with its content. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parts: Parts<HTMLElementTagNameMap[Tag]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const { attributes = {}, ...properties } = parts
  const made = Object.assign(document.createElement(tag), properties)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...content)
  return made
}

// Elements that a page is sure to have.

/** The element with an id. @throws Error if the page has none, or one of another kind */
export function part(id: string): HTMLElement
export function part<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind
export function part(id: string, kind = HTMLElement): HTMLElement {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page has no #${id}`)
}

/** A copy of what a template of the page holds. @throws Error if it holds no element */
export function copyOf(template: HTMLTemplateElement): HTMLElement {
  const copy = template.content.firstElementChild?.cloneNode(true)
  if (copy instanceof HTMLElement) return copy
  throw new Error('the template is empty')
}

/**
 * The address of a path of the service, which may be below a path of its host itself.
 * @param path such as `/samples/letter.docx`
 */
export const serviceUrl = (path: string): URL =>
  // Scripts are in /assets.
  new URL(`..${path}`, import.meta.url)
