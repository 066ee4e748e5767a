/**
 * Optional content (ISO 32000-2, 8.11), known as layers: what a reader shows depends on whether it shows, prints or
 * zooms, and on what people switch on. People sign what they see, so it is fixed before the first signature in the state
 * in which a screen shows it: what is hidden goes, what is shown is no layer any more.
 */
import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from 'pdf-lib'
import {
  ContentError,
  type Edit,
  edited,
  type Operator,
  operandsOf,
  operatorsOf,
} from './content-operators.ts'
import { nameOf, textOf } from './form-fields.ts'
import { contentStream, pageContent } from './page-canvas.ts'
import type { PageFacts } from './pages.ts'
import { dictOf, itemsOf, nameKey as key } from './pdf-file.ts'
import { inheritedOf } from './pdf-target.ts'
import { decodedStream, UnreadablePdfError, withContent } from './stream-data.ts'
import type { NoticeList } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

const OC = key('OC')
const DEPTH_MAX = 32

type Source = Pick<WholePdf, 'resolve' | 'get' | 'catalogRef'>

/** Which groups and memberships a screen shows in the state in which the document opens. */
export class LayerStates {
  readonly #source: Source
  readonly #off = new Set<PDFObject>()
  readonly #on = new Set<PDFObject>()
  readonly #startsOff: boolean

  constructor(source: Source) {
    this.#source = source
    const properties = source.get(source.catalogRef, 'OCProperties')
    const standard = source.get(properties, 'D')
    this.#startsOff = nameOf(source.get(standard, 'BaseState')) === 'OFF'
    for (const group of this.#groups(standard, 'ON')) this.#on.add(group)
    for (const group of this.#groups(standard, 'OFF')) this.#off.add(group)
  }

  #groups(holder: PDFObject | undefined, name: string): PDFObject[] {
    const list = itemsOf(this.#source.get(holder, name))
    return list.flatMap((item) => this.#source.resolve(item) ?? [])
  }

  /** Whether what belongs to this group or membership is shown; true for what is neither. */
  isShown(given: PDFObject | undefined, depth = 0): boolean {
    const dict = this.#source.resolve(given)
    if (!(dict instanceof PDFDict) || depth > DEPTH_MAX) return true
    return nameOf(this.#source.get(dict, 'Type')) === 'OCMD'
      ? this.#isMembershipShown(dict, depth + 1)
      : this.#isGroupShown(dict)
  }

  #isGroupShown(group: PDFDict): boolean {
    return this.#isOn(group) && !this.#hides(group, 'View')
  }

  #isOn(group: PDFDict): boolean {
    return this.#startsOff ? this.#on.has(group) : !this.#off.has(group)
  }

  /** Whether a group is hidden on the screen or on paper, whatever people switch on (table 102). */
  #hides(group: PDFDict, where: 'View' | 'Print'): boolean {
    const usage = this.#source.get(this.#source.get(group, 'Usage'), where)
    return nameOf(this.#source.get(usage, `${where}State`)) === 'OFF'
  }

  /** Every group, by its name; with whether a screen, paper and all zooms show it alike. */
  get groups(): Array<{ name: string; isSame: boolean }> {
    const properties = this.#source.get(this.#source.catalogRef, 'OCProperties')
    return this.#groups(properties, 'OCGs').flatMap((group) => {
      if (!(group instanceof PDFDict)) return []
      const hasZoom = this.#source.get(this.#source.get(group, 'Usage'), 'Zoom') !== undefined
      const differs =
        this.#isOn(group) && this.#hides(group, 'View') !== this.#hides(group, 'Print')
      const name = textOf(this.#source.get(group, 'Name')) ?? 'OCG'
      return [{ name, isSame: !hasZoom && !differs }]
    })
  }

  #isMembershipShown(dict: PDFDict, depth: number): boolean {
    const expression = this.#source.get(dict, 'VE')
    if (expression instanceof PDFArray) return this.#holds(expression, depth)
    const groups = this.#source.get(dict, 'OCGs')
    const list = groups instanceof PDFArray ? groups.asArray() : [groups]
    const shown = list
      .filter((each) => this.#source.resolve(each) instanceof PDFDict)
      .map((each) => this.isShown(each, depth))
    if (shown.length === 0) return true
    const policy = nameOf(this.#source.get(dict, 'P')) ?? 'AnyOn'
    if (policy === 'AllOn') return shown.every(Boolean)
    if (policy === 'AnyOff') return !shown.every(Boolean)
    return policy === 'AllOff' ? !shown.some(Boolean) : shown.some(Boolean)
  }

  /** A visibility expression (8.11.2.2). */
  #holds(expression: PDFArray, depth: number): boolean {
    const [operator, ...operands] = expression.asArray()
    const values = operands.map((operand): boolean => {
      const value = this.#source.resolve(operand)
      if (depth > DEPTH_MAX) return true
      return value instanceof PDFArray
        ? this.#holds(value, depth + 1)
        : this.isShown(operand, depth + 1)
    })
    const name = nameOf(this.#source.resolve(operator))
    if (name === 'Not') return values[0] !== true
    return name === 'Or' ? values.some(Boolean) : values.every(Boolean)
  }
}

/** Whether a document has layers at all. */
export const hasLayers = (source: Source): boolean =>
  source.get(source.catalogRef, 'OCProperties') !== undefined

/** Painting operators by what remains of one that is hidden: a path still ends, and may clip. */
const PAINTING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((name) => [name, 'n']),
  ),
  ...{ sh: '', Do: '', BI: '', Tj: '', TJ: '', "'": 'T*' },
}
/** They set where the next text begins, wherever the last one ended. */
const PLACING_TEXT = new Set(['BT', 'ET', 'Td', 'TD', 'Tm', 'T*', "'", '"'])
const SHOWING_TEXT = new Set(['Tj', 'TJ'])

