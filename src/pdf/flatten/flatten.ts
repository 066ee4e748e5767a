/**
 * Flattens forms: the appearance of each field becomes part of its page, and the form is removed. Former fields can
 * no longer be filled in, hidden or changed behind a signature.
 */
import { deflateSync } from 'node:zlib'
import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { operatorsOf } from '../content-operators.ts'
import type { PageFacts } from '../pages.ts'
import { decodedStream } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { formFonts } from './field-fonts.ts'
import { FieldRenderer } from './field-look.ts'
import { FieldTags } from './field-tags.ts'
import {
  boxIn,
  formOf,
  isSeen,
  kindOf,
  numbersIn,
  paintedBelow,
  stateOf,
  type Widget,
  widgetsOf,
} from './widgets.ts'

const key = (text: string): PDFName => PDFName.of(text)
const IDENTITY = [1, 0, 0, 1, 0, 0]

/** Flattens every field of an unsigned document. */
export function flattenForm(
  whole: WholePdf,
  pages: readonly PageFacts[],
  { archive }: { archive: boolean },
): void {
  const form = formOf(whole)
  const drawsAnew = whole.get(form, 'NeedAppearances') === PDFBool.True
  let renderer: FieldRenderer | undefined
  // Created for the first field that needs it: most forms have all their appearances.
  const drawn = (widget: Widget): PDFRef | undefined => {
    renderer ??= new FieldRenderer(whole, archive ? undefined : formFonts(whole, form))
    return renderer.draw(widget)
  }
  const tags = FieldTags.of(whole)
  for (const page of pages) {
    if (widgetsOf(whole, page).length === 0) continue
    const widgets = paintedBelow(whole, page)
    const canvas = new PageCanvas(whole, page)
    for (const widget of widgets) {
      const look = isSeen(whole, widget)
        ? appearance(whole, widget, { drawsAnew, drawn })
        : undefined
      const paint = look && painting(whole, widget, look)
      const mark = tags?.mark(widget, paint !== undefined)
      if (paint !== undefined) canvas.paint(paint, mark)
    }
    canvas.save()
    without(whole, page, new Set(widgets.map(({ dict }) => dict)))
  }
  tags?.save()
  whole.catalog.delete(key('AcroForm'))
  whole.catalog.delete(key('NeedsRendering'))
}

/** What a reader shows for a field: the appearance of its state, or one that it generates. */
function appearance(
  whole: WholePdf,
  widget: Widget,
  how: { drawsAnew: boolean; drawn: (widget: Widget) => PDFRef | undefined },
): PDFRef | undefined {
  const kind = kindOf(whole, widget)
  const given = normalOf(whole, widget)
  const isText = kind === 'Tx' || kind === 'Ch'
  // Readers that redraw fields also draw a button in a state for which it has no appearance.
  const isDrawn = how.drawsAnew ? isText || !(given instanceof PDFRef) : given === 'none'
  if (isDrawn && kind !== undefined && kind !== 'Sig') return how.drawn(widget)
  return given instanceof PDFRef ? given : undefined
}

/**
 * The normal appearance in its state; `none` if the field has no appearance at all, undefined if it has none that can
 * be painted in this state, such as one without its BBox.
 */
function normalOf(whole: WholePdf, widget: Widget): PDFRef | 'none' | undefined {
  const holder = whole.get(widget.dict, 'AP')
  const normal = whole.get(holder, 'N')
  if (!(holder instanceof PDFDict) || normal === undefined) return 'none'
  if (normal instanceof PDFRawStream) {
    return paintable(whole, holder.get(key('N')))
  }
  if (!(normal instanceof PDFDict)) return 'none'
  return paintable(whole, normal.get(key(stateOf(whole, widget))))
}

function paintable(whole: WholePdf, look: PDFObject | undefined): PDFRef | undefined {
  const stream = whole.resolve(look)
  const isWhole = stream instanceof PDFRawStream && stream.dict.has(key('BBox'))
  return isWhole && look instanceof PDFRef ? look : undefined
}

/** An appearance and its placement. */
interface Painting {
  look: PDFRef
  /** From the appearance's own coordinates to the page's, without the appearance's matrix. */
  matrix: readonly number[]
  /** The layer (optional content) it belongs to. */
  layer: PDFObject | undefined
}

/** ISO 32000-2, 12.5.5, algorithm 8.1. */
function painting(whole: WholePdf, widget: Widget, look: PDFRef): Painting | undefined {
  const rect = boxIn(whole, widget.dict.get(key('Rect')))
  const stream = whole.resolve(look)
  if (rect === undefined || !(stream instanceof PDFRawStream)) return undefined
  const box = boxIn(whole, stream.dict.get(key('BBox')))
  if (box === undefined) return undefined
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    numbersIn(whole, stream.dict.get(key('Matrix'))) ?? IDENTITY
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  if (!(width > 0 && height > 0)) return undefined
  const [across, up] = [rect.width / width, rect.height / height]
  stream.dict.set(key('Type'), key('XObject'))
  stream.dict.set(key('Subtype'), key('Form'))
  const resources = whole.get(formOf(whole), 'DR')
  if (!stream.dict.has(key('Resources')) && resources instanceof PDFDict)
    stream.dict.set(key('Resources'), resources)
  const matrix = [across, 0, 0, up, rect.x - left * across, rect.y - bottom * up]
  return { look, matrix, layer: widget.dict.get(key('OC')) }
}

