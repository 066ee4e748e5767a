/** The complete check of an invoice JSON: shape, arithmetic and rules in one list, each mistake once. */
import type { Finding } from '../kernel/coded-error.ts'
import { isJsonObject, type JsonObject } from '../kernel/json.ts'
import { firstDetail } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import { type InvoiceDocument, writeCii } from './cii/cii.ts'
import { completeNormal } from './complete/complete.ts'
import { isComputedFrom, withoutComputed, withoutEchoes } from './complete/computed-findings.ts'
import { atGiven, atWritten } from './complete/given-pointers.ts'
import { termWarnings } from './complete/payment-term-needs.ts'
import { completeTerms } from './complete/payment-terms.ts'
import { readInvoice } from './complete/read-json.ts'
import { FacturxError } from './facturx-error.ts'
import type { InvoiceOptions } from './invoice-tasks.ts'
import type { CompleteInvoice } from './model/complete-invoice.ts'
import { fault } from './model/fields.ts'
import { FORMAT_FACTS, type FormatFacts } from './model/guidelines.ts'
import { PROFILES, type Profile, RULE_SETS } from './model/invoice.ts'
import { type Check, includes, PROFILE_FACTS } from './model/profiles.ts'
import { type OfficialVerdict, validateOfficially, validateWhole } from './official/validate.ts'
import { isCreditNote } from './page/words.ts'
import { checkOwnRules } from './rules/check-rules.ts'
import { writeUbl } from './ubl/ubl.ts'
import { parseXml } from './xml/xml-tree.ts'

/** A finding when the total with VAT is below zero; the amount due may be negative, after a prepayment. */
function negativeTotal({ totals, typeCode }: CompleteInvoice): Finding[] {
  if (Number(totals.withVat) >= 0) return []
  const facts = { amount: totals.withVat, isCredit: isCreditNote(typeCode) }
  return [fault('PARAPH-NEGATIVE', '/totals/withVat', 'negative', facts)]
}

/** An invoice, checked. If there are errors, no document may be made from it. */
export interface CheckedDocument {
  invoice: CompleteInvoice
  errors: readonly Finding[]
  /** Broken rules that only warn, and what an extract (MINIMUM, BASIC WL) omits from the XML. */
  warnings: Finding[]
  xml: string
  /** The official rule sets that the XML was judged by; none when it had errors before. */
  checked: Check[]
  /** The caller's `page` member: values shown on the page that have no place in the XML. */
  page?: JsonObject
}

/** The note in invoices made with a test key, in the languages of people who may receive one by mistake. */
const TEST_NOTE =
  'TEST : document sans valeur, établi avec une clé de test. / TEST: made with a test key; this is not a valid invoice.'

/** Adds the test note to the invoice if its profile has notes (BG-1): all except MINIMUM. */
const withTestNote = (invoice: CompleteInvoice): CompleteInvoice =>
  // The credit note of such an invoice has its notes, this one among them.
  includes(invoice.profile, 'basic-wl') && !invoice.notes.some(({ text }) => text === TEST_NOTE)
    ? { ...invoice, notes: [...invoice.notes, { text: TEST_NOTE }] }
    : invoice

/** Most findings listed; the counts in the response are complete. */
export const FINDINGS_LISTED_MAX = 200

/** Shape findings that drop a value: rule findings about the resulting gap are echoes. */
const SHAPE_CODES = new Set([
  'FIELD-TYPE',
  'FIELD-VALUE',
  'DATE',
  'DECIMAL',
  'TEXT-CHARACTERS',
  'TEXT-HIDDEN',
])

/** Lists and groups that every rule and sum depends on: if one could not be read, no other finding is reliable. */
const ROOTS = new Set(['', '/lines', '/totals', '/vatBreakdown', '/allowances', '/charges'])

const keyOf = ({ code, pointer }: Finding): string => `${code} ${pointer}`

/** Whether a pointer is, or is below, one that could not be read. */
function isBelow(pointer: string, unread: ReadonlySet<string>): boolean {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (unread.has(at)) return true
    if (at === '') return false
  }
}

