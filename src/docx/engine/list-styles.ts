/** Paragraph styles that make list items: bullets and numbers may come from the style rather than the paragraph. */
import type { DocxPart } from '../package/docx-part.ts'
import type { ListStyles } from './hoist-sections.ts'

const STYLE = /<w:style\s[^>]*?w:styleId="([^"]*)"[^>]*>([\s\S]*?)<\/w:style>/g
const DEPTH_MAX = 32

interface Style {
  /** Undefined: inherited from the style it is based on. */
  list: boolean | undefined
  basedOn: string | undefined
}

function readStyles(xml: string): Map<string, Style> {
  return new Map(
    [...xml.matchAll(STYLE)].map(([, id = '', body = '']): [string, Style] => {
      const numbering = /<w:numId w:val="(\d+)"/.exec(body)?.[1]
      const list = numbering === undefined ? undefined : numbering !== '0'
      return [id, { list, basedOn: /<w:basedOn w:val="([^"]*)"/.exec(body)?.[1] }]
    }),
  )
}

/** Reads the list styles of a package. */
export function listStyles(parts: ReadonlyMap<string, DocxPart>): ListStyles {
  const part = parts.get('word/styles.xml')
  const styles = part === undefined ? new Map<string, Style>() : readStyles(part.asText())
  return (styleId) => {
    let style = styles.get(styleId)
    for (let depth = 0; style !== undefined && depth < DEPTH_MAX; depth++) {
      if (style.list !== undefined) return style.list
      style = styles.get(style.basedOn ?? '')
    }
    return false
  }
}
