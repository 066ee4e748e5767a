/**
 * Drawings of Word that LibreOffice cannot show and has nothing to put in the place of: newer kinds of chart, ink, 3D
 * models, SmartArt without its stored drawing, charts whose part is missing. Beside most of them Word writes a picture (`mc:Fallback`,
 * ISO/IEC 29500-3, 7.5), which LibreOffice takes.
 */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { type PartNode, partTree } from '../../xml/part-tree.ts'
import { xmlAttributes } from '../../xml/scan.ts'

/** Namespaces, by their usual prefixes, of which LibreOffice reads the `mc:Choice`. */
const CHOSEN = new Set(['wps', 'wpg', 'w14'])
/** Last steps of the URI of `a:graphicData`: what is shown. */
const SHOWN = new Set([
  ...['picture', 'chart', 'lockedCanvas', 'diagram'],
  ...['wordprocessingShape', 'wordprocessingGroup', 'wordprocessingCanvas'],
])
/** Elements that show something. */
const CONTENT = new Set(['graphicData', 'contentPart', 'pict', 't'])
/** How people call what is not. */
const NAMES: Readonly<Record<string, string>> = {
  diagram: 'SmartArt',
  chartex: 'chart',
  wordprocessingInk: 'ink',
  model3d: '3D model',
  wpi: 'ink',
  am3d: '3D model',
}

const nameOf = (kind: string): string => NAMES[kind] ?? (/^cx\d*$/.test(kind) ? 'chart' : kind)

const EQUATION = /<m:oMath[\s>]/g

/** Whether what a drawing refers to, by the id of a relationship, is in the package. */
export interface Stored {
  /** The drawing of SmartArt. @param data relationship to its data */
  smartArt(data: string): boolean
  chart(id: string): boolean
}

const isContent = ({ local, children }: PartNode): boolean =>
  CONTENT.has(local) || children.some(isContent)

/** What is not shown, each by its kind and its name in Word. */
function lostIn(xml: string, stored: Stored): string[] {
  const lost: string[] = []
  /** Of the last drawing, and of the last graphic. */
  let [name, kind] = ['', '']
  const attributeOf = ({ start, inner }: PartNode, of: string): string =>
    xmlAttributes(xml.slice(start, inner)).get(of)?.trim() ?? ''
  const lose = (what: string): void => {
    lost.push(name === '' ? nameOf(what) : `${nameOf(what)} (${name})`)
    name = ''
  }
  const isPassedOver = (node: PartNode): boolean =>
    node.local === 'Choice' &&
    !attributeOf(node, 'Requires')
      .split(/\s+/)
      .every((prefix) => CHOSEN.has(prefix))
  const show = (node: PartNode): void => {
    if (node.local === 'graphicData') {
      kind = attributeOf(node, 'uri').split('/').at(-1) ?? ''
      if (!SHOWN.has(kind)) lose(kind)
    } else if (node.local === 'relIds' && !stored.smartArt(attributeOf(node, 'dm'))) lose('diagram')
    else if (node.local === 'chart' && kind === 'chart' && !stored.chart(attributeOf(node, 'id')))
      lose('chart')
  }
  const walk = (node: PartNode, isPassed: boolean): void => {
    if (node.local === 'docPr') name = attributeOf(node, 'name')
    if (!isPassed) show(node)
    for (const child of node.children) walk(child, isPassed || isPassedOver(child))
    if (isPassed || node.local !== 'AlternateContent') return
    const [first] = node.children
    const isLost = node.children.every(isPassedOver) && node.children.some(isContent)
    if (first !== undefined && isLost) lose(attributeOf(first, 'Requires'))
  }
  walk(partTree(xml), false)
  return lost
}

/**
 * What a part shows nowhere, one warning for each drawing, with its name in Word.
 * @param view of the part, `latin1`
 */
export function lostGraphics(part: string, view: string, stored: Stored): DocumentWarning[] {
  if (!view.includes('graphicData') && !view.includes('AlternateContent')) return []
  return lostIn(view, stored).map((text) => ({ code: 'content_removed', text, part }))
}

/** What a warning of equations says of itself. */
export const EQUATIONS = 'equation'

/** One warning for the equations of a part, which are shown only by a LibreOffice that has Math. */
export function equationsIn(part: string, view: string): DocumentWarning[] {
  const count = view.match(EQUATION)?.length ?? 0
  return count === 0 ? [] : [{ code: 'content_removed', text: EQUATIONS, count, part }]
}
