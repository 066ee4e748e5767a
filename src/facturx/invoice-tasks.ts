/** What the invoice threads do. */
import type { Finding } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { InvoiceOptions } from './check-invoice.ts'
import type { FacturxContent } from './embed.ts'
import type { Profile } from './invoice.ts'
import type { InvoiceReport } from './invoice-report.ts'
import type { Mapping, MappingContext } from './mapping.ts'
import type { Language } from './words.ts'

/** An invoice, or the caller's own data with the mapping that makes one of it. */
export interface InvoiceSource {
  data: JsonObject
  mapping?: Mapping
  context: MappingContext
  options: InvoiceOptions
  /** Made by a test key: the invoice says so in a note. */
  test?: boolean
}

/** Everything the page and the file are made from. */
export interface PreparedInvoice {
  profile: Profile
  number: string
  typeCode: string
  /** Title of the document: kind and number. */
  title: string
  sellerName: string | undefined
  xml: string
  /** Data of the Word template. */
  view: JsonObject
  warnings: Finding[]
}

/** What each kind of task is given. */
export interface InvoiceTasks {
  prepare: { source: InvoiceSource; language: Language }
  embed: { pdf: Uint8Array; content: FacturxContent }
  report: { source: InvoiceSource }
}

/** What becomes of it. */
export interface InvoiceResults {
  prepare: PreparedInvoice
  embed: Uint8Array
  report: InvoiceReport
}

/** Work on a stranger's file. */
export interface ReadInvoiceTasks {
  read: { file: Uint8Array; options: InvoiceOptions }
}

/** What becomes of it. */
export interface ReadInvoiceResults {
  read: InvoiceReport
}
