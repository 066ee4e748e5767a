/** What the template's own styles provide for inserted text: headings, the link style, the base size. */
import { attribute } from '../../xml/scan.ts'
import { StyleTexts } from '../package/style-texts.ts'

const WORD_DEFAULT_SIZE = 20

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Styles of one package; those that inserted headings and links need are added. */
export class Styles {
  readonly #before: string
  readonly #headings = new Map<number, string>()
  readonly #ids = new Set<string>()
  #link: string | undefined
  #added = ''
  /** Half-points, from the document defaults. */
  readonly defaultSize: number

  /** @param before the styles part, or '' when the template has none. */
  constructor(before: string) {
    this.#before = before
    for (const { id, type, name: shown } of new StyleTexts(before).all.values()) {
      const name = shown.toLowerCase()
      this.#ids.add(id)
      const level = /^heading ([1-6])$/.exec(name)?.[1]
      if (type === 'paragraph' && level !== undefined) this.#headings.set(Number(level), id)
      if (type === 'character' && name === 'hyperlink') this.#link = id
    }
    const defaults = /<w:rPrDefault\b[\s\S]*?<\/w:rPrDefault>/.exec(before)?.[0] ?? ''
    const size = Number(attribute(/<w:sz\b[^>]*>/.exec(defaults)?.[0] ?? '', 'w:val'))
    this.defaultSize = size > 0 ? size : WORD_DEFAULT_SIZE
  }

  /** Style id of the template's heading of this level; Word keeps its English name in any language. */
  heading(level: number): string | undefined {
    return this.#headings.get(level)
  }

  /**
   * Style id of the character style "Hyperlink", added if the template has none: without it
   * LibreOffice 7.4 leaves the link out of the PDF.
   */
  link(): string {
    if (this.#link !== undefined) return this.#link
    const id = this.#ids.has('Hyperlink') ? 'RichHyperlink' : 'Hyperlink'
    this.#link = id
    this.#added =
      `<w:style w:type="character" w:styleId="${id}"><w:name w:val="Hyperlink"/><w:uiPriority w:val="99"/>` +
      '<w:unhideWhenUsed/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>'
    return id
  }

  /** The whole part with the additions; null when there are none. */
  xml(): string | null {
    if (this.#added === '') return null
    if (!this.#before.includes('</w:styles>')) {
      return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles xmlns:w="${NAMESPACE}">${this.#added}</w:styles>`
    }
    return this.#before.replace('</w:styles>', () => `${this.#added}</w:styles>`)
  }
}
