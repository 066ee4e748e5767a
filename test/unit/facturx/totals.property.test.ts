import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { CompleteInvoice } from '../../../src/facturx/model/complete-invoice.ts'
import { anyInvoice } from './arbitrary-invoice.ts'

/** Integer arithmetic of its own, so that big.js is not checked with itself. */
const scaled = (text: string, places: number): bigint => {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  expect(fraction.length).toBeLessThanOrEqual(places)
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return negative ? -units : units
}
const cents = (text: string): bigint => scaled(text, 2)
/** Half away from zero. */
const divide = (value: bigint, by: bigint): bigint => {
  const [size, sign] = value < 0n ? [-value, -1n] : [value, 1n]
  return sign * ((2n * size + by) / (2n * by))
}
const total = (texts: readonly (string | undefined)[]): bigint =>
  texts.reduce((sum, text) => sum + cents(text ?? 'absent'), 0n)

function checkLines({ lines }: CompleteInvoice): void {
  for (const line of lines) {
    const goods = divide(
      scaled(line.quantity, 3) * scaled(line.netPrice ?? '', 4),
      100_000n * scaled(line.baseQuantity ?? '1', 0),
    )
    const expected =
      goods - total(line.allowances.map((a) => a.amount)) + total(line.charges.map((a) => a.amount))
    expect(cents(line.netAmount ?? '')).toBe(expected)
    for (const { percent, base, amount } of [...line.allowances, ...line.charges])
      if (percent !== undefined)
        expect(cents(amount ?? '')).toBe(divide(cents(base ?? '') * cents(percent), 10_000n))
  }
}

function checkBreakdown(invoice: CompleteInvoice): void {
  const key = (vat: { category?: string; rate?: string } | undefined) =>
    `${vat?.category} ${vat?.rate}`
  for (const row of invoice.vatBreakdown) {
    const of = <T extends { vat?: { category?: string; rate?: string } }>(list: readonly T[]) =>
      list.filter(({ vat }) => key(vat) === key(row))
    const base =
      total(of(invoice.lines).map((line) => line.netAmount)) -
      total(of(invoice.allowances).map((each) => each.amount)) +
      total(of(invoice.charges).map((each) => each.amount))
    expect(cents(row.base)).toBe(base)
    expect(cents(row.amount)).toBe(divide(base * cents(row.rate ?? '0'), 10_000n))
  }
  expect(new Set(invoice.vatBreakdown.map(key)).size).toBe(invoice.vatBreakdown.length)
}

function checkTotals({ totals, ...invoice }: CompleteInvoice): void {
  expect(cents(totals.lines)).toBe(total(invoice.lines.map((line) => line.netAmount)))
  expect(cents(totals.allowances)).toBe(total(invoice.allowances.map((each) => each.amount)))
  expect(cents(totals.charges)).toBe(total(invoice.charges.map((each) => each.amount)))
  expect(cents(totals.withoutVat)).toBe(
    cents(totals.lines) - cents(totals.allowances) + cents(totals.charges),
  )
  expect(cents(totals.withoutVat)).toBe(total(invoice.vatBreakdown.map((row) => row.base)))
  expect(cents(totals.vat)).toBe(total(invoice.vatBreakdown.map((row) => row.amount)))
  expect(cents(totals.withVat)).toBe(cents(totals.withoutVat) + cents(totals.vat))
  expect(cents(totals.due)).toBe(
    cents(totals.withVat) - cents(totals.prepaid ?? '0') + cents(totals.rounding ?? '0'),
  )
}

/** Every amount of the complete invoice that can be computed, with its pointer. */
function computedAmounts(invoice: CompleteInvoice): string[] {
  const { prepaid: _prepaid, rounding: _rounding, ...totals } = invoice.totals
  const percents = (list: readonly { percent?: string }[], at: string) =>
    list.flatMap(({ percent }, index) => (percent === undefined ? [] : [`${at}/${index}/amount`]))
  return [
    ...Object.keys(totals).map((name) => `/totals/${name}`),
    ...invoice.lines.map((_, index) => `/lines/${index}/netAmount`),
    ...invoice.vatBreakdown.flatMap((_, index) => [
      `/vatBreakdown/${index}/base`,
      `/vatBreakdown/${index}/amount`,
    ]),
    ...percents(invoice.allowances, '/allowances'),
    ...percents(invoice.charges, '/charges'),
  ]
}

/** The same invoice with one amount a cent higher. */
function cheat(invoice: CompleteInvoice, pointer: string): unknown {
  const copy: unknown = structuredClone(invoice)
  const path = pointer.slice(1).split('/')
  const last = path.pop() ?? ''
  const parent = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], copy)
  const holder = parent as Record<string, string>
  const units = cents(holder[last] ?? '') + 1n
  const digits = String(units < 0n ? -units : units).padStart(3, '0')
  holder[last] = `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  return copy
}

describe('the amounts of any invoice', () => {
  test('add up in every line, VAT row and total', () => {
    fc.assert(
      fc.property(anyInvoice, (given) => {
        const { invoice, findings } = completeInvoice(given)
        expect(findings).toEqual([])
        checkLines(invoice)
        checkBreakdown(invoice)
        checkTotals(invoice)
      }),
    )
  })

  test('are accepted unchanged when they are given', () => {
    fc.assert(
      fc.property(anyInvoice, (given) => {
        const { invoice } = completeInvoice(given)
        const again = completeInvoice(JSON.parse(JSON.stringify(invoice)))
        expect(again.findings).toEqual([])
        expect(again.invoice).toEqual(invoice)
      }),
    )
  })

  test('are refused at their pointer when one is a cent off', () => {
    fc.assert(
      fc.property(anyInvoice, fc.nat(), (given, choice) => {
        const { invoice } = completeInvoice(given)
        const pointers = computedAmounts(invoice)
        const pointer = pointers[choice % pointers.length] ?? ''
        const { findings } = completeInvoice(cheat(invoice, pointer))
        expect(findings.map((finding) => finding.pointer)).toContain(pointer)
      }),
    )
  })

  test('of a credit note are those of its invoice with the opposite sign', () => {
    fc.assert(
      fc.property(anyInvoice, (given) => {
        const lines = (given.lines ?? []).map((line) => ({ ...line, allowances: [], charges: [] }))
        const mirrored = lines.map((line) => {
          const quantity = String(line.quantity)
          // Minus zero is refused.
          if (Number(quantity) === 0) return line
          return {
            ...line,
            quantity: quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`,
          }
        })
        const plain = { ...given, allowances: [], charges: [], totals: {} }
        const one = completeInvoice({ ...plain, lines }).invoice.totals
        const other = completeInvoice({ ...plain, lines: mirrored }).invoice.totals
        expect(cents(other.withVat)).toBe(-cents(one.withVat))
      }),
    )
  })
})
