/** Properties of runs, paragraphs, cells, rows and tables in WordprocessingML, in schema order. */
import { partTree } from '../../xml/part-tree.ts'

/** The elements of a sequence, each with its qualified name and its whole text. Text between them is dropped. */
export function childrenOf(sequence: string) {
  // The scanner expects whole documents: one element around everything.
  const xml = `<_>${sequence}</_>`
  const [root] = partTree(xml).children
  return root?.children.map(({ name, start, end }) => ({ name, xml: xml.slice(start, end) })) ?? []
}

/** Order of the children (ECMA-376 part 1, 17.3.2.28, 17.3.1.26, 17.4.66, 17.4.60 and 17.4.79). */
const ORDERS = {
  'w:rPr':
    'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath',
  'w:pPr':
    'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange',
  'w:tcPr':
    'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark',
  'w:tblPr': 'tblStyle',
  'w:trPr': '',
}

/** An element that holds properties. */
export type PropertiesTag = keyof typeof ORDERS

/** A list of properties (the content of `w:rPr`, `w:pPr` …), maintained in schema order. */
export class Properties {
  readonly #tag: PropertiesTag
  readonly #children: ReadonlyMap<string, string>

  private constructor(tag: PropertiesTag, children: ReadonlyMap<string, string>) {
    this.#tag = tag
    this.#children = children
  }

  /** From the content of such an element. */
  static of(tag: PropertiesTag, inner: string): Properties {
    const children = childrenOf(inner).map(({ name, xml }) => [name, xml] as const)
    return new Properties(tag, new Map(children)).without(`${tag}Change`)
  }

  get(name: string): string | undefined {
    return this.#children.get(name)
  }

  /** The same with these elements set or replaced, keyed by qualified name; undefined takes one away. */
  with(elements: Readonly<Record<string, string | undefined>>): Properties {
    const merged = new Map(this.#children)
    for (const [name, xml] of Object.entries(elements)) {
      if (xml === undefined) merged.delete(name)
      else merged.set(name, xml)
    }
    return new Properties(this.#tag, merged)
  }

  without(...names: string[]): Properties {
    return this.with(Object.fromEntries(names.map((name) => [name, undefined])))
  }

  /** The whole element, or nothing when there is no property; those of other namespaces (w14 …) come last, as Word writes them. */
  element(): string {
    const order = ORDERS[this.#tag].split(' ')
    const rank = (name: string): number => {
      const at = name.startsWith('w:') ? order.indexOf(name.slice(2)) : -1
      return at === -1 ? order.length : at
    }
    const sorted = [...this.#children].sort(([left], [right]) => rank(left) - rank(right))
    const inner = sorted.map(([, xml]) => xml).join('')
    return inner === '' ? '' : `<${this.#tag}>${inner}</${this.#tag}>`
  }
}
