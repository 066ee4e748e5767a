/** Decimals of XML ("100.", ".5", "+1") as our JSON writes them; both are the same number. */
import type { TSchema } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { InvoiceSchema } from '../model/invoice.ts'
import { DECIMAL_PATTERN } from '../model/invoice-values.ts'

/** The parts of the invoice's schema that lead to its decimals. */
interface Node extends TSchema {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

const OURS = new RegExp(DECIMAL_PATTERN)
/** XML Schema part 2, 3.2.3.1: either part may be missing, but not both. */
const OF_XML = /^([+-]?)(\d*)\.?(\d*)$/

function plainDecimal(text: string): string {
  const [, sign, whole = '', fraction = ''] = OF_XML.exec(text) ?? []
  if (OURS.test(text) || whole + fraction === '') return text
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/0+$/, '')
  const plain = `${sign === '-' ? '-' : ''}${digits}${decimals === '' ? '' : `.${decimals}`}`
  return OURS.test(plain) ? plain : text
}

function plain(node: Node | undefined, value: unknown): unknown {
  if (typeof value === 'string') return node?.anyOf === undefined ? value : plainDecimal(value)
  if (Array.isArray(value)) return value.map((item) => plain(node?.items, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plain(node?.properties?.[name], member)]),
  )
}

/** @param invoice as read from XML, for a caller who may send it back as JSON */
export const withPlainDecimals = (invoice: object): JsonObject =>
  plain(InvoiceSchema as Node, invoice) as JsonObject
