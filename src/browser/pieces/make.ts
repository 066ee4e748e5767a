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
