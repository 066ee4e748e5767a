/** Judges the XML of an invoice by the official artefacts: the schema and sheet of its profile, EN 16931, France. */
import { readFileSync } from 'node:fs'
import type { Finding } from '../../kernel/coded-error.ts'
import { codeFile } from '../../kernel/program-files.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import { usagesOf } from '../model/guidelines.ts'
import { PROFILES, type Profile, type RuleSet } from '../model/invoice.ts'
import type { Check } from '../model/profiles.ts'
import type { UblDocument } from '../ubl/ubl.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { pathOf, placeOf, placeOfChild } from './places.ts'
import { Schema, type SchemaFinding, type SchemaSource } from './schema.ts'
import { type AssertSource, type FailedAssertion, Sheet, type SheetSource } from './sheet.ts'
import { BreachWords, PLACES_MAX, ruleOf } from './words.ts'
import { XmlDocument } from './xpath-focus.ts'

// The official sheets and schemas, each read and compiled at its first use in a thread: an invoice needs two or three.

/** Sheets by name: of a profile, of EN 16931 itself, of France, of usages by others; of CII and of UBL. */
export const SHEETS = [
  ...PROFILES,
  'cen',
  'fr',
  'xrechnung',
  'extended-ctc-fr',
  'cen-ubl',
  'fr-ubl',
  'xrechnung-ubl',
  'peppol',
  'extended-ctc-fr-ubl',
] as const
/** Name of a sheet. */
export type SheetName = (typeof SHEETS)[number]

const read = (name: string): unknown =>
  JSON.parse(readFileSync(codeFile(`facturx/official/${name}.json`), 'utf8'))

/** A sheet as `scripts/facturx-official` extracted it. */
export const sheetSource = (name: SheetName): SheetSource => read(name) as SheetSource

/** Makes each value once. */
function once<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const known = new Map<Name, Value>()
  return (name) => {
    const value = known.get(name) ?? make(name)
    known.set(name, value)
    return value
  }
}

/** The compiled sheet. */
export const sheetOf = once((name: SheetName) => new Sheet(sheetSource(name)))

const isOfCode = ({ id = '' }: AssertSource): boolean => /^BR-(CL-|CO-09$)/.test(id)

/** The code lists of a sheet alone; the countries that a VAT number begins with are one too. */
const codeSheet = once((name: SheetName) => {
  const source = sheetSource(name)
  return new Sheet({
    ...source,
    patterns: source.patterns
      .filter((rules) => rules.some(({ asserts }) => asserts.some(isOfCode)))
      .map((rules) => rules.map((rule) => ({ ...rule, asserts: rule.asserts.filter(isOfCode) }))),
  })
})

/** A schema: of a profile, of all of CII, of a document of UBL 2.1. */
type SchemaName = Profile | 'cii' | UblDocument

/** The compiled schema. */
export const schemaOf = once((name: SchemaName) => {
  if (name === 'cii') return new Schema(read('cii-schema') as SchemaSource)
  if (!isUblRoot(name)) return new Schema((read('schemas') as Record<Profile, SchemaSource>)[name])
  const source = read('ubl-schema') as SchemaSource
  return new Schema(
    name === 'Invoice' ? source : { ...source, root: ['cn:CreditNote', 'cn:CreditNoteType'] },
  )
})

/** Profiles that claim to follow EN 16931, whose own rules then apply beside the sheet. */
const CORE: readonly Profile[] = ['basic', 'en16931']

/** What the artefacts say; each finding has the official id, `XSD` for the schema. */
export interface OfficialVerdict {
  errors: Finding[]
  warnings: Finding[]
  checked: Check[]
}

/** For an element that a sheet marks as not used, which has no id. */
const NOT_USED = 'NOT-USED'

function schemaFinding({ kind, element, name }: SchemaFinding): Finding {
  const pointer = /missing$/i.test(kind)
    ? placeOfChild(element, kind === 'missing' ? name : `@${name}`)
    : placeOf(element)
  return fault('XSD', pointer, 'schema', { kind, name, path: pathOf(element) })
}

const schemaFindings = (name: SchemaName, root: XmlElement): Finding[] =>
  schemaOf(name).check(root).slice(0, PLACES_MAX).map(schemaFinding)

