/** The VAT breakdown (BG-23): one row for each category and rate, computed from lines or given. */
import Big from 'big.js'
import { say } from '../../translations/texts.ts'
import { percentOf, sum, toBig, ZERO } from '../model/amounts.ts'
import type { Arithmetic } from '../model/arithmetic.ts'
import type { CompleteInvoice, CompleteVat, Normalised } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import { VAT_CATEGORIES, type Vat, type VatBreakdown } from '../model/invoice-lines.ts'
import { shown } from '../model/invoice-values.ts'
import { completeVat, isSummed, vatKey } from '../model/line-amounts.ts'

type GivenRow = Normalised<VatBreakdown>

/** Part of the rule ids of EN 16931 for each category: BR-S-08, BR-IC-08 … */
const RULE_FAMILY: Record<string, string> = { K: 'IC', L: 'AF', M: 'AG' }
/** BR-CL-18 reports a code that is not a category; its rows are grouped like those of the standard rate. */
const family = (category = 'S'): string =>
  RULE_FAMILY[category] ?? (VAT_CATEGORIES.some((known) => known === category) ? category : 'S')

/** The reason these categories have by definition, as VATEX code. */
const OWN_REASON: Record<string, string> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/** What lines, allowances and charges contribute to one category and rate. */
interface Gathered {
  vat: Normalised<Vat>
  base: Big
  /** Number of amounts in the base. */
  summed: number
}

const words = (vat: Normalised<Vat>): string =>
  vat.rate === undefined ? shown(vat.category ?? '') : `${shown(vat.category ?? '')} ${vat.rate} %`

/** Merges the exemptions given; two different ones cannot share a row. */
function mergeExemption(
  row: Normalised<Vat>,
  vat: Normalised<Vat>,
  pointer: string,
  arithmetic: Arithmetic,
): void {
  for (const field of ['exemptionCode', 'exemptionReason'] as const) {
    const [held, named] = [row[field], vat[field]]
    if (named === undefined || held === named) continue
    if (held === undefined) row[field] = named
    else
      arithmetic.report(
        fault(`BR-${family(vat.category)}-01`, `${pointer}/${field}`, 'exemptions', {
          vat: words(vat),
          one: shown(held),
          other: shown(named),
        }),
      )
  }
}

class Gathering {
  readonly rows = new Map<string, Gathered>()
  private readonly arithmetic: Arithmetic

  constructor(arithmetic: Arithmetic) {
    this.arithmetic = arithmetic
  }

  add(vat: Normalised<Vat> | undefined, amount: Big | undefined, pointer: string): void {
    const key = vatKey(vat)
    if (vat === undefined || key === undefined) return
    const row = this.rows.get(key) ?? { vat: { ...vat }, base: ZERO, summed: 0 }
    mergeExemption(row.vat, vat, pointer, this.arithmetic)
    this.rows.set(key, {
      ...row,
      base: row.base.plus(amount ?? ZERO),
      summed: row.summed + 1,
    })
  }
}

/** The inputs of the breakdown. */
type VatSources = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges'>

function gather(sources: VatSources, arithmetic: Arithmetic): Map<string, Gathered> {
  const gathering = new Gathering(arithmetic)
  sources.lines.forEach((line, index) => {
    if (isSummed(line)) gathering.add(line.vat, toBig(line.netAmount), `/lines/${index}/vat`)
  })
  sources.allowances.forEach(({ vat, amount }, index) => {
    gathering.add(vat, toBig(amount)?.neg(), `/allowances/${index}/vat`)
  })
  sources.charges.forEach(({ vat, amount }, index) => {
    gathering.add(vat, toBig(amount), `/charges/${index}/vat`)
  })
  return gathering.rows
}

function withOwnReason<R extends Normalised<Vat>>(row: R): R {
  const own = OWN_REASON[row.category ?? '']
  return own === undefined || row.exemptionCode !== undefined || row.exemptionReason !== undefined
    ? row
    : { ...row, exemptionCode: own }
}

/** A row with its amounts: `base` × rate is the VAT (BR-CO-17). */
function completeRow(
  row: GivenRow,
  { base, summed }: Pick<Gathered, 'base' | 'summed'>,
  pointer: string,
  arithmetic: Arithmetic,
): CompleteVat {
  const checkedBase = arithmetic.amount(row.base, base, {
    code: `BR-${family(row.category)}-08`,
    pointer: `${pointer}/base`,
    summed,
    formula: say('formulas.rowBase', { vat: words(row) }),
  })
  const tax = percentOf(new Big(checkedBase), toBig(row.rate) ?? ZERO)
  return withOwnReason({
    ...row,
    base: checkedBase,
    amount: arithmetic.amount(row.amount, tax, {
      code: 'BR-CO-17',
      pointer: `${pointer}/amount`,
      formula: say('formulas.rowVat'),
    }),
  })
}

/** The breakdown of an invoice with lines; given rows are checked against the lines. */
export function breakdownOfLines(
  given: readonly GivenRow[],
  sources: VatSources,
  arithmetic: Arithmetic,
): CompleteVat[] {
  const gathered = gather(sources, arithmetic)
  const givenByKey = new Map<string, number>()
  const rows = given.map(completeVat)
  rows.forEach((row, index) => {
    const key = vatKey(row)
    if (key !== undefined && gathered.has(key) && !givenByKey.has(key)) givenByKey.set(key, index)
    else complainRow(row, index, arithmetic)
  })
  return [...gathered].map(([key, { vat, ...sums }]) => {
    const index = givenByKey.get(key)
    const row = index === undefined ? undefined : rows[index]
    return completeRow({ ...vat, ...row }, sums, `/vatBreakdown/${index ?? '-'}`, arithmetic)
  })
}

function complainRow(row: GivenRow, index: number, arithmetic: Arithmetic): void {
  const code = `BR-${family(row.category)}-01`
  arithmetic.report(fault(code, `/vatBreakdown/${index}`, 'emptyRow', { vat: words(row) }))
}

/**
 * The breakdown of an invoice without lines (MINIMUM, BASIC WL): as given, VAT computed.
 * @param withoutVat the base of the only row, if it has none
 */
export function breakdownAsGiven(
  given: readonly GivenRow[],
  withoutVat: Big | undefined,
  arithmetic: Arithmetic,
): CompleteVat[] {
  return given.map((each, index) => {
    const row = completeVat(each)
    const base = toBig(row.base) ?? (given.length === 1 ? withoutVat : undefined)
    if (base === undefined)
      arithmetic.report(fault('BR-45', `/vatBreakdown/${index}/base`, 'rowBase'))
    return completeRow(row, { base: base ?? ZERO, summed: 0 }, `/vatBreakdown/${index}`, arithmetic)
  })
}

/** Sum of the VAT of all rows. */
export const vatOf = (rows: readonly CompleteVat[]): Big =>
  sum(rows.map((row) => new Big(row.amount)))
