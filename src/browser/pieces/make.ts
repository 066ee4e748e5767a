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
export function part<Kind extends HTMLElement = HTMLElement>(
  id: string,
  kind?: new () => Kind,
): Kind {
  const found = document.getElementById(id)
  if (found === null || !(found instanceof (kind ?? HTMLElement)))
    throw new Error(`the page has no #${id}`)
  return found as Kind
}

/**
 * The address of a path of the service, which may be below a path of its host itself.
 * @param path such as `/samples/letter.docx`
 */
export const serviceUrl = (path: string): URL =>
  // Scripts are in /assets.
  new URL(`..${path}`, import.meta.url)
