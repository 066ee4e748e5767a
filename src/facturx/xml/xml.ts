/** Writes XML elements; empty ones are omitted. */
import { escapeXml } from '../../xml/escape.ts'

// Names of the file inside a PDF that is the invoice.

/** The name that Factur-X 1.0 and ZUGFeRD 2.1 and above give it, and we. */
export const XML_FILE_NAME = 'factur-x.xml'

/** All names, in search order: Factur-X, XRechnung, ZUGFeRD 2.0 and 1. */
export const XML_NAMES: readonly string[] = [
  XML_FILE_NAME,
  'xrechnung.xml',
  'zugferd-invoice.xml',
  'ZUGFeRD-invoice.xml',
]

/** Attributes of a leaf; absent ones are omitted. */
type Attributes = Record<string, string | undefined>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('')

/** An element with text; an empty string when the text is absent. */
export const leaf = (name: string, text: string | undefined, attributes: Attributes = {}) =>
  text === undefined ? '' : `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`

/** An element with children; an empty string when they are all empty. */
export function branch(name: string, ...children: string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** An element that is required even without children. */
export const always = (name: string, ...children: string[]): string =>
  branch(name, ...children) || `<${name}/>`
