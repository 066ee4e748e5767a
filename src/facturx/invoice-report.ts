/** The report on an invoice, in any form: our JSON, CII XML or a PDF. */
import type { Finding } from '../kernel/coded-error.ts'
import type { JsonObject } from '../kernel/json.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { type CheckedDocument, FINDINGS_LISTED_MAX } from './check-invoice.ts'
import { isInvoicePdf, readingPart } from './cii/invoice-file.ts'
import {
  type ContainerFacts,
  type EnclosedFile,
  type FacturxFile,
  NoInvoiceError,
  readFacturx,
} from './cii/read-facturx.ts'
import { withPlainDecimals } from './cii/xml-decimals.ts'
import type { InvoiceOptions } from './invoice-tasks.ts'
import type { CheckedInvoice } from './model/complete-invoice.ts'
import { fault, findingOf } from './model/fields.ts'
import { type FormatFacts, isFrenchUsage, isOtherUsage, usagesOf } from './model/guidelines.ts'
import type { Attachment, Profile, RuleSet } from './model/invoice.ts'
import type { Check } from './model/profiles.ts'
import { validateOfficially } from './official/validate.ts'
import { checkOwnRules } from './rules/check-rules.ts'
import { checkContainer } from './rules/rules-container.ts'
import { readInvoiceXml } from './ubl/read-ubl.ts'
import { decodeXml } from './xml/xml-tree.ts'

/** A checked invoice, as reported to a caller. */
export interface InvoiceReport {
  kind: 'json' | 'xml' | 'pdf'
  /** Undefined when the XML names no known profile. */
  profile: Profile | undefined
  rules: RuleSet
  errors: Finding[]
  warnings: Finding[]
  /** Totals; the lists are truncated at {@link FINDINGS_LISTED_MAX}. */
  counts: { errors: number; warnings: number }
  /** The invoice in our JSON: completed when it came as JSON, else as in the XML. */
  invoice: JsonObject
  /** XML: BT-24 as written. */
  guideline?: string
  syntax?: FormatFacts['syntax']
  /** The rule sets that were applied, and those the file claims to follow that are not known here. */
  checked: Check[]
  notChecked: Check[]
  /** PDF: what it declares about its XML. */
  container?: ContainerFacts
}

const listed = (errors: readonly Finding[], warnings: readonly Finding[]) => ({
  errors: errors.slice(0, FINDINGS_LISTED_MAX),
  warnings: warnings.slice(0, FINDINGS_LISTED_MAX),
  counts: { errors: errors.length, warnings: warnings.length },
})

/** The report on an invoice JSON. */
export function reportOf(checked: CheckedDocument): InvoiceReport {
  const { invoice, errors, warnings } = checked
  const { profile, rules } = invoice
  return {
    kind: 'json',
    profile,
    rules,
    ...listed(errors, warnings),
    checked: checked.checked,
    notChecked: [],
    invoice: invoice as unknown as JsonObject,
  }
}

const unknownProfile = (guideline: string | undefined): Finding =>
  fault('PROFILE-UNKNOWN', '/profile', 'unknownProfile', { guideline: guideline ?? '' })

const notRead = (path: string): Finding => fault('NOT-READ', '', 'notRead', { path })

/** A file as it was sent, opened: its report, its XML and every other file it holds. */
export interface OpenedInvoice {
  report: InvoiceReport
  /** Undefined for a PDF without an invoice. */
  xml?: Uint8Array
  /** The same as text, decoded as the parser reads it. */
  text?: string
  enclosed: EnclosedFile[]
  /** Paths of the elements whose content our invoice JSON has no place for. */
  notCarried: string[]
}

const isFrench = ({ seller }: CheckedInvoice): boolean => seller?.address?.country === 'FR'

/**
 * The rule set for an invoice read from XML. MINIMUM has no place for what the French rules require, and what names a usage of
 * others follows theirs, so they apply to both only on request.
 */
function rulesFor(
  invoice: CheckedInvoice,
  guideline: string | undefined,
  options: InvoiceOptions,
): RuleSet {
  if (options.rules !== undefined) return options.rules
  if (isFrenchUsage(guideline)) return 'fr'
  if (isOtherUsage(guideline)) return 'en16931'
  return isFrench(invoice) && invoice.profile !== 'minimum' ? 'fr' : 'en16931'
}

/** Whose sheet judges a guideline that is no profile: the one it ends like, as the makers' own tools choose it. */
const nearestProfile = (guideline = ''): Profile =>
  (
    [
      ['minimum', 'minimum'],
      ['basicwl', 'basic-wl'],
      [':basic', 'basic'],
      ['extended', 'extended'],
    ] as const
  ).find(([end]) => guideline.endsWith(end))?.[1] ?? 'en16931'

