/** The tasks of the invoice workers. */
import type { Finding } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { InvoiceOptions } from './check-invoice.ts'
import type { FacturxContent } from './embed.ts'
import type { Profile } from './invoice.ts'
import type { InvoiceReport } from './invoice-report.ts'
import type { Mapping, MappingContext } from './mapping.ts'
import type { Language } from './words.ts'

/** An invoice, or the caller's own data with the mapping that turns it into one. */
export interface InvoiceSource {
  data: JsonObject
  mapping?: Mapping
  context: MappingContext
  options: InvoiceOptions
  /** Made with a test key: a note in the invoice states it. */
  test?: boolean
}

/** Everything that page and file are made from. */
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

/** Input of each kind of task. */
export interface InvoiceTasks {
  prepare: { source: InvoiceSource; language: Language }
  embed: { pdf: Uint8Array; content: FacturxContent }
  report: { source: InvoiceSource }
}

/** Result of each kind of task. */
export interface InvoiceResults {
  prepare: PreparedInvoice
  embed: Uint8Array
  report: InvoiceReport
}

/** Input of each kind of task on an untrusted file. */
export interface ReadInvoiceTasks {
  read: { file: Uint8Array; options: InvoiceOptions }
}

/** Result of each kind of task on an untrusted file. */
export interface ReadInvoiceResults {
  read: InvoiceReport
}
