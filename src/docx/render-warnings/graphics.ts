/**
 * Drawings of Word that LibreOffice cannot show and has nothing to put in the place of: newer kinds of chart, ink, 3D
 * models, SmartArt without its stored drawing, charts whose part is missing. Beside most of them Word writes a picture (`mc:Fallback`,
 * ISO/IEC 29500-3, 7.5), which LibreOffice takes.
 */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { scanXml, type XmlHandler, type XmlTag, xmlAttributes } from '../../xml/scan.ts'

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

/** An `mc:AlternateContent` that is open. */
interface Alternatives {
  depth: number
  isShown: boolean
  /** Whether a choice that is passed over has something to see. */
  hasContent: boolean
  /** Of the first choice. */
  requires: string | undefined
}

/** Whether what a drawing refers to, by the id of a relationship, is in the package. */
export interface Stored {
  /** The drawing of SmartArt. @param data relationship to its data */
  smartArt(data: string): boolean
  chart(id: string): boolean
}

class Graphics implements XmlHandler {
  textWanted = false
  readonly lost: string[] = []
  readonly #xml: string
  readonly #stored: Stored
  readonly #open: Alternatives[] = []
  /** Depth of the choice that LibreOffice passes over. */
  #passed: number | undefined
  #name = ''
  /** Of the last graphic. */
  #kind = ''

  constructor(xml: string, stored: Stored) {
    this.#xml = xml
    this.#stored = stored
  }

  open(tag: XmlTag): boolean {
    if (tag.local === 'docPr') this.#name = this.#attribute(tag, 'name')
    if (this.#passed !== undefined) this.#passOver(tag)
    else if (tag.local === 'AlternateContent')
      this.#open.push({ depth: tag.depth, isShown: false, hasContent: false, requires: undefined })
    else if (tag.local === 'Choice') this.#choose(tag)
    else if (tag.local === 'Fallback') this.#shown()
    else if (tag.local === 'graphicData') this.#graphic(this.#attribute(tag, 'uri'))
    else if (tag.local === 'relIds' && !this.#stored.smartArt(this.#attribute(tag, 'dm')))
      this.#lose('diagram')
    else if (this.#isChart(tag) && !this.#stored.chart(this.#attribute(tag, 'id')))
      this.#lose('chart')
    return true
  }

  close(local: string, depth: number): void {
    if (this.#passed === depth) this.#passed = undefined
    const open = this.#open.at(-1)
    if (local !== 'AlternateContent' || open?.depth !== depth) return
    this.#open.pop()
    if (!open.isShown && open.hasContent) this.#lose(open.requires ?? '')
  }

  text(): void {}

  #shown(): void {
    const open = this.#open.at(-1)
    if (open !== undefined) open.isShown = true
  }

  #passOver({ local }: XmlTag): void {
    const open = this.#open.at(-1)
    if (open !== undefined && CONTENT.has(local)) open.hasContent = true
  }

  #choose(tag: XmlTag): void {
    const requires = this.#attribute(tag, 'Requires').trim()
    const open = this.#open.at(-1)
    if (open !== undefined) open.requires ??= requires
    if (requires.split(/\s+/).every((prefix) => CHOSEN.has(prefix))) this.#shown()
    else if (!tag.selfClosing) this.#passed = tag.depth
  }

  #graphic(uri: string): void {
    this.#kind = uri.split('/').at(-1) ?? ''
    if (!SHOWN.has(this.#kind)) this.#lose(this.#kind)
  }

  #isChart(tag: XmlTag): boolean {
    return tag.local === 'chart' && this.#kind === 'chart'
  }

  #lose(kind: string): void {
    const what = nameOf(kind)
    this.lost.push(this.#name === '' ? what : `${what} (${this.#name})`)
    this.#name = ''
  }

  #attribute(tag: XmlTag, name: string): string {
    return xmlAttributes(this.#xml.slice(tag.start, tag.end)).get(name) ?? ''
  }
}

/**
 * What a part shows nowhere, one warning for each drawing, with its name in Word.
 * @param view of the part, `latin1`
 */
export function lostGraphics(part: string, view: string, stored: Stored): DocumentWarning[] {
  if (!view.includes('graphicData') && !view.includes('AlternateContent')) return []
  const graphics = new Graphics(view, stored)
  scanXml(view, graphics)
  return graphics.lost.map((text) => ({ code: 'content_removed', text, part }))
}

/** What a warning of equations says of itself. */
export const EQUATIONS = 'equation'

/** One warning for the equations of a part, which are shown only by a LibreOffice that has Math. */
export function equationsIn(part: string, view: string): DocumentWarning[] {
  const count = view.match(EQUATION)?.length ?? 0
  return count === 0 ? [] : [{ code: 'content_removed', text: EQUATIONS, count, part }]
}
