/** Reads an invoice XML to JSON, writes it again, and compares the two element by element. */
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { type InvoiceReport, readReport } from '../../src/facturx/invoice-report.ts'
import { type InvoiceFormat, usagesOf } from '../../src/facturx/model/guidelines.ts'
import type { Profile } from '../../src/facturx/model/invoice.ts'
import { PROFILE_FACTS } from '../../src/facturx/model/profiles.ts'
import { parseXml, type XmlElement } from '../../src/facturx/xml/xml-tree.ts'

/** What became of an invoice. */
export interface RoundTrip {
  /** Codes that refuse the JSON; none when it was written again. */
  refused: string[]
  /** Elements whose value is not in the second XML, as `path = value`. */
  lost: string[]
  /** Those of them that the answer named (NOT-READ). */
  named: string[]
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** One spelling of a number, and of an account number. */
const plain = (text: string): string => {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  if (/^[A-Z]{2}\d{2}[A-Z0-9 ]{11,}$/.test(trimmed)) return trimmed.replaceAll(' ', '')
  return DECIMAL.test(trimmed) && !/^0\d/.test(trimmed) ? String(Number(trimmed)) : trimmed
}

/** The values of an invoice: path and text of each leaf, how often each. */
function leavesOf(root: XmlElement): Map<string, number> {
  const leaves = new Map<string, number>()
  const visit = (element: XmlElement, path: string): void => {
    const here = `${path}/${element.name}`
    const key = `${here} = ${plain(element.value)}`
    if (element.children.length === 0 && element.value.trim() !== '')
      leaves.set(key, (leaves.get(key) ?? 0) + 1)
    for (const child of element.children) visit(child, here)
  }
  visit(root, '')
  return leaves
}

/** Whether a value stands in another element: a service charge as a charge, name and department in one, no spaces in a number. */
function isElsewhere(leaf: string, after: readonly string[]): boolean {
  const value = leaf.slice(leaf.indexOf(' = ') + 3).replaceAll(' ', '')
  return after.some((text) => text === value || (value.length > 3 && text.includes(value)))
}

/** The guideline is that of the profile it is written in. */
const isOwn = (leaf: string): boolean =>
  /\/(GuidelineSpecifiedDocumentContextParameter|CustomizationID)\b/.test(leaf)

/** The format that an invoice came in, by its syntax and what its guideline names. */
function formatOf({ syntax = 'cii', guideline = '' }: InvoiceReport): InvoiceFormat {
  const usages = usagesOf(guideline, syntax).sheets.map(({ check }) => check)
  const named = usages.map((usage) =>
    usage === 'peppol' ? usage : (`${usage}-${syntax}` as const),
  )
  return named[0] ?? syntax
}

/** @param xml an invoice of any profile; it is written again as what it is, a profile of Factur-X with lines as EXTENDED */
export async function roundTrip(xml: Uint8Array): Promise<RoundTrip> {
  const report = await readReport(xml, {})
  const { profile = 'en16931', invoice } = report
  const format = formatOf(report)
  const written = PROFILE_FACTS[profile].lines && format === 'cii' ? 'extended' : profile
  const again = (as: Profile) => checkInvoice({ ...invoice, profile: as }, { format })
  // A rule of EXTENDED may be stricter than that of EN 16931.
  const first = again(written)
  const { errors, xml: second } = first.errors.length === 0 ? first : again(profile)
  const refused = [...new Set(errors.flatMap(({ code }) => code ?? []))]
  if (refused.length > 0) return { refused, lost: [], named: [] }
  const after = leavesOf(parseXml(Buffer.from(second)))
  const texts = [...after.keys()].map((leaf) =>
    leaf.slice(leaf.indexOf(' = ') + 3).replaceAll(' ', ''),
  )
  const lost = [...leavesOf(parseXml(xml))].flatMap(([leaf, count]) =>
    count > (after.get(leaf) ?? 0) && !isOwn(leaf) && !isElsewhere(leaf, texts) ? [leaf] : [],
  )
  const unread = report.warnings.flatMap(({ code, detail }) =>
    code === 'NOT-READ'
      ? [(/The XML has (\S+),/.exec(detail)?.[1] ?? '').replace(/^\/?/, '/')]
      : [],
  )
  return {
    refused,
    lost,
    named: lost.filter((leaf) => unread.some((path) => leaf.startsWith(`${path} = `))),
  }
}
