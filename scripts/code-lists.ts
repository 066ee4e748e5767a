/**
 * Writes src/facturx/codes/*.json from the official rules the judges hold: `npx tsx scripts/code-lists.ts`. Run it when
 * test/judge/java/pom.xml names a new release, and read the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeHome } from '../test/support/judge-home.ts'

const CEN = 'rules/xslt/en16931schematron/EN16931-CII-validation.xslt'
const FRENCH = 'rules/fr/BR-FR-Flux2-Schematron-CII.xslt'
const FOLDER = join(import.meta.dirname, '../src/facturx/codes')
const LINE_WIDTH = 110

/** Our file → the list it holds and the EN 16931 rule that carries it. */
const LISTS: Record<string, [list: string, rule: string]> = {
  'document-types': ['UNTDID 1001, invoices and credit notes', 'BR-CL-01'],
  currencies: ['ISO 4217', 'BR-CL-04'],
  'tax-point-codes': ['UNTDID 2475, restricted', 'BR-CL-06'],
  'reference-qualifiers': ['UNTDID 1153', 'BR-CL-07'],
  'note-subjects': ['UNTDID 4451', 'BR-CL-08'],
  'identifier-schemes': ['ISO 6523 ICD', 'BR-CL-11'],
  'item-classifications': ['UNTDID 7143', 'BR-CL-13'],
  countries: ['ISO 3166-1 alpha-2', 'BR-CL-14'],
  'payment-means': ['UNTDID 4461', 'BR-CL-16'],
  'vat-categories': ['UNTDID 5305, restricted', 'BR-CL-18'],
  'allowance-reasons': ['UNTDID 5189, restricted', 'BR-CL-19'],
  'charge-reasons': ['UNTDID 7161', 'BR-CL-20'],
  'vat-exemptions': ['VATEX', 'BR-CL-22'],
  units: ['UN/ECE Recommendation 20 and 21', 'BR-CL-23'],
  'mime-types': ['Media types of attachments', 'BR-CL-24'],
  'address-schemes': ['EAS', 'BR-CL-25'],
}

function write(name: string, list: string, source: string, codes: string[]): void {
  const lines: string[] = []
  for (const item of codes.map((code) => JSON.stringify(code))) {
    const last = lines.at(-1)
    if (last === undefined || last.length + item.length + 2 > LINE_WIDTH) lines.push(item)
    else lines[lines.length - 1] = `${last}, ${item}`
  }
  const head = `"list": ${JSON.stringify(list)},\n  "source": ${JSON.stringify(source)}`
  writeFileSync(
    join(FOLDER, `${name}.json`),
    `{\n  ${head},\n  "codes": [\n    ${lines.join(',\n    ')}\n  ]\n}\n`,
  )
}

/** The test of a rule: what stands before the report of its failure. */
function testOf(sheet: string, rule: string): string {
  const reported = sheet.indexOf(`<xsl:attribute name="id">${rule}</xsl:attribute>`)
  if (reported < 0) throw new Error(`The sheet has no rule ${rule}.`)
  const test = /.*<xsl:when test="([^"]*)"/s.exec(sheet.slice(0, reported))?.[1]
  if (test === undefined) throw new Error(`Rule ${rule} has no test.`)
  return test
}

const home = judgeHome()
const cen = readFileSync(join(home, CEN), 'utf8')
const version = /Schematron version ([\d.]+) - Last update: (\d{4}-\d\d-\d\d)/.exec(cen)
if (version === null) throw new Error('The EN 16931 schematron names no version.')
for (const [name, [list, rule]] of Object.entries(LISTS)) {
  const test = testOf(cen, rule)
  const spaced = /contains\(\s*' ([^']+) '/.exec(test)?.[1]
  const codes =
    spaced?.split(/\s+/) ?? [...test.matchAll(/= ?'([^']+)'/g)].map((match) => match[1] as string)
  if (codes.length < 2) throw new Error(`No codes found for ${rule}.`)
  write(name, list, `EN 16931 CII schematron ${version[1]} of ${version[2]}, ${rule}`, codes)
}

const french = readFileSync(join(home, FRENCH), 'utf8')
/** The quoted words of a function of the French sheet. */
function wordsOf(name: string): string[] {
  const body = new RegExp(`name="custom:${name}"(.*?)</xsl:function>`, 's').exec(french)?.[1]
  const quoted = [...(body ?? '').matchAll(/'([A-Z0-9_. ]+)'/g)].flatMap((match) =>
    (match[1] as string).split(' '),
  )
  if (quoted.length === 0) throw new Error(`The French sheet has no codes in ${name}.`)
  return quoted
}
const FRENCH_SOURCE = 'BR-FR Flux 2 CII schematron 1.4 (AFNOR XP Z12-012)'
const FRENCH_LISTS: Record<string, [list: string, fn: string]> = {
  'french-document-types': ['Types of document, BR-FR-04', 'is-valid-document-type-code'],
  'french-processes': [
    'Billing processes (cadre de facturation), BR-FR-08',
    'is-valid-billing-mode',
  ],
  'french-vat-rates': ['VAT rates in percent, BR-FR-16', 'is-valid-vat-rate'],
  'french-attachments': ['Kinds of attachment, BR-FR-17', 'is-valid-attachment-code'],
  'french-transactions': ['Kinds of transaction (note BAR), BR-FR-20', 'is-valid-bar-treatment'],
}
for (const [name, [list, fn]] of Object.entries(FRENCH_LISTS)) {
  const words = wordsOf(fn)
  const codes =
    name === 'french-vat-rates'
      ? [...new Set(words.map(Number))].sort((a, b) => a - b).map(String)
      : words
  write(name, list, FRENCH_SOURCE, codes)
}