/** Merges the findings of all steps: each code and pointer once, no echoes of what could not be read. */
function joined(shape: readonly Finding[], ...later: (readonly Finding[])[]): Finding[] {
  const unread = new Set(
    shape.filter(({ code = '' }) => SHAPE_CODES.has(code)).flatMap(({ pointer }) => pointer ?? []),
  )
  if ([...unread].some((pointer) => ROOTS.has(pointer))) return [...shape]
  const echoed = later
    .flat()
    .filter(({ pointer = '' }) => !isBelow(pointer, unread) && !isComputedFrom(pointer, unread))
  const known = new Map<string, Finding>()
  for (const finding of [...shape, ...echoed]) {
    if (!known.has(keyOf(finding))) known.set(keyOf(finding), finding)
  }
  return [...known.values()]
}

/** A finding if request and invoice state different values of an option. */
function optionOf<Name extends 'profile' | 'rules'>(
  name: Name,
  values: readonly string[],
  options: InvoiceOptions,
  json: JsonObject,
): Finding[] {
  const [wanted, given] = [options[name], json[name]]
  if (wanted === undefined || given === undefined || given === null || given === wanted) return []
  if (!values.includes(String(given))) return []
  const facts = { name, wanted, given: String(given) }
  return [fault('REQUEST-CONFLICT', `/${name}`, 'conflict', facts)]
}

function pageOf(json: JsonObject): { page: JsonObject | undefined; findings: Finding[] } {
  const { page } = json
  if (page === undefined || page === null) return { page: undefined, findings: [] }
  if (isJsonObject(page)) return { page, findings: [] }
  return { page: undefined, findings: [fault('FIELD-TYPE', '/page', 'pageKind')] }
}

/** The invoice in the syntax of a format; UBL has one due date in any profile. */
function writtenAs(invoice: CompleteInvoice, format: FormatFacts): InvoiceDocument {
  if (format.syntax === 'cii') return writeCii(invoice, format.guideline)
  const payment = completeTerms(invoice.payment, { ...invoice, profile: 'en16931' })
  return writeUbl({ ...invoice, payment }, format)
}

/** The invoice and the options as a format asks for them: what names a usage of EN 16931 has its fields, its process and its rules. */
function asFormat(
  json: JsonObject,
  { format = 'facturx', ...options }: InvoiceOptions,
): { own: JsonObject; format: FormatFacts; findings: Finding[] } {
  const facts = FORMAT_FACTS[format]
  const own: JsonObject = { ...json, ...options }
  if (facts.guideline === undefined) return { own, format: facts, findings: [] }
  const { profile = 'en16931' } = facts
  const isOther = ![undefined, null, profile].includes(own.profile as Profile)
  const facing = { format, profile }
  return {
    own: {
      ...own,
      profile,
      // What names the French rules is never without them.
      rules:
        (facts.rules === 'fr' && own.rules === 'en16931' ? 'fr' : own.rules) ?? facts.rules ?? null,
      businessProcess: own.businessProcess ?? facts.process ?? null,
    },
    format: facts,
    findings: isOther ? [fault('REQUEST-CONFLICT', '/profile', 'formatProfile', facing)] : [],
  }
}

/** The official verdict on what leaves, and on what the XML of the profile has no place for. */
function officialVerdict(
  xml: string,
  dropped: readonly Finding[],
  invoice: CompleteInvoice,
  { syntax, guideline }: FormatFacts,
): OfficialVerdict {
  const { profile, rules } = invoice
  const root = parseXml(Buffer.from(xml))
  if (guideline !== undefined) {
    const verdict = validateOfficially({ root, invoice, profile: undefined, rules, guideline })
    return syntax === 'ubl'
      ? verdict
      : { ...verdict, errors: atWritten(verdict.errors, invoice, profile) }
  }
  // The XML of MINIMUM has no place for what the French sheet looks for.
  const isMinimum = profile === 'minimum'
  const ofXml = isMinimum ? 'en16931' : rules
  const verdict = validateOfficially({ root, invoice, profile, rules: ofXml })
  const errors = atWritten(verdict.errors, invoice, profile)
  const isWhole = dropped.length === 0 && !isMinimum
  // Where another sheet than that of EN 16931 refuses a code, the lists of EN 16931 say which they are.
  if (isWhole && (errors.length === 0 || !['basic-wl', 'extended'].includes(profile)))
    return { ...verdict, errors }
  const whole = isWhole
    ? root
    : parseXml(Buffer.from(writeCii({ ...invoice, profile: 'extended' }).xml))
  const more = validateWhole({ root: whole, invoice, rules: isWhole ? 'en16931' : rules })
  return { ...verdict, errors: [...errors, ...atWritten(more, invoice, 'extended')] }
}

