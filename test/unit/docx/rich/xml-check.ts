/** A strict little XML reader: says what is malformed, and which children are out of schema order. */

export interface Node {
  name: string
  attributes: Record<string, string>
  children: Node[]
  text: string
}

const order = (text: string): string[] => text.split(' ')
/** ECMA-376 part 1, transitional: sequences that Word insists on. */
const SEQUENCES: Record<string, string[]> = {
  'w:pPr': order(
    'w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:framePr w:widowControl w:numPr w:suppressLineNumbers w:pBdr w:shd w:tabs w:suppressAutoHyphens w:bidi w:spacing w:ind w:contextualSpacing w:mirrorIndents w:jc w:textDirection w:textAlignment w:outlineLvl w:divId w:cnfStyle w:rPr w:sectPr w:pPrChange',
  ),
  'w:rPr': order(
    'w:rStyle w:rFonts w:b w:bCs w:i w:iCs w:caps w:smallCaps w:strike w:dstrike w:vanish w:color w:spacing w:w w:kern w:position w:sz w:szCs w:highlight w:u w:effect w:bdr w:shd w:fitText w:vertAlign w:rtl w:cs w:em w:lang',
  ),
  'w:tbl': order('w:tblPr w:tblGrid w:tr'),
  'w:tblPr': order(
    'w:tblStyle w:tblpPr w:tblW w:jc w:tblCellSpacing w:tblInd w:tblBorders w:shd w:tblLayout w:tblCellMar w:tblLook',
  ),
  'w:tblBorders': order('w:top w:left w:bottom w:right w:insideH w:insideV'),
  'w:tr': order('w:tblPrEx w:trPr w:tc'),
  'w:tcPr': order(
    'w:cnfStyle w:tcW w:gridSpan w:hMerge w:vMerge w:tcBorders w:shd w:noWrap w:tcMar w:vAlign',
  ),
  'w:numbering': order('w:numPicBullet w:abstractNum w:num w:numIdMacAtCleanup'),
  'w:abstractNum': order('w:nsid w:multiLevelType w:tmpl w:name w:styleLink w:numStyleLink w:lvl'),
  'w:lvl': order(
    'w:start w:numFmt w:lvlRestart w:pStyle w:isLgl w:suff w:lvlText w:lvlJc w:pPr w:rPr',
  ),
  'w:num': order('w:abstractNumId w:lvlOverride'),
  'wp:inline': order('wp:extent wp:effectExtent wp:docPr wp:cNvGraphicFramePr a:graphic'),
  'pic:pic': order('pic:nvPicPr pic:blipFill pic:spPr'),
  'pic:blipFill': order('a:blip a:srcRect a:stretch'),
}
/** What may stand directly in these. */
const CONTENT: Record<string, RegExp> = {
  'w:body': /^w:(p|tbl|sectPr|sdt|bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd)$/,
  'w:tc': /^w:(tcPr|p|tbl|sdt|bookmarkStart|bookmarkEnd)$/,
  'w:hdr': /^w:(p|tbl)$/,
  'w:ftr': /^w:(p|tbl)$/,
  'w:footnote': /^w:(p|tbl)$/,
  'w:txbxContent': /^w:(p|tbl)$/,
  'w:p':
    /^w:(pPr|r|hyperlink|bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|sdt|proofErr)$/,
  'w:hyperlink': /^w:r$/,
  'w:r':
    /^(w:(rPr|t|br|tab|drawing|footnoteRef|footnoteReference|fldChar|instrText|separator|continuationSeparator|pict)|mc:AlternateContent)$/,
  'w:t': /^$/,
}

const decode = (text: string): string => {
  if (/&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(text)) {
    throw new Error(`bare ampersand in "${text.slice(0, 60)}"`)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 forbids
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
  if (forbidden.test(text) || /\p{Surrogate}/u.test(text))
    throw new Error('a character XML forbids')
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

/** One start tag as a node. */
function startTag(tag: string): { node: Node; empty: boolean } {
  const open = /^<([\w:]+)((?:\s+[\w:]+\s*=\s*"[^"<]*")*)\s*(\/?)>$/.exec(tag)
  if (open === null) throw new Error(`not a tag: ${tag.slice(0, 80)}`)
  const attributes: Record<string, string> = {}
  for (const [, name, value] of open[2]!.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)) {
    if (name! in attributes) throw new Error(`attribute ${name} twice in ${tag}`)
    attributes[name!] = decode(value!)
  }
  return { node: { name: open[1]!, attributes, children: [], text: '' }, empty: open[3] === '/' }
}

/** @throws Error for anything not well-formed. */
export function parseXml(source: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const stack = [root]
  const body = source.replace(/^\ufeff?<\?xml[^>]*\?>\s*/, '')
  let at = 0
  for (const match of body.matchAll(/<[^>]*>/g)) {
    const top = stack.at(-1)!
    top.text += decode(body.slice(at, match.index))
    at = match.index + match[0].length
    const close = /^<\/([\w:]+)\s*>$/.exec(match[0])
    if (close !== null) {
      if (top.name !== close[1]) throw new Error(`</${close[1]}> closes <${top.name}>`)
      stack.pop()
      continue
    }
    const { node, empty } = startTag(match[0])
    top.children.push(node)
    if (!empty) stack.push(node)
  }
  if (stack.length !== 1) throw new Error(`<${stack.at(-1)!.name}> is not closed`)
  if (root.children.length !== 1) throw new Error(`${root.children.length} roots`)
  return root.children[0]!
}

/** Everything about a part that Word would call damage. */
export function problemsOf(node: Node): string[] {
  const found: string[] = []
  const names = node.children.map((child) => child.name)
  const sequence = SEQUENCES[node.name]
  if (sequence !== undefined) {
    const ranks = names.map((name) => sequence.indexOf(name))
    names.forEach((name, index) => {
      if (ranks[index] === -1) found.push(`${name} is not known in ${node.name}`)
      else if (index > 0 && ranks[index]! < ranks[index - 1]!) {
        found.push(`${name} comes after ${names[index - 1]} in ${node.name}`)
      }
    })
  }
  const allowed = CONTENT[node.name]
  if (allowed !== undefined) {
    found.push(
      ...names.filter((name) => !allowed.test(name)).map((name) => `${name} in ${node.name}`),
    )
  }
  if (node.name === 'w:tc' && node.children.at(-1)?.name !== 'w:p')
    found.push('a cell without a last paragraph')
  if (/^w:(hdr|ftr|footnote|txbxContent)$/.test(node.name) && !names.includes('w:p')) {
    found.push(`${node.name} without a paragraph`)
  }
  names.forEach((name, index) => {
    if (name === 'w:tbl' && names[index + 1] === 'w:tbl') found.push('two tables touch')
  })
  return [...found, ...node.children.flatMap(problemsOf)]
}

/** All descendants of this name. */
export const all = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])

/** The text of all `w:t` below. */
export const textOf = (node: Node): string =>
  all(node, 'w:t')
    .map(({ text }) => text)
    .join('')
