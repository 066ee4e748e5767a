/** The styles of a document, and those that each is based on (ISO/IEC 29500-1, 17.7). */
import { attribute } from '../../xml/scan.ts'

const STYLE = /<w:style\s([^>]*)>([\s\S]*?)<\/w:style>/g
const STYLE_END = '</w:style>'
const DEPTH_MAX = 32

/** A style as the document has it. */
export interface StyleText {
  id: string
  type: string
  /** As Word shows it. */
  name: string
  basedOn: string | undefined
  /** Its content. */
  xml: string
}

/** The value of the first element of a name. */
const valueIn = (xml: string, element: string): string | undefined =>
  attribute(new RegExp(`<w:${element}\\s[^>]*>`).exec(xml)?.[0] ?? '', 'w:val')

/** The styles of a document by their ids. */
export class StyleTexts {
  readonly all: ReadonlyMap<string, StyleText>
  /** The style of paragraphs that name none. */
  readonly normal: string | undefined

  /** @param styles text of word/styles.xml */
  constructor(styles: string) {
    // up to the last end of one, so that no search runs on to the end for each of many that are empty
    const whole = styles.slice(0, styles.lastIndexOf(STYLE_END) + STYLE_END.length)
    let normal: string | undefined
    this.all = new Map(
      [...whole.matchAll(STYLE)].map(([, attributes = '', xml = '']): [string, StyleText] => {
        const id = attribute(` ${attributes}`, 'w:styleId') ?? ''
        const type = attribute(` ${attributes}`, 'w:type') ?? ''
        const [name = id, basedOn] = [valueIn(xml, 'name'), valueIn(xml, 'basedOn')]
        if (type === 'paragraph' && attribute(` ${attributes}`, 'w:default') === '1') normal ??= id
        return [id, { id, type, name, basedOn, xml }]
      }),
    )
    this.normal = normal
  }

  /** A style and those it is based on, itself first; ends where they form a circle. */
  chain(id: string | undefined): StyleText[] {
    const chain: StyleText[] = []
    for (let at = id; at !== undefined && chain.length < DEPTH_MAX; ) {
      const style = this.all.get(at)
      if (style === undefined) break
      chain.push(style)
      at = style.basedOn
    }
    return chain
  }
}