/** Rules on the form of the XML, which follow from a mistake in the JSON that another rule names; the schema has no words for it. */
const SYNTAX = [/^(XSD|NOT-USED|FX-SCH-|CII-|PEPPOL-)/, /^XSD/]

/** Leaves out what is said of the form of the XML where something better is said of the same member. */
const withoutSyntax = (findings: readonly Finding[]): readonly Finding[] =>
  SYNTAX.reduce((left, syntax) => {
    const isSyntax = ({ code = '' }: Finding): boolean => syntax.test(code)
    const said = left.filter((each) => !isSyntax(each)).flatMap(({ pointer }) => pointer ?? [])
    const isSaid = (place: string): boolean =>
      said.some(
        (one) => one === place || one.startsWith(`${place}/`) || place.startsWith(`${one}/`),
      )
    return left.filter((each) => !isSyntax(each) || !isSaid(each.pointer ?? ''))
  }, findings)

/**
 * Reads, completes and checks an invoice and writes its XML.
 * @param json the invoice, with everything else that the Word template shows in `page`
 * @param test made with a test key: a note states that it is not a valid invoice
 */
export function checkInvoice(
  json: JsonObject,
  options: InvoiceOptions,
  test = false,
): CheckedDocument {
  const { page, findings } = pageOf(json)
  const { page: _page, ...data } = json
  const { own, format, findings: unfit } = asFormat(data, options)
  const read = readInvoice(own)
  const completed = completeNormal(read.invoice)
  const invoice = test ? withTestNote(completed.invoice) : completed.invoice
  const { profile, rules } = invoice
  const { xml, dropped } = writtenAs(invoice, format)
  const ours = checkOwnRules(invoice, { profile, rules })
  const given = (found: readonly Finding[]): Finding[] => atGiven(found, read.invoice, invoice)
  const ownErrors = ours.filter(({ level }) => level === 'error')
  const conflicts = [
    ...unfit,
    ...optionOf('profile', PROFILES, options, json),
    ...optionOf('rules', RULE_SETS, options, json),
  ]
  // MINIMUM and BASIC WL are an extract by definition; the higher profiles are expected to be complete.
  const isExtract = !PROFILE_FACTS[profile].lines
  const official = officialVerdict(xml, dropped, invoice, format)
  // The XML lacks the rounding, which PROFILE-NEEDS says already.
  const isRounded = completed.findings.some(({ code }) => code === 'PROFILE-NEEDS')
  const rounded = (errors: readonly Finding[]): readonly Finding[] =>
    isRounded ? errors.filter(({ code }) => code !== 'BR-CO-16') : errors
  const found = joined(
    [...findings, ...conflicts, ...read.findings],
    given(completed.findings),
    withoutEchoes(given([...ownErrors, ...rounded(official.errors)]), read.invoice, invoice),
    isExtract ? [] : given(dropped),
  )
  const errors = withoutComputed(withoutSyntax(found), read.invoice, invoice)
  return {
    invoice,
    // Even where every finding passes for an echo of another one, what an official rule refuses never leaves.
    errors: errors.length > 0 ? errors : given(official.errors),
    checked: official.checked,
    warnings: [
      ...given(completed.warnings),
      ...given(ours.filter(({ level }) => level === 'warning')),
      ...negativeTotal(invoice),
      ...termWarnings(invoice),
      ...(isExtract ? given(dropped) : []),
    ],
    xml,
    ...(page !== undefined && { page }),
  }
}

/** @throws facturx_invalid with every error, if there are any */
export function throwIfInvalid(errors: readonly Finding[], profile: Profile): void {
  if (errors.length === 0) return
  const [first] = errors
  const detail = say('invoices.invalid', (locale) => ({
    count: errors.length,
    profile,
    max: errors.length > FINDINGS_LISTED_MAX ? FINDINGS_LISTED_MAX : 0,
    code: first?.code ?? '',
    place: first?.pointer || 'root',
    detail: firstDetail(locale, errors),
  }))
  throw new FacturxError('facturx_invalid', detail, {
    errors: errors.slice(0, FINDINGS_LISTED_MAX),
  })
}