function readXml(xml: Uint8Array, options: InvoiceOptions) {
  const { invoice, guideline, unread, root } = readInvoiceXml(xml)
  const rules = rulesFor(invoice, guideline, options)
  const { profile } = invoice
  const checkedAs = options.profile ?? profile ?? nearestProfile(guideline)
  const isForeign = options.profile === undefined && isOtherUsage(guideline)
  const syntax = root.name === 'CrossIndustryInvoice' ? 'cii' : 'ubl'
  const official = validateOfficially({
    root,
    invoice,
    profile: isForeign ? undefined : checkedAs,
    rules,
    guideline,
  })
  const report: InvoiceReport = {
    kind: 'xml',
    profile,
    rules,
    ...listed(official.errors, [
      ...(profile === undefined ? [unknownProfile(guideline)] : []),
      // What only our rules find is no error of the file.
      ...checkOwnRules(invoice, { profile: checkedAs, rules }),
      ...official.warnings,
      ...unread.map(notRead),
    ]),
    checked: official.checked,
    notChecked: isForeign ? usagesOf(guideline, syntax).notChecked : [],
    syntax,
    // As JSON it has the rules that it was judged by, where its seller would have others.
    invoice: withPlainDecimals(
      rules === 'en16931' && isFrench(invoice) ? { ...invoice, rules } : invoice,
    ),
    ...(guideline !== undefined && { guideline }),
  }
  return { report, unread, held: (invoice.attachments ?? []).flatMap(heldIn) }
}

/** A supporting document (BG-24) that the XML itself holds. */
export const heldIn = ({ id, filename, mimeType, description, content }: Attachment) =>
  content === undefined || content === ''
    ? []
    : [
        omitUndefined<EnclosedFile>({
          name: filename ?? id ?? 'attachment',
          mimeType,
          description,
          content: Buffer.from(content, 'base64'),
        }),
      ]

/** The verdict on a PDF that is a picture of an invoice at best: a scanned page, a printed one. */
function withoutInvoice(
  { message, wording }: NoInvoiceError,
  options: InvoiceOptions,
): InvoiceReport {
  const finding = findingOf({
    code: 'PDF-NO-INVOICE',
    pointer: '',
    detail: wording ?? { en: message },
    fix: say('invoiceWords.noneFix'),
  })
  return {
    kind: 'pdf',
    profile: undefined,
    rules: options.rules ?? 'en16931',
    ...listed([finding], []),
    checked: [],
    notChecked: [],
    invoice: {},
  }
}

async function embeddedIn(pdf: Uint8Array): Promise<FacturxFile | NoInvoiceError> {
  try {
    return await readFacturx(pdf)
  } catch (error) {
    if (error instanceof NoInvoiceError) return error
    throw error
  }
}

/**
 * The report on a Factur-X or ZUGFeRD PDF, or on CII XML. A PDF without an invoice is a verdict too: PDF-NO-INVOICE.
 * @throws FacturxError `data_invalid` when the file cannot be read or its XML is no invoice
 */
export const readReport = async (file: Uint8Array, options: InvoiceOptions) =>
  (await openInvoice(file, options)).report

/** The same with what the file holds. @throws FacturxError as {@link readReport} */
export const openInvoice = (file: Uint8Array, options: InvoiceOptions): Promise<OpenedInvoice> =>
  readingPart('/file', () => opened(file, options))

async function opened(file: Uint8Array, options: InvoiceOptions): Promise<OpenedInvoice> {
  if (!isInvoicePdf(file)) {
    const { report, unread, held } = readXml(file, options)
    return { report, xml: file, text: decodeXml(file), enclosed: held, notCarried: unread }
  }
  const embedded = await embeddedIn(file)
  if (embedded instanceof NoInvoiceError)
    return { report: withoutInvoice(embedded, options), enclosed: [], notCarried: [] }
  const { xml, container, enclosed } = embedded
  const { report, unread, held } = readXml(xml, options)
  const names = new Set(held.map(({ name }) => name))
  return {
    report: withContainer(report, container),
    xml,
    text: decodeXml(xml),
    // A file of BG-24 is in the XML and in the PDF: once is enough.
    enclosed: [...held, ...enclosed.filter(({ name }) => !names.has(name))],
    notCarried: unread,
  }
}

function withContainer(report: InvoiceReport, container: ContainerFacts): InvoiceReport {
  const found = checkContainer(container, report.profile)
  const errors = found.filter(({ level }) => level === 'error')
  const warnings = found.filter(({ level }) => level === 'warning')
  const { counts } = report
  return {
    ...report,
    kind: 'pdf',
    ...listed([...errors, ...report.errors], [...warnings, ...report.warnings]),
    counts: {
      errors: counts.errors + errors.length,
      warnings: counts.warnings + warnings.length,
    },
    container,
  }
}
