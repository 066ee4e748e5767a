/** Names of the file inside a PDF that is the invoice. */

/** The name that Factur-X 1.0 and ZUGFeRD 2.1 and above give it, and we. */
export const XML_FILE_NAME = 'factur-x.xml'

/** All names, in search order: Factur-X, XRechnung, ZUGFeRD 2.0 and 1. */
export const XML_NAMES: readonly string[] = [
  XML_FILE_NAME,
  'xrechnung.xml',
  'zugferd-invoice.xml',
  'ZUGFeRD-invoice.xml',
]