/** What a stream may name. */
interface Named {
  /** Asked once for each sequence that belongs to a layer. */
  isShown(layer: string): boolean
  isPainted(object: string): boolean
}

/** What remains of a hidden operator; undefined where it paints nothing. */
function hiddenText(bytes: Uint8Array, operator: Operator): string | undefined {
  const { name } = operator
  if (name !== '"') return Object.hasOwn(PAINTING, name) ? PAINTING[name] : undefined
  const [word, character] = operandsOf(bytes, operator).split(/\s+/)
  return `${word} Tw ${character} Tc T*`
}

/** Whether the sequence that begins here hides; undefined for one that is no layer. */
function hides(bytes: Uint8Array, operator: Operator, named: Named): boolean | undefined {
  const [, layer] = /^\/OC\s*\/(\S+)$/.exec(operandsOf(bytes, operator)) ?? []
  return layer === undefined ? undefined : !named.isShown(layer)
}

/** How far a content stream is read. */
interface Reading {
  bytes: Uint8Array
  named: Named
  /** For each open sequence, see {@link hides}. */
  open: Array<boolean | undefined>
  /** Hidden text has moved the place of the next. */
  moved: boolean
}

/** What takes the place of an operator; undefined: it stays. @throws UnreadablePdfError where text follows hidden text */
function replacement(reading: Reading, operator: Operator): string | undefined {
  const { bytes, named, open } = reading
  const { name } = operator
  if (PLACING_TEXT.has(name)) reading.moved = false
  if (name === 'BDC' || name === 'BMC') {
    const hidden = hides(bytes, operator, named)
    open.push(hidden)
    return hidden === undefined ? undefined : ''
  }
  if (name === 'EMC') return open.pop() === undefined ? undefined : ''
  if (open.includes(true)) {
    reading.moved ||= SHOWING_TEXT.has(name) || name === "'" || name === '"'
    return hiddenText(bytes, operator)
  }
  if (reading.moved && SHOWING_TEXT.has(name))
    throw new UnreadablePdfError('text of a layer that is shown continues text of one that is not')
  return name === 'Do' && !named.isPainted(operandsOf(bytes, operator).slice(1)) ? '' : undefined
}

/** The edits that leave of a content stream what is shown. @throws UnreadablePdfError */
function editsFor(bytes: Uint8Array, named: Named): Edit[] {
  const reading: Reading = { bytes, named, open: [], moved: false }
  return operatorsOf(bytes).flatMap((operator) => {
    const text = replacement(reading, operator)
    const { start, end } = operator
    return text === undefined ? [] : [{ at: start, removed: end - start, text: ` ${text} ` }]
  })
}

