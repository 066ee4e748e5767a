/** The tasks of the invoice workers. */
import type { Finding } from '../kernel/coded-error.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { EnclosedFile } from './cii/read-facturx.ts'
import type { Mapping, MappingContext } from './mapping/mapping.ts'
import type { InvoiceFormat } from './model/guidelines.ts'
import type { Profile, RuleSet } from './model/invoice.ts'

/** Options of the request; the invoice may state them too, but not different ones. */
export interface InvoiceOptions {
  profile?: Profile
  rules?: RuleSet
  /** What it is made as; `facturx` when absent. */
  format?: InvoiceFormat
}

/** An invoice, or the caller's own data with the mapping that turns it into one. */
export interface InvoiceSource {
  data: JsonObject
  mapping?: Mapping
  context: MappingContext
  options: InvoiceOptions
  /** Made with a test key: a note in the invoice states it. */
  test?: boolean
}

/** The page of an invoice. */
export interface InvoicePage {
  number: string
  /** Title of the document: kind and number. */
  title: string
  /** Locale of the page (BCP 47). */
  locale: string
  /** Data of the Word template. */
  view: JsonObject
}

/** Everything that page and file are made from. */
export interface PreparedInvoice extends InvoicePage {
  profile: Profile
  typeCode: string
  currency: string
  totals: JsonObject
  xml: string
  warnings: Finding[]
  /** Supporting documents (BG-24) that the XML holds, for the PDF. */
  attachments: EnclosedFile[]
}