/** What is added to a page, painted after its content. */
class PageCanvas {
  readonly #whole: WholePdf
  readonly #page: PageFacts
  readonly #parts: string[] = []
  readonly #names: Record<'XObject' | 'Properties', Map<PDFObject, string>> = {
    XObject: new Map(),
    Properties: new Map(),
  }

  constructor(whole: WholePdf, page: PageFacts) {
    this.#whole = whole
    this.#page = page
  }

  /** @param mark the tag under which it is read out; undefined for decoration */
  paint({ look, matrix, layer }: Painting, mark: string | undefined): void {
    const name = this.#nameOf('XObject', look)
    const painted = `q ${matrix.map((value) => figure6(value)).join(' ')} cm /${name} Do Q\n`
    const layered =
      layer === undefined
        ? painted
        : `/OC /${this.#nameOf('Properties', layer)} BDC\n${painted}EMC\n`
    this.#parts.push(`${mark ?? '/Artifact BMC'}\n${layered}EMC\n`)
  }

  save(): void {
    if (this.#parts.length === 0) return
    const { dict } = this.#page
    const there = dict.get(key('Contents'))
    const contents = this.#whole.resolve(there)
    const own = contents instanceof PDFArray ? contents.asArray() : contents ? [there] : []
    const { unopened, unclosed } = this.#balance(own)
    const before = this.#stream('q\n'.repeat(1 + unopened))
    const after = this.#stream(`\n${'Q\n'.repeat(1 + unclosed)}${this.#parts.join('')}`)
    dict.set(key('Contents'), this.#whole.context.obj([before, ...own, after] as PDFObject[]))
    this.#addResources()
  }

  #nameOf(kind: 'XObject' | 'Properties', object: PDFObject): string {
    const names = this.#names[kind]
    const name = names.get(object) ?? `Flat${kind[0]}${names.size + 1}`
    names.set(object, name)
    return name
  }

  #stream(content: string): PDFRef {
    const data = deflateSync(Buffer.from(content, 'latin1'))
    const dict = this.#whole.context.obj({ Filter: 'FlateDecode', Length: data.length })
    return this.#whole.add(PDFRawStream.of(dict, data))
  }

  /** Graphics states that the page leaves open, or closes without having opened them. */
  #balance(own: ReadonlyArray<PDFObject | undefined>): { unopened: number; unclosed: number } {
    let depth = 0
    let least = 0
    try {
      const streams = own.map((each) => this.#whole.resolve(each))
      const parts = streams.flatMap((each) =>
        each instanceof PDFRawStream ? [decodedStream(each), Buffer.from('\n')] : [],
      )
      for (const { name } of operatorsOf(Buffer.concat(parts))) {
        if (name === 'q') depth++
        else if (name === 'Q') least = Math.min(least, --depth)
      }
    } catch {
      // What cannot be read counts as balanced, as nearly every page is.
      return { unopened: 0, unclosed: 0 }
    }
    return { unopened: -least, unclosed: depth - least }
  }

  /** Pages share and inherit resources: this one gets its own. */
  #addResources(): void {
    const { dict } = this.#page
    const resources = copied(this.#whole, inheritedResources(this.#whole, dict))
    for (const kind of ['XObject', 'Properties'] as const) {
      if (this.#names[kind].size === 0) continue
      const members = copied(this.#whole, this.#whole.get(resources, kind))
      for (const [object, name] of this.#names[kind]) members.set(key(name), object)
      resources.set(key(kind), members)
    }
    dict.set(key('Resources'), resources)
  }
}

const figure6 = (value: number): string => String(Math.round(value * 1_000_000) / 1_000_000)

function copied(whole: WholePdf, dict: PDFObject | undefined): PDFDict {
  const copy = whole.context.obj({})
  if (dict instanceof PDFDict) for (const [name, value] of dict.entries()) copy.set(name, value)
  return copy
}

function inheritedResources(whole: WholePdf, page: PDFDict): PDFObject | undefined {
  let node: PDFObject | undefined = page
  for (let depth = 0; node instanceof PDFDict && depth < 64; depth++) {
    const resources = whole.get(node, 'Resources')
    if (resources !== undefined) return resources
    node = whole.get(node, 'Parent')
  }
  return undefined
}

/** Removes annotations from a page, with the pop-ups of their notes. */
function without(whole: WholePdf, { dict }: PageFacts, gone: ReadonlySet<PDFDict>): void {
  const list = whole.get(dict, 'Annots')
  if (!(list instanceof PDFArray)) return
  const isGone = (item: PDFObject | undefined): boolean => {
    const annotation = whole.resolve(item)
    return annotation instanceof PDFDict && gone.has(annotation)
  }
  const others = list
    .asArray()
    .filter((item) => !isGone(item) && !isGone(whole.get(item, 'Parent')))
  if (others.length === 0) dict.delete(key('Annots'))
  else dict.set(key('Annots'), whole.context.obj(others))
}
