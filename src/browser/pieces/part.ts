/** Elements that a page is sure to have. */

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
