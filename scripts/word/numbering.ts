/** The numbering part: bullets, and the clauses of a contract. */

interface Level {
  readonly format: 'bullet' | 'decimal' | 'lowerLetter'
  readonly text: string
  /** Left edge of the text and of its number, in centimetres. */
  readonly left: number
  readonly hanging: number
  readonly style?: string
  readonly color?: string
}

const cm = (value: number): number => Math.round((value / 2.54) * 1440)

const levelXml = (level: Level, index: number): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${level.format}"/>${level.style ? `<w:pStyle w:val="${level.style}"/>` : ''}<w:lvlText w:val="${level.text}"/><w:lvlJc w:val="left"/>` +
  `<w:pPr><w:ind w:left="${cm(level.left)}" w:hanging="${cm(level.hanging)}"/></w:pPr>${level.color ? `<w:rPr><w:color w:val="${level.color}"/></w:rPr>` : ''}</w:lvl>`

const numbering = (levels: readonly Level[]): string =>
  `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/>${levels.map(levelXml).join('')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'

/** One level of round bullets. */
export const bulletList = (color: string): string =>
  numbering([{ format: 'bullet', text: '•', left: 0.75, hanging: 0.45, color }])

/** Articles 1, clauses 1.1, points (a); each level tied to its paragraph style. */
export const clauses = (color: string): string =>
  numbering([
    { format: 'decimal', text: '%1.', left: 1.1, hanging: 1.1, style: 'Heading1', color },
    { format: 'decimal', text: '%1.%2', left: 1.1, hanging: 1.1, style: 'Clause' },
    { format: 'lowerLetter', text: '(%3)', left: 1.9, hanging: 0.8, style: 'Point' },
  ])
