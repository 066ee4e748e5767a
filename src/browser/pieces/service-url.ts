/**
 * The address of a path of the service, which may be below a path of its host itself.
 * @param path such as `/samples/letter.docx`
 */
export const serviceUrl = (path: string): URL =>
  // Scripts are in /assets.
  new URL(`..${path}`, import.meta.url)
