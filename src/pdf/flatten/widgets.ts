/** The visible fields of a form: widget annotations with what they inherit (ISO 32000-2, 12.5.6.19, 12.7.4). */
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { nameOf, textOf } from '../form-fields.ts'
import { type Annotation, annotationsOf, type Box, boxOf, type PageFacts } from '../pages.ts'
import { itemsOf, numberOf } from '../pdf-file.ts'
import { inheritedOf, type PdfTarget } from '../pdf-target.ts'

type Source = Pick<PdfTarget, 'resolve' | 'get' | 'catalogRef'>

/** A field on a page. */
export type Widget = Annotation

/** Hidden, and not shown on screen (table 167). */
const UNSEEN_FLAGS = 2 | 32

/** Every widget of a page, whether or not it is in the form: readers show both. */
export const widgetsOf = (source: Source, page: PageFacts): Widget[] =>
  annotationsOf(source, page).filter(({ dict }) => isWidget(source, dict))

/**
 * The widgets of a page and, in the order in which they are painted, the other annotations below one of them: painted
 * after the page, they would cover what became part of it.
 */
export function paintedBelow(source: Source, page: PageFacts): Widget[] {
  const all = annotationsOf(source, page)
  const widgets = all.flatMap(({ dict }, at) => {
    const rect = boxOf(source, dict.get(PDFName.of('Rect'))) ?? NOWHERE
    return isWidget(source, dict) ? [{ at, dict, rect }] : []
  })
  // Most files have links and no fields.
  if (widgets.length === 0) return []
  return all.filter(({ dict }, index) => {
    if (widgets.some((widget) => widget.dict === dict)) return true
    const own = boxOf(source, dict.get(PDFName.of('Rect')))
    if (own === undefined || source.get(dict, 'AP') === undefined) return false
    return widgets.some(({ at, rect }) => at > index && overlap(own, rect))
  })
}

const NOWHERE: Box = { x: 0, y: 0, width: -1, height: -1 }

const overlap = (one: Box, other: Box): boolean =>
  other.width >= 0 &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Whether an annotation is a field of a form. */
const isWidget = (source: Source, annotation: PDFObject | undefined): boolean =>
  nameOf(source.get(annotation, 'Subtype')) === 'Widget'

/** Whether a document has fields, visible or not. */
export function isForm(source: Source, pages: readonly PageFacts[]): boolean {
  const fields = source.get(formOf(source), 'Fields')
  const hasFields = fields instanceof PDFArray && fields.size() > 0
  return hasFields || pages.some((page) => widgetsOf(source, page).length > 0)
}

/** Like {@link inheritedOf}, falling back to the defaults of the form. */
export const fieldMember = (source: Source, field: PDFDict, key: string): PDFObject | undefined =>
  inheritedOf(source, field, key) ?? source.get(formOf(source), key)

/** The interactive form, if there is one. */
export const formOf = (source: Source): PDFObject | undefined =>
  source.get(source.catalogRef, 'AcroForm')

/** Whether a reader shows it on screen. */
export const isSeen = (source: Source, { dict }: Widget): boolean =>
  (numberOf(source.get(dict, 'F')) & UNSEEN_FLAGS) === 0

/** Kind of a field: `Tx`, `Btn`, `Ch`, `Sig`. */
export const kindOf = (source: Source, { dict }: Widget): string | undefined =>
  nameOf(inheritedOf(source, dict, 'FT'))

/** Text of a value; long ones are streams. */
export function valueText(source: Source, dict: PDFDict, key = 'V'): string | undefined {
  const value = inheritedOf(source, dict, key)
  const name = value instanceof PDFName ? value.decodeText() : undefined
  return textOf(value) ?? name
}

/** Options of a choice as they are stored, and as they are read. */
export const optionsOf = (source: Source, field: PDFDict): { stored: string; shown: string }[] =>
  itemsOf(inheritedOf(source, field, 'Opt')).map((item) => {
    const option = source.resolve(item)
    const parts = option instanceof PDFArray ? option.asArray() : [option]
    const [stored = '', shown = stored] = parts.map((part) => textOf(source.resolve(part)) ?? '')
    return { stored, shown }
  })

/** The state of a button, as readers determine it: its own, else the value's if it has an appearance for that. */
export function stateOf(source: Source, { dict }: Widget): string {
  const state = nameOf(source.get(dict, 'AS'))
  if (state !== undefined) return state
  const value = valueText(source, dict)
  const looks = source.get(source.get(dict, 'AP'), 'N')
  const hasLook = looks instanceof PDFDict && looks.has(PDFName.of(value ?? OFF))
  return (hasLook ? value : undefined) ?? OFF
}

/** The state of a button that is off (ISO 32000-2, 12.7.5.2.3). */
const OFF = 'Off'

/** Whether a button without an appearance of its own is on: it has a state, and no value contradicts it. */
export function isPressed(source: Source, widget: Widget): boolean {
  const state = stateOf(source, widget)
  return state !== OFF && (valueText(source, widget.dict) ?? state) === state
}
