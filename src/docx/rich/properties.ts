/** Properties of runs and paragraphs in WordprocessingML, in schema order. */
import { scanXml } from '../../xml/scan.ts'

/** One element of a sequence: its qualified name and its whole text. */
interface Child {
  name: string
  xml: string
}

/** The elements of a sequence, each with all its content. Text between them is dropped. */
export function childrenOf(sequence: string): Child[] {
  // The scanner expects whole documents: one element around everything.
  const xml = `<_>${sequence}</_>`
  const children: Child[] = []
  let [name, start] = ['', 0]
  scanXml(xml, {
    textWanted: false,
    text: () => undefined,
    open: (tag) => {
      if (tag.depth === 2) [name, start] = [tag.name, tag.start]
      return true
    },
    close: (_, depth, end) => {
      if (depth === 2) children.push({ name, xml: xml.slice(start, end) })
    },
  })
  return children
}

/** Order of the children of `w:rPr` (ECMA-376 part 1, 17.3.2.28, EG_RPrBase). */
const RUN_ORDER =
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath'.split(
    ' ',
  )
/** Order of the children of `w:pPr` (17.3.1.26, CT_PPrBase and CT_PPr). */
const PARAGRAPH_ORDER =
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'.split(
    ' ',
  )

/** A list of properties (the content of `w:rPr` or `w:pPr`), maintained in schema order. */
export class Properties {
  readonly #order: readonly string[]
  readonly #children: Map<string, string>

  private constructor(order: readonly string[], children: Iterable<Child>) {
    this.#order = order
    this.#children = new Map([...children].map(({ name, xml }) => [name, xml]))
  }

  /** From the content of a `w:rPr`. */
  static run(inner: string): Properties {
    return new Properties(RUN_ORDER, childrenOf(inner)).without('w:rPrChange')
  }

  /** From the content of a `w:pPr`. */
  static paragraph(inner: string): Properties {
    return new Properties(PARAGRAPH_ORDER, childrenOf(inner)).without('w:pPrChange')
  }

  get(name: string): string | undefined {
    return this.#children.get(name)
  }

  /** The same with these elements set or replaced, keyed by qualified name. */
  with(elements: Readonly<Record<string, string>>): Properties {
    const merged = new Map([...this.#children, ...Object.entries(elements)])
    return new Properties(
      this.#order,
      [...merged].map(([name, xml]) => ({ name, xml })),
    )
  }

  without(...names: string[]): Properties {
    return new Properties(
      this.#order,
      [...this.#children]
        .filter(([name]) => !names.includes(name))
        .map(([name, xml]) => ({ name, xml })),
    )
  }

  /** The children in order; those of other namespaces (w14 …) come last, as Word writes them. */
  inner(): string {
    const rank = (name: string): number => {
      const at = name.startsWith('w:') ? this.#order.indexOf(name.slice(2)) : -1
      return at === -1 ? this.#order.length : at
    }
    return [...this.#children]
      .sort(([left], [right]) => rank(left) - rank(right))
      .map(([, xml]) => xml)
      .join('')
  }

  /** The whole element, or nothing when there is no property. */
  element(tag: 'w:rPr' | 'w:pPr'): string {
    const inner = this.inner()
    return inner === '' ? '' : `<${tag}>${inner}</${tag}>`
  }
}
