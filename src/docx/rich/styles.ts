/** What the template's own styles offer to inserted text: headings, the link style, the base size. */

const WORD_DEFAULT_SIZE = 20

const attributeOf = (xml: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1]

export class Styles {
  readonly #headings = new Map<number, string>()
  /** Style id of the character style named "Hyperlink". */
  readonly link: string | undefined
  /** Half-points, of the document's defaults. */
  readonly defaultSize: number

  /** @param xml the styles part, or '' when the template has none. */
  constructor(xml: string) {
    let link: string | undefined
    for (const [style] of xml.matchAll(/<w:style\b[\s\S]*?<\/w:style>/g)) {
      const head = /<w:style\b[^>]*>/.exec(style)?.[0] ?? ''
      const id = attributeOf(head, 'w:styleId')
      const name = attributeOf(/<w:name\b[^>]*>/.exec(style)?.[0] ?? '', 'w:val')?.toLowerCase()
      if (id === undefined || name === undefined) continue
      const level = /^heading ([1-6])$/.exec(name)?.[1]
      const type = attributeOf(head, 'w:type')
      if (type === 'paragraph' && level !== undefined) this.#headings.set(Number(level), id)
      if (type === 'character' && name === 'hyperlink') link = id
    }
    this.link = link
    const defaults = /<w:rPrDefault\b[\s\S]*?<\/w:rPrDefault>/.exec(xml)?.[0] ?? ''
    const size = Number(attributeOf(/<w:sz\b[^>]*>/.exec(defaults)?.[0] ?? '', 'w:val'))
    this.defaultSize = size > 0 ? size : WORD_DEFAULT_SIZE
  }

  /** Style id of the template's heading of this level; Word keeps its English name in any language. */
  heading(level: number): string | undefined {
    return this.#headings.get(level)
  }
}
