/** Small text tools for WordprocessingML: escaping, and children put in the order the schema wants. */

/** Characters XML 1.0 cannot hold, even escaped; lone surrogates too. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text for between tags. */
export const escapeText = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)

/** Text for inside a double-quoted attribute; line ends become spaces. */
export const attribute = (text: string): string => escapeText(text.replace(/\s+/g, ' '))

/** One element of a sequence: its qualified name and its whole text. */
export interface Child {
  name: string
  xml: string
}

const TAG = /<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g

/** The elements of a sequence, each with all that is inside it. Text between them is dropped. */
export function childrenOf(xml: string): Child[] {
  const children: Child[] = []
  let depth = 0
  let start = 0
  let name = ''
  for (const match of xml.matchAll(TAG)) {
    const [whole, closing, tag = '', , empty] = match
    if (depth === 0) {
      start = match.index
      name = tag
    }
    if (closing === '/') depth -= 1
    else if (empty !== '/') depth += 1
    if (depth === 0) children.push({ name, xml: xml.slice(start, match.index + whole.length) })
  }
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

/** A list of properties (the inside of `w:rPr` or `w:pPr`) that stays in the schema's order. */
export class Properties {
  readonly #order: readonly string[]
  readonly #children: Map<string, string>

  private constructor(order: readonly string[], children: Iterable<Child>) {
    this.#order = order
    this.#children = new Map([...children].map(({ name, xml }) => [name, xml]))
  }

  /** From the inside of a `w:rPr`. */
  static run(inner: string): Properties {
    return new Properties(RUN_ORDER, childrenOf(inner)).without('w:rPrChange')
  }

  /** From the inside of a `w:pPr`. */
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
