/** The lines of an invoice as rows of a page: words for codes, everything the line says, its place in its group. */
import type { CompleteLine, Normalised } from '../model/complete-invoice.ts'
import type { LineAdjustment } from '../model/invoice-lines.ts'
import { daysOf, decimalText, hasLongWord, labelled, present, runIn, shortDay } from './format.ts'
import { addressLines, identified, type PartyWriting } from './parties.ts'
import { countryOf, type PageLabels, percentOf, reasonOf, unitOf, vatLabel } from './words.ts'

/** An allowance or charge with its words: reason, percentage and what it applies to. */
export type AdjustmentView = Normalised<LineAdjustment> & { label: string }

/** A line as templates see it: the invoice's members and their texts in the language of the page. */
export type LineView = Omit<CompleteLine, 'allowances' | 'charges'> & {
  /** Unit in words. */
  unitLabel: string
  /** The same beside the quantity: in the plural where the language has one. */
  unitCounted: string
  /** "20 %", "Autoliquidation" … */
  vatLabel: string
  /** The same in few letters, for a narrow column. */
  vatShort: string
  /** Everything else the line says: references, properties, period, delivery. */
  details: string[]
  allowances: AdjustmentView[]
  charges: AdjustmentView[]
  /** A heading over the lines below it; its amount is their sum. */
  isGroup: boolean
  /** Stands for information: its amount is in no total. */
  isInformation: boolean
  /** Has a word that only the whole width of the page holds. */
  isWide: boolean
  /** How far the line is set in: 0, 1 or 2. */
  level: number
}

const LEVEL_MAX = 2
/** Most letters of a word in the name of a line and in its small print, and what each level takes of them. */
const NAME_WORD_MAX = 38
const DETAIL_WORD_MAX = 44
const LEVEL_LETTERS = 4

/** The percentage of an allowance or charge and what it applies to. */
function shareOf({ percent, base }: Normalised<LineAdjustment>, locale: string): string {
  if (percent === undefined) return ''
  const share = percentOf(percent, locale)
  return base === undefined ? share : `${share} × ${decimalText(base, locale, 2)}`
}

/**
 * An allowance or charge with its words.
 * @param otherwise what it is called without reason and known code
 */
export function adjustmentView<T extends Normalised<LineAdjustment>>(
  given: T,
  otherwise: string,
  locale: string,
): T & { label: string } {
  const reason = given.reason ?? reasonOf(given.reasonCode, locale) ?? otherwise
  return { ...given, label: present([reason, shareOf(given, locale)]).join(' ') }
}

function references(line: CompleteLine, labels: PageLabels, locale: string): string {
  const { attributes = [], classifications = [] } = line
  const classes = classifications.map(({ scheme, code, name }) =>
    present([scheme, code, name]).join(' '),
  )
  const colon = locale.startsWith('fr') ? '\u00a0:' : ':'
  return runIn([
    labelled(labels.reference, line.sellerItemId),
    labelled(labels.buyerItem, line.buyerItemId),
    identified(line.standardItemId, labels.identifier),
    ...attributes.map(({ name, value }) => present([name && `${name}${colon}`, value]).join(' ')),
    ...classes,
    labelled(labels.origin, countryOf(line.originCountry, locale)),
    labelled(labels.orderLine, line.purchaseOrderLine),
    labelled(labels.object, line.objectId?.value),
    labelled(labels.accounting, line.accountingReference),
  ])
}

function deliveryOf({ delivery }: CompleteLine, writing: PartyWriting): string | undefined {
  if (delivery === undefined) return undefined
  const { date, name, address, locationId } = delivery
  const place = present([
    date && shortDay(date, writing.locale),
    name,
    ...addressLines(address, writing),
    identified(locationId, writing.labels.identifier),
  ])
  return labelled(writing.labels.delivered, place.join(', '))
}

function detailsOf(line: CompleteLine, writing: PartyWriting): string[] {
  const { labels, locale } = writing
  const { number, issueDate } = line.precedingInvoice ?? {}
  const earlier = present([number, issueDate && `(${shortDay(issueDate, locale)})`]).join(' ')
  return present([
    line.description,
    line.note,
    references(line, labels, locale),
    labelled(labels.period, daysOf(line.period, locale)),
    deliveryOf(line, writing),
    labelled(labels.precedingInvoice, earlier),
  ])
}

/** How many groups each line is in; lines that name each other as parents end at {@link LEVEL_MAX}. */
function levels(lines: readonly CompleteLine[]): number[] {
  if (!lines.some(({ parentId }) => parentId !== undefined)) return lines.map(() => 0)
  const parents = new Map(lines.map(({ id, parentId }) => [id, parentId]))
  return lines.map(({ parentId }) => {
    let level = 0
    for (let at = parentId; at !== undefined && level < LEVEL_MAX; at = parents.get(at)) level += 1
    return level
  })
}

/** The lines of a page. */
export function lineViews(lines: readonly CompleteLine[], writing: PartyWriting): LineView[] {
  const { labels, locale } = writing
  const depths = levels(lines)
  const adjusted = (list: Normalised<LineAdjustment>[], otherwise: string) =>
    list.map((each) => adjustmentView(each, otherwise, locale))
  return lines.map((line, index) => {
    const level = depths[index] ?? 0
    const details = detailsOf(line, writing)
    const allowances = adjusted(line.allowances, labels.allowance)
    const charges = adjusted(line.charges, labels.charge)
    const small = [...details, ...[...allowances, ...charges].map(({ label }) => label)]
    return {
      ...line,
      unitLabel: unitOf(line.unit, locale),
      unitCounted: unitOf(line.unit, locale, line.quantity),
      vatLabel: vatLabel(line.vat, locale),
      vatShort: vatLabel(line.vat, locale, true),
      details,
      allowances,
      charges,
      isGroup: line.kind === 'GROUP',
      isInformation: line.kind === 'INFORMATION',
      isWide:
        hasLongWord(line.name ?? '', NAME_WORD_MAX - level * LEVEL_LETTERS) ||
        small.some((text) => hasLongWord(text, DETAIL_WORD_MAX - level * LEVEL_LETTERS)),
      level,
    }
  })
}