/** The findings of a sheet, each rule with a limited number of places. */
function add(assertions: readonly FailedAssertion[], words: BreachWords, verdict: OfficialVerdict) {
  const counts = new Map<string, number>()
  const hasSchemaFinding = verdict.errors.length > 0
  for (const assertion of assertions) {
    // The schema has said why the sheet cannot calculate.
    if (assertion.finding !== undefined && hasSchemaFinding) continue
    const code = ruleOf(assertion.id ?? NOT_USED)
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    const list = assertion.isWarning ? verdict.warnings : verdict.errors
    if (count <= PLACES_MAX) list.push(...words.findingsOf(assertion, code))
  }
}

/**
 * Keeps each finding once, as sheets share rules and a rule may be broken at several elements of one member; and the exact places
 * of a rule that one sheet finds at a line and another in the whole invoice.
 */
function unique(findings: readonly Finding[]): Finding[] {
  const known = new Set<string>()
  const above = new Set(
    findings.flatMap(({ code, pointer = '' }) =>
      [...pointer.matchAll(/\//g)].map(({ index }) => `${code} ${pointer.slice(0, index)}`),
    ),
  )
  return findings.filter(({ code, pointer, detail }) => {
    const place = `${code} ${pointer}`
    const key = pointer === '' ? `${place} ${detail}` : place
    return !above.has(place) && !known.has(key) && known.add(key) !== undefined
  })
}

/** An invoice to be judged. */
interface InvoiceToValidate {
  /** As `parseXml` reads it. */
  root: XmlElement
  /** The same in our model, for words and places. */
  invoice: CheckedInvoice
  /** Whose schema and sheet apply; undefined for a national usage of EN 16931, where only that is checked. */
  profile: Profile | undefined
  /** All but `en16931` add the French sheet. */
  rules: RuleSet
  /** BT-24, which adds the sheet of KoSIT or of Peppol. */
  guideline?: string | undefined
}

const isUblRoot = (name: string): name is UblDocument => name === 'Invoice' || name === 'CreditNote'

/** The schema of an invoice, and its sheets in their order. */
function judgesOf({ root, profile, rules, guideline }: Omit<InvoiceToValidate, 'invoice'>): {
  schema: SchemaName
  sheets: { check: Check; sheet: SheetName }[]
} {
  const isUbl = isUblRoot(root.name)
  const own = isUbl ? undefined : profile
  const usages = own === undefined ? usagesOf(guideline, isUbl ? 'ubl' : 'cii').sheets : []
  // EXTENDED-CTC-FR has those of EN 16931 in its own sheet, as far as they apply to it.
  const isCore = !usages.some(({ check }) => check === 'extended-ctc-fr')
  const sheets: { check: Check; sheet: SheetName }[] = []
  if (own !== undefined) sheets.push({ check: 'factur-x', sheet: own })
  if (isCore && (own === undefined || CORE.includes(own)))
    sheets.push({ check: 'en16931', sheet: isUbl ? 'cen-ubl' : 'cen' })
  if (rules !== 'en16931') sheets.push({ check: 'fr', sheet: isUbl ? 'fr-ubl' : 'fr' })
  const schema = isUblRoot(root.name) ? root.name : (own ?? 'cii')
  return { schema, sheets: [...sheets, ...usages] }
}

/** Judges an invoice: the schema, then every sheet, whatever the others say. */
export function validateOfficially(given: InvoiceToValidate): OfficialVerdict {
  const { root, invoice } = given
  const { schema, sheets } = judgesOf(given)
  const verdict: OfficialVerdict = {
    errors: schemaFindings(schema, root),
    warnings: [],
    checked: ['xml-schema', ...sheets.map(({ check }) => check)],
  }
  const document = new XmlDocument(root)
  const words = new BreachWords(invoice)
  for (const { sheet } of sheets) add(sheetOf(sheet).check(document), words, verdict)
  return { ...verdict, errors: unique(verdict.errors) }
}

/**
 * What applies to an invoice of ours beyond the sheet of its profile, which does not see what it leaves to the page: the code lists
 * of EN 16931, which hold in every profile, and the French sheet.
 * @param root the invoice with everything in it, as a file of EXTENDED
 */
export function validateWhole({ root, invoice, rules }: Omit<InvoiceToValidate, 'profile'>) {
  const verdict: OfficialVerdict = { errors: [], warnings: [], checked: [] }
  const document = new XmlDocument(root)
  const words = new BreachWords(invoice)
  add(codeSheet('cen').check(document), words, verdict)
  if (rules !== 'en16931') add(sheetOf('fr').check(document), words, verdict)
  return unique(verdict.errors)
}
