/** Adds bullet and number definitions for inserted lists to the numbering part (ECMA-376 17.9). */

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const LEVELS = 9
/** Additional indent of each level, in twips. */
export const LIST_STEP = 720
const HANGING = 360
const BULLETS = ['•', '◦', '▪'] as const
const FORMATS = ['decimal', 'lowerLetter', 'lowerRoman'] as const

function highest(xml: string, pattern: RegExp): number {
  return [...xml.matchAll(pattern)].reduce((most, match) => Math.max(most, Number(match[1])), 0)
}

const indent = (level: number): string =>
  `<w:pPr><w:ind w:left="${LIST_STEP * (level + 1)}" w:hanging="${HANGING}"/></w:pPr>`

/** Bullets are ordinary characters of the text's own font: no Symbol font is needed. */
const bulletLevel = (level: number): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="bullet"/>` +
  `<w:lvlText w:val="${BULLETS[level % BULLETS.length]}"/><w:lvlJc w:val="left"/>${indent(level)}</w:lvl>`

const numberLevel = (level: number): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${FORMATS[level % FORMATS.length]}"/>` +
  `<w:lvlText w:val="%${level + 1}."/><w:lvlJc w:val="left"/>${indent(level)}</w:lvl>`

function abstractDefinition(id: number, level: (index: number) => string): string {
  const nsid = (0x50410000 + id).toString(16).toUpperCase().padStart(8, '0')
  const levels = Array.from({ length: LEVELS }, (_unused, index) => level(index)).join('')
  return (
    `<w:abstractNum w:abstractNumId="${id}"><w:nsid w:val="${nsid}"/>` +
    `<w:multiLevelType w:val="hybridMultilevel"/>${levels}</w:abstractNum>`
  )
}

/** Lists of one package: its numbering.xml, with what inserted lists need. */
export class Numbering {
  readonly #before: string
  readonly #bulletAbstract: number
  readonly #numberAbstract: number
  readonly #instances: string[] = []
  #nextInstance: number
  #bullets: number | null = null

  /** @param before the numbering part of the template, or '' when it has none. */
  constructor(before: string) {
    this.#before = before
    this.#bulletAbstract = highest(before, /w:abstractNumId="(\d+)"/g) + 1
    this.#numberAbstract = this.#bulletAbstract + 1
    this.#nextInstance = highest(before, /<w:num\b[^>]*w:numId="(\d+)"/g) + 1
  }

  #instance(abstract: number, inner: string): number {
    const id = this.#nextInstance
    this.#nextInstance += 1
    this.#instances.push(
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstract}"/>${inner}</w:num>`,
    )
    return id
  }

  /** `w:numId` of bullets; all bullet lists share it. */
  bulletList(): number {
    this.#bullets ??= this.#instance(this.#bulletAbstract, '')
    return this.#bullets
  }

  /** `w:numId` of a new numbered list whose level begins at `start`. */
  numberedList(level: number, start: number): number {
    const overrides = Array.from({ length: LEVELS }, (_unused, index) => {
      const value = index === level ? start : 1
      return `<w:lvlOverride w:ilvl="${index}"><w:startOverride w:val="${value}"/></w:lvlOverride>`
    })
    return this.#instance(this.#numberAbstract, overrides.join(''))
  }

  /** The whole part with the additions, in schema order; null when there are none. */
  xml(): string | null {
    if (this.#instances.length === 0) return null
    const abstracts =
      abstractDefinition(this.#bulletAbstract, bulletLevel) +
      abstractDefinition(this.#numberAbstract, numberLevel)
    const instances = this.#instances.join('')
    const before = this.#before.replace(/<w:numbering\b([^>]*)\/>/, '<w:numbering$1></w:numbering>')
    if (!before.includes('</w:numbering>')) {
      return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${NAMESPACE}">${abstracts}${instances}</w:numbering>`
    }
    const end = /<w:numIdMacAtCleanup\b|<\/w:numbering>/.exec(before)?.index ?? before.length
    const first = /<w:num[\s>]/.exec(before)?.index ?? end
    return (
      before.slice(0, first) + abstracts + before.slice(first, end) + instances + before.slice(end)
    )
  }
}
