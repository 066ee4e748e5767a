/**
 * Where an element of the XML is: as a path for people, and as a pointer into the invoice JSON. places.json has the pointer of
 * each element, below its parent; the writer and the reader of CII follow the same structure.
 */
import { UBL_ELEMENTS } from '../ubl/ubl.ts'
import type { StructureElement } from '../xml/structure.ts'
import { structureChildPlace, structurePlace } from '../xml/structure-places.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import PLACES from './places.json' with { type: 'json' }

const localName = (tag: string): string => tag.replace(/^(\{.*\}|.*:)/, '')

/** A path as `/CrossIndustryInvoice/…/IncludedSupplyChainTradeLineItem[2]/…`. */
export function pathOf(element: XmlElement): string {
  const above = element.parent === undefined ? '' : pathOf(element.parent)
  const namesakes = (element.parent?.children ?? []).filter(({ tag }) => tag === element.tag)
  const position = namesakes.length > 1 ? `[${namesakes.indexOf(element) + 1}]` : ''
  return `${above}/${localName(element.tag)}${position}`
}

/** A pointer and what is below it: its elements by name, or the name of a group of them (`#party`). */
type Entry = string | Group | [pointer: string, below: Group | string]
interface Group {
  [name: string]: Entry
}

/** An element of the table; `*` in its pointer is the index of a list, one for each list on the way. */
interface Place {
  pointer: string
  below: Map<string, Place>
}

const TABLE = PLACES as unknown as Group

function join(above: string, pointer: string): string {
  if (pointer === '' || pointer.startsWith('/')) return pointer || above
  if (pointer.startsWith('../'))
    return `${above.slice(0, above.lastIndexOf('/'))}/${pointer.slice(3)}`
  return `${above}/${pointer}`
}

function addTo(place: Place, group: Group): Place {
  for (const [path, entry] of Object.entries(group)) {
    if (path.startsWith('#')) continue
    const [pointer, below] =
      typeof entry === 'string' ? [entry, {}] : Array.isArray(entry) ? entry : ['', entry]
    let at = place
    for (const name of path.split('/')) {
      const next = at.below.get(name) ?? { pointer: at.pointer, below: new Map() }
      at.below.set(name, next)
      at = next
    }
    at.pointer = join(place.pointer, pointer)
    addTo(at, typeof below === 'string' ? (TABLE[`#${below}`] as Group) : below)
  }
  return place
}

const ROOT = addTo({ pointer: '', below: new Map() }, TABLE)

const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  element?.first(path)?.value.trim()

const DUE = 'DueDateDateTime'

/** Elements of one name that are several members of the JSON: what is added to the name of the others. */
const KINDS: Readonly<Record<string, (element: XmlElement) => string | undefined>> = {
  SpecifiedTradeAllowanceCharge: (each) =>
    textAt(each, 'ChargeIndicator/Indicator') === 'true' ? '+' : '',
  SpecifiedTaxRegistration: (each) => (each.first('ID')?.attributes.schemeID === 'FC' ? '+' : ''),
  AdditionalReferencedDocument: (each) => textAt(each, 'TypeCode')?.replace(/^(?!50$|130$).*$/, ''),
  TaxTotalAmount: ({ attributes: { currencyID }, parent }) =>
    currencyID !== textAt(parent?.parent, 'InvoiceCurrencyCode') &&
    currencyID === textAt(parent?.parent, 'TaxCurrencyCode')
      ? '+'
      : '',
  // An installment, if there are several or it is a part of the amount.
  SpecifiedTradePaymentTerms: (each) =>
    each.first(DUE) !== undefined &&
    (each.first('PartialPaymentAmount') !== undefined ||
      (each.parent?.all(`${each.name}/${DUE}`).length ?? 0) > 1)
      ? '+'
      : '',
}

const kindOf = (element: XmlElement): string =>
  `${element.name}${KINDS[element.name]?.(element) ?? ''}`

/** Elements of a list that stand before those of another name. */
const BEFORE: Readonly<Record<string, string>> = {
  GlobalID: 'ID',
  SpecifiedLogisticsServiceCharge: 'SpecifiedTradeAllowanceCharge+',
}

function indexOf(element: XmlElement): number {
  const [kind, { parent }] = [kindOf(element), element]
  // Discounts are counted through all terms.
  if (kind === 'ApplicableTradePaymentDiscountTerms')
    return parent?.parent?.all(`${parent.name}/${kind}`).indexOf(element) ?? 0
  const kinds = parent?.children.map(kindOf) ?? []
  const own = kinds.slice(0, parent?.children.indexOf(element)).filter((each) => each === kind)
  return own.length + kinds.filter((each) => each === BEFORE[kind]).length
}

const starsIn = (pointer: string): number => pointer.split('*').length - 1

interface Found {
  place: Place
  indices: number[]
  /** Whether the element itself has an entry, not only one above it. */
  isExact: boolean
}

function find(element: XmlElement): Found {
  if (element.parent === undefined) return { place: ROOT, indices: [], isExact: true }
  const { place, indices, isExact } = find(element.parent)
  const next = isExact
    ? (place.below.get(kindOf(element)) ?? place.below.get(element.name))
    : undefined
  if (next === undefined) return { place, indices, isExact: false }
  const isItem = starsIn(next.pointer) > indices.length
  return { place: next, indices: isItem ? [...indices, indexOf(element)] : indices, isExact: true }
}

/** A pointer with its indices; a list that has none left is meant as a whole. */
function filled(pointer: string, indices: readonly number[]): string {
  let at = 0
  return pointer.replace(/\*/g, () => String(indices[at++] ?? '*')).replace(/\/\*.*$/, '')
}

/** The structure of UBL, for an element of that syntax. */
function ublNodes(element: XmlElement): readonly StructureElement[] | undefined {
  let root = element
  while (root.parent !== undefined) root = root.parent
  return root.name === 'Invoice' || root.name === 'CreditNote' ? UBL_ELEMENTS[root.name] : undefined
}

/** The member of our JSON that an element belongs to, as far as it is one; `''` for the whole invoice. */
export function placeOf(element: XmlElement): string {
  const ubl = ublNodes(element)
  if (ubl !== undefined) return structurePlace(ubl, element).pointer
  const { place, indices } = find(element)
  return filled(place.pointer, indices)
}

/** The member that a child or an attribute (`@unitCode`) of an element is; that of the element, when it is none. */
export function placeOfChild(element: XmlElement, tag: string): string {
  const ubl = ublNodes(element)
  if (ubl !== undefined) return structureChildPlace(ubl, element, localName(tag))
  const { place, indices, isExact } = find(element)
  const child = isExact ? place.below.get(localName(tag)) : undefined
  if (tag === '@schemeID' && element.parent?.name !== 'SpecifiedTaxRegistration')
    return `${filled(place.pointer, indices)}/scheme`
  return filled((child ?? place).pointer, indices)
}
