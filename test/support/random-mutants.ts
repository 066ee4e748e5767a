/**
 * Spoils invoices at random (fast-check): elements dropped, doubled, swapped, moved or emptied; codes, amounts, schemes,
 * currencies and dates changed. What the official artefacts say of the results is compared with what ours say.
 */
import fc from 'fast-check'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import type { Profile } from '../../src/facturx/model/invoice.ts'
import { parseXml, type XmlElement } from '../../src/facturx/xml/xml-tree.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { fullInvoice, plainInvoice } from '../unit/facturx/sample-invoices.ts'
import { groupedXml } from './grouped-xml.ts'
import type { Mutant } from './mutations.ts'
import { schemaInvoice } from './schema-invoices.ts'

/** An element that can be changed: its own texts and children in a list, as few of either as there are. */
interface Markup {
  tag: string
  attributes: Record<string, string>
  text: string
  children: Markup[]
}

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

const markupOf = (element: XmlElement): Markup => ({
  tag: element.tag,
  attributes: { ...element.attributes },
  text: element.children.length === 0 ? element.value : '',
  children: element.children.map(markupOf),
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function written({ tag, attributes, text, children }: Markup): string {
  const said = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${tag}${said.join('')}>${escaped(text)}${children.map(written).join('')}</${tag}>`
}

function documentOf(root: Markup): string {
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => [`xmlns:${prefix}`, uri])
  const attributes = { ...Object.fromEntries(declared), ...root.attributes }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written({ ...root, attributes })}`
}

interface Placed {
  element: Markup
  parent: Markup
}

const placesIn = (parent: Markup): Placed[] =>
  parent.children.flatMap((element) => [{ element, parent }, ...placesIn(element)])

const CODES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', '380', '381', '384', '386', '326']
const OTHER_CODES = ['30', '58', '59', '49', '48', 'VAT', '916', '130', '50', 'C62', 'HUR', '95']
const SCHEMES = ['0002', '0009', '0060', '0088', '0160', '0224', '0225', 'EM', 'VA', 'FC', 'SRV']
const MORE_SCHEMES = ['AAI', 'REG', 'PMT', 'GROUP', 'DETAIL', 'INFORMATION', 'VATEX-EU-132', '72']
const CURRENCIES = ['EUR', 'USD', 'CHF', 'XXX', '']
const AMOUNTS = ['0', '-1', '0.00', '1000000', '12.345', '1.00001', 'NaN', '1e3', '-0', '.5', '7.']
const MORE_AMOUNTS = [' 20.00 ', '', '20,00', '+3', '100', '19.6', '33.333']
const DATES = ['20261130', '20260229', '2026-11-30', '', '20991231', '202611', '19000101']
const COUNTRIES = ['FR', 'DE', 'IT', 'ES', 'XX', 'MQ', 'EL']
const TEXTS = ['', ' ', 'x', '\u{1f600}', '303265045', '73282932000074', 'FR40303265045', 'a#b#c']
const MORE_TEXTS = [
  'DE123456789',
  'true',
  'false',
  '1',
  'x'.repeat(300),
  'FR7630004000031234567890143',
]

/** All values that a text can get; a change picks one that fits or, one time in five, any. */
const EVERYTHING = [
  ...CODES,
  ...OTHER_CODES,
  ...SCHEMES,
  ...MORE_SCHEMES,
  ...CURRENCIES,
  ...AMOUNTS,
  ...MORE_AMOUNTS,
  ...DATES,
  ...COUNTRIES,
  ...TEXTS,
  ...MORE_TEXTS,
]

function valuesFor(name: string): readonly string[] {
  if (/Currency/i.test(name)) return CURRENCIES
  if (/Amount|Percent|Quantity|Rate|Numeric|Measure/.test(name))
    return [...AMOUNTS, ...MORE_AMOUNTS]
  if (/DateTime|DateTimeString|Date$/.test(name)) return DATES
  if (/CountryID/.test(name)) return COUNTRIES
  if (/Code$|schemeID|listID|unitCode|format|mimeCode/.test(name))
    return [...CODES, ...OTHER_CODES, ...SCHEMES, ...MORE_SCHEMES]
  return [...TEXTS, ...MORE_TEXTS]
}

const GUIDELINE = 'ram:GuidelineSpecifiedDocumentContextParameter'

/** One thing that is done to an invoice: numbers say where and what, whatever the invoice. */
interface Change {
  kind: (typeof KINDS)[number]
  at: number
  other: number
  value: number
}

const KINDS = [
  'drop',
  'double',
  'swap',
  'move',
  'empty',
  'text',
  'text',
  'text',
  'attribute',
  'no-attribute',
  'new-attribute',
  'amount',
  'scheme',
] as const

const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(1, items.length)]

const otherText = (name: string, { value, other }: Change): string =>
  pick(other % 5 === 0 ? EVERYTHING : valuesFor(name), value) ?? ''

/** An amount some cents or some units off, as totals that no longer fit. */
const shifted = (text: string, { value }: Change): string => {
  const by = [0.01, -0.01, 0.02, 1, -1, 0.001, 100][value % 7] ?? 0.01
  const number = Number(text) + by
  return Number.isFinite(number) ? number.toFixed(value % 3 === 0 ? 3 : 2) : '1.00'
}

function onAttribute({ element }: Placed, change: Change): void {
  const { kind, at } = change
  const name = pick(Object.keys(element.attributes), at)
  if (kind === 'new-attribute')
    element.attributes[pick(['schemeID', 'currencyID', 'listID', 'format', 'x'], at) ?? 'x'] =
      otherText('schemeID', change)
  else if (name !== undefined && kind === 'no-attribute') delete element.attributes[name]
  else if (name !== undefined) element.attributes[name] = otherText(name, change)
}

function onPlace(root: Markup, { element, parent }: Placed, change: Change): void {
  const { kind, other } = change
  const index = parent.children.indexOf(element)
  switch (kind) {
    case 'drop':
      parent.children.splice(index, 1)
      break
    case 'double':
      parent.children.splice(index, 0, structuredClone(element))
      break
    case 'swap': {
      const at = other % parent.children.length
      const [first, second] = [parent.children[index], parent.children[at]]
      if (first === undefined || second === undefined) break
      parent.children[index] = second
      parent.children[at] = first
      break
    }
    case 'move': {
      const target = pick(placesIn(root), other)?.parent
      if (target !== undefined) target.children.push(structuredClone(element))
      break
    }
    case 'empty':
      element.children = []
      element.text = ''
      break
    default:
      element.text =
        kind === 'amount' ? shifted(element.text, change) : otherText(element.tag, change)
  }
}

const isLeaf = ({ element }: Placed): boolean => element.children.length === 0
const isAmount = ({ element }: Placed): boolean =>
  isLeaf({ element, parent: element }) &&
  /^-?\d+(\.\d+)?$/.test(element.text) &&
  /Amount|Percent|Quantity/.test(element.tag)
const hasAttributes = ({ element }: Placed): boolean => Object.keys(element.attributes).length > 0

/** Where a kind of change can be made. The guideline stays: it says which sheets are compared. */
function placesFor(root: Markup, kind: Change['kind']): Placed[] {
  const places = placesIn(root).filter(
    ({ element, parent }) => element.tag !== GUIDELINE && parent.tag !== GUIDELINE,
  )
  if (kind === 'text') return places.filter(isLeaf)
  if (kind === 'amount') return places.filter(isAmount)
  if (kind === 'attribute' || kind === 'no-attribute' || kind === 'scheme')
    return places.filter(hasAttributes)
  return places
}

function changed(xml: string, changes: readonly Change[]): Mutant {
  const root = markupOf(parseXml(Buffer.from(xml)))
  const done: string[] = []
  for (const change of changes) {
    const place = pick(placesFor(root, change.kind), change.at)
    if (place === undefined) continue
    done.push(`${change.kind} ${place.parent.tag}/${place.element.tag}`)
    if (/attribute|scheme/.test(change.kind)) onAttribute(place, change)
    else onPlace(root, place, change)
  }
  return { what: done.join(', '), xml: documentOf(root) }
}

const number = fc.nat({ max: 1_000_000 })
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: number,
  other: number,
  value: number,
})

const SEED = 1_092
/** About a fifth of them is accepted. */
const MADE = 200

const known = new Map<Profile, string[]>()

/** Valid invoices of a profile: those of our tests, and some made from the JSON Schema. */
function basesOf(profile: Profile): string[] {
  const bases = known.get(profile) ?? [
    ...[plainInvoice, fullInvoice].map(
      (json) => writeCii(completeInvoice({ ...json, profile }).invoice).xml,
    ),
    ...(profile === 'extended' ? [12, 23].map(groupedXml) : []),
    ...fc.sample(schemaInvoice, { seed: SEED, numRuns: MADE }).flatMap((json) => {
      const { errors, xml } = checkInvoice({ ...json, profile } as JsonObject, {})
      return errors.length > 0 ? [] : [xml]
    }),
  ]
  known.set(profile, bases)
  return bases
}

/** @param count how many; the same for the same seed */
export function randomMutants(profile: Profile, count: number, seed: number): Mutant[] {
  const bases = basesOf(profile)
  const mutant = fc
    .tuple(fc.constantFrom(...bases), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([xml, changes]) => changed(xml, changes))
  return fc.sample(mutant, { numRuns: count, seed })
}