/** Whether something of a layer is shown. */
type IsShown = (given: PDFObject | undefined) => boolean

/** What is shown of a content stream; undefined where that is all, and no layer is named. */
function shownOf(
  whole: WholePdf,
  bytes: Buffer,
  resources: PDFObject | undefined,
  isShown: IsShown,
): Buffer | undefined {
  const named = (kind: string, name: string): PDFObject | undefined => {
    const holder = whole.get(resources, kind)
    return holder instanceof PDFDict ? holder.get(key(name)) : undefined
  }
  try {
    const edits = editsFor(bytes, {
      isShown: (name) => isShown(named('Properties', name)),
      isPainted: (name) => isShown(whole.get(whole.resolve(named('XObject', name)), 'OC')),
    })
    return edits.length === 0 ? undefined : Buffer.from(edited(bytes, edits))
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    // A stream that is not one shows what readers make of it; a layer in it must not be missed.
    if (!bytes.includes('/OC')) return undefined
    throw new UnreadablePdfError(`its layers cannot be read: ${error.message}`)
  }
}

/** A layer may begin in one of a page's streams and end in the next. */
function fixPage(whole: WholePdf, page: PageFacts, isShown: IsShown): void {
  const resources = inheritedOf(whole, page.dict, 'Resources')
  const fixed = shownOf(whole, pageContent(whole, page), resources, isShown)
  if (fixed !== undefined)
    page.dict.set(key('Contents'), contentStream(whole, fixed.toString('latin1')))
  const list = itemsOf(whole.get(page.dict, 'Annots'))
  const kept = list.filter((item) => isShown(whole.get(item, 'OC')))
  if (kept.length < list.length) page.dict.set(key('Annots'), whole.context.obj(kept))
}

/** Takes away what says to which layer something belongs. */
function unlink(whole: WholePdf, object: PDFObject): void {
  const dict = dictOf(object)
  if (dict === undefined) return
  dict.delete(OC)
  const properties = whole.get(whole.get(dict, 'Resources') ?? dict, 'Properties')
  if (!(properties instanceof PDFDict)) return
  for (const name of properties.keys())
    if (LAYERS.has(nameOf(whole.get(properties.get(name), 'Type')) ?? '')) properties.delete(name)
}

/** Types of dictionaries that say to which layer something belongs. */
export const LAYERS = new Set(['OCG', 'OCMD'])

/** Whether a stream is drawn: a form, a pattern's tile, a glyph of a font made of drawings. */
const isContent = ({ dict }: PDFRawStream): boolean =>
  nameOf(dict.get(key('Subtype'))) === 'Form' || dict.has(key('PatternType'))

/**
 * Fixes the layers of an unsigned document in the state in which a screen shows it.
 * @param notices gets the hidden ones with their pages
 * @throws UnreadablePdfError where that cannot be done without moving what is shown
 */
export function removeLayers(whole: WholePdf, pages: readonly PageFacts[], notices: NoticeList) {
  if (!hasLayers(whole)) return
  const states = new LayerStates(whole)
  // What is not shown is reported by the name of its layer.
  const isShownOn =
    (page?: number): IsShown =>
    (given) => {
      if (states.isShown(given)) return true
      const groups = whole.get(given, 'OCGs')
      const named = groups instanceof PDFArray ? groups.get(0) : (groups ?? given)
      notices.add('layers_fixed', textOf(whole.get(named, 'Name')) ?? 'OCG', page)
      return false
    }
  notices.add('layers_fixed')
  for (const [index, page] of pages.entries()) fixPage(whole, page, isShownOn(index + 1))
  const objects = whole.context.enumerateIndirectObjects()
  for (const [ref, object] of objects)
    if (object instanceof PDFRawStream && isContent(object)) {
      const resources = whole.get(object.dict, 'Resources')
      const fixed = shownOf(whole, decodedStream(object), resources, isShownOn())
      if (fixed !== undefined) whole.set(ref, withContent(object, fixed))
    }
  for (const [, object] of whole.context.enumerateIndirectObjects()) unlink(whole, object)
  whole.catalog.delete(key('OCProperties'))
}
