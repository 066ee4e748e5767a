/**
 * Flattens forms: the appearance of each field becomes part of its page, and the form is removed. Former fields can
 * no longer be filled in, hidden or changed behind a signature.
 */
import { PDFArray, PDFBool, PDFDict, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { formFields } from '../form-fields.ts'
import { type Painting, paintOn } from '../page-canvas.ts'
import { boxOf, numbersIn, type PageFacts } from '../pages.ts'
import { nameKey as key, numberOf } from '../pdf-file.ts'
import { isTagged, treeOf } from '../tagged/form-tags.ts'
import type { StructureTree } from '../tagged/structure-tree.ts'
import { tagText } from '../tagged/tagged-page.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { extentOf } from './annotation-drawings.ts'
import { formFonts } from './field-fonts.ts'
import { FieldRenderer } from './field-look.ts'
import { formOf, isSeen, kindOf, paintedBelow, stateOf, type Widget, widgetsOf } from './widgets.ts'

const IDENTITY = [1, 0, 0, 1, 0, 0]

/**
 * Flattens every field of an unsigned document.
 * @param how `replaced`: full names of fields of which only background and border become part of the page
 */
export function flattenForm(
  whole: WholePdf,
  pages: readonly PageFacts[],
  { archive, replaced = new Set() }: { archive: boolean; replaced?: ReadonlySet<string> },
): void {
  const form = formOf(whole)
  const drawsAnew = whole.get(form, 'NeedAppearances') === PDFBool.True
  const isReplaced = membersOf(whole, replaced)
  let made: FieldRenderer | undefined
  // Created for the first field that needs it: most forms have all their appearances.
  const renderer = (): FieldRenderer => {
    made ??= new FieldRenderer(whole, archive ? undefined : formFonts(whole, form))
    return made
  }
  const drawn = (widget: Widget): PDFRef | undefined => renderer().draw(widget)
  const look = (widget: Widget): PDFRef | undefined => {
    if (!isSeen(whole, widget)) return undefined
    if (!isReplaced(widget)) return appearance(whole, widget, { drawsAnew, drawn })
    // A box to tick and a button of a choice are drawn anew, with what is around them.
    return kindOf(whole, widget) === 'Btn' ? undefined : renderer().drawFrame(widget)
  }
  const tree = isTagged(whole) ? treeOf(whole) : undefined
  for (const page of pages) {
    if (widgetsOf(whole, page).length === 0) continue
    const widgets = paintedBelow(whole, page)
    const paintings = widgets.flatMap((widget) => {
      const shown = look(widget)
      const painted = shown && painting(whole, widget, shown)
      const mark = tree && markOf(tree, widget, painted !== undefined)
      return painted === undefined ? [] : [{ ...painted, mark }]
    })
    paintOn(whole, page, paintings)
    without(whole, page, new Set(widgets.map(({ dict }) => dict)))
  }
  tree?.save()
  whole.catalog.delete(key('AcroForm'))
  whole.catalog.delete(key('NeedsRendering'))
}

/** Whether a widget is of one of these fields. */
function membersOf(whole: WholePdf, names: ReadonlySet<string>): (widget: Widget) => boolean {
  if (names.size === 0) return () => false
  const fields = formFields(whole).filter(({ name }) => names.has(name))
  const dicts = new Set(fields.map(({ dict }) => dict))
  return ({ dict }) => {
    if (dicts.has(dict)) return true
    const parent = whole.get(dict, 'Parent')
    return parent instanceof PDFDict && dicts.has(parent)
  }
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

/** ISO 32000-2, 12.5.5, algorithm 8.1. */
function painting(whole: WholePdf, widget: Widget, look: PDFRef): Painting | undefined {
  const rect = boxOf(whole, widget.dict.get(key('Rect')))
  const stream = whole.resolve(look)
  if (rect === undefined || !(stream instanceof PDFRawStream)) return undefined
  const box = boxOf(whole, stream.dict.get(key('BBox')))
  if (box === undefined) return undefined
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    numbersIn(whole, stream.dict.get(key('Matrix'))) ?? IDENTITY
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const { x: left, y: bottom, width, height } = extentOf(corners)
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

/**
 * An element that contained a field contains the marked content that the field has become (ISO 32000-2, 14.7.5).
 * @param isPainted whether its appearance is painted on the page
 * @returns the operator that begins its marked content, if an element contained it
 */
function markOf(tree: StructureTree, { page, dict }: Widget, isPainted: boolean) {
  const number = numberOf(dict.lookup(key('StructParent')), -1)
  const owner = number < 0 ? undefined : tree.takeObject(number)
  if (owner === undefined) return undefined
  const mcid = tree.replaceObject(owner, dict, isPainted ? page : undefined)
  return mcid === undefined ? undefined : `${tagText(tree.role(owner))} <</MCID ${mcid}>> BDC`
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
