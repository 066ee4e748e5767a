/**
 * Writes docs/facturx-conformance.md: our verdicts beside the official ones.
 * `npx tsx scripts/facturx-conformance.ts FOLDER…`: the folders hold the invoices of test/judge/public-invoices.tsv under
 * the names of its last column (the start of their SHA-256); they keep their owners' licences and are not in this repository.
 * The figures on random mutants and on accepted invoices are those of the last runs of scripts/facturx-mutants.ts and
 * scripts/facturx-accepted.ts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCii } from '../src/facturx/cii/cii.ts'
import { completeInvoice } from '../src/facturx/complete/complete.ts'
import type { Invoice, Profile } from '../src/facturx/model/invoice.ts'
import { ruleOf, WORDED_IDS } from '../src/facturx/official/words.ts'
import { readInvoiceXml } from '../src/facturx/ubl/read-ubl.ts'
import { CodedError } from '../src/kernel/coded-error.ts'
import type { AcceptedFigures } from '../test/support/accepted-figures.ts'
import { startJudges, type Verdict } from '../test/support/judges.ts'
import type { MutantFigures } from '../test/support/mutant-figures.ts'
import { mutantsOf } from '../test/support/mutations.ts'
import { officialDifferences } from '../test/support/official-agreement.ts'
import { scenariosOf } from '../test/support/scenarios.ts'
import { compareVerdicts } from '../test/support/verdict-agreement.ts'
import { fullInvoice, plainInvoice } from '../test/unit/facturx/sample-invoices.ts'

const ROOT = join(import.meta.dirname, '..')
const LAYERS = ['xsd', 'cen', 'profile', 'fr'] as const
const SPOILED: [Invoice, Profile][] = [
  [plainInvoice, 'minimum'],
  [plainInvoice, 'basic-wl'],
  [plainInvoice, 'basic'],
  [plainInvoice, 'en16931'],
  [fullInvoice, 'extended'],
]

const counts = { public: 0, notInvoices: 0, spoiled: 0 }
/** Ids of rules that some file breaks. */
const seen = new Set<string>()
const verdicts = {
  equal: 0,
  valid: 0,
  unexplained: [] as string[],
  explained: new Map<string, string[]>(),
}
const sheets = { unexplained: [] as string[], explained: 0 }

/** Notes the rules that a file breaks. @returns whether it is an invoice */
function add(verdict: Verdict): boolean {
  if (verdict.xml === null || verdict.malformed !== undefined) return false
  try {
    readInvoiceXml(Buffer.from(verdict.xml ?? '', 'utf8'))
  } catch (error) {
    if (error instanceof CodedError) return false
    throw error
  }
  for (const { id } of [verdict.cen, verdict.profileRules, verdict.fr].flatMap(
    (each) => each ?? [],
  ))
    seen.add(ruleOf(id ?? ''))
  return true
}

/** Compares what a caller gets for a public file. */
async function addVerdict(name: string, path: string, verdict: Verdict): Promise<void> {
  const isPdf = path.endsWith('.pdf')
  const compared = await compareVerdicts(
    isPdf ? Buffer.from(verdict.xml ?? '') : readFileSync(path),
    verdict,
  )
  if (compared.kind === 'equal') {
    verdicts.equal += 1
    if (compared.isValid) verdicts.valid += 1
  } else if (compared.kind === 'apart') {
    const { onlyOurs, onlyOfficial, reason } = compared
    const line = `${name} (official only: ${onlyOfficial.join(', ') || 'none'}; ours only: ${onlyOurs.join(', ') || 'none'})`
    if (reason === undefined) verdicts.unexplained.push(line)
    else verdicts.explained.set(reason, [...(verdicts.explained.get(reason) ?? []), line])
  }
}

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Which folders hold the public invoices?')
const listed = readFileSync(join(ROOT, 'test/judge/public-invoices.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const judges = startJudges()
for (const line of listed) {
  const name = line.split('\t')[3] ?? ''
  const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each))
  if (path === undefined) throw new Error(`There is no ${name}.`)
  const verdict = await judges.judge(path, LAYERS)
  const understood = add(verdict)
  counts[understood ? 'public' : 'notInvoices'] += 1
  if (understood) await addVerdict(name, path, verdict)
}
for (const [json, profile] of SPOILED) {
  const { xml } = writeCii(completeInvoice({ ...json, profile }).invoice)
  const mutants = [...mutantsOf(xml), ...scenariosOf(profile)]
  await Promise.all(
    mutants.map(async (mutant) => {
      const verdict = await judges.judge(Buffer.from(mutant.xml), LAYERS)
      add(verdict)
      counts.spoiled += 1
      const differences = officialDifferences(verdict)
      for (const { sheet, id, side, reason } of differences)
        if (reason === undefined)
          sheets.unexplained.push(`${sheet} ${id}, ${side} only: ${mutant.what}`)
      if (differences.length > 0) sheets.explained += 1
    }),
  )
}
judges.close()

const unseen = WORDED_IDS.filter((id) => !seen.has(id))
const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')
const mutants = JSON.parse(
  readFileSync(join(ROOT, 'docs/measurements/facturx-mutants.json'), 'utf8'),
) as {
  seed: number
  profiles: Record<string, MutantFigures>
}
const mutantReasons = new Map<string, number>()
for (const { explained } of Object.values(mutants.profiles))
  for (const [reason, files] of Object.entries(explained))
    mutantReasons.set(reason, (mutantReasons.get(reason) ?? 0) + files)

const accepted = JSON.parse(
  readFileSync(join(ROOT, 'docs/measurements/facturx-accepted.json'), 'utf8'),
) as AcceptedFigures
const ubl = JSON.parse(readFileSync(join(ROOT, 'docs/measurements/facturx-ubl.json'), 'utf8')) as {
  files: number
  sheets: Record<string, number>
  differences: string[]
}
const formats = JSON.parse(
  readFileSync(join(ROOT, 'docs/measurements/facturx-formats.json'), 'utf8'),
) as Record<string, { invoices: number; objected: number }>
const JUDGES: Readonly<Record<string, string>> = {
  cii: 'schema of the profile, EN 16931, France',
  ubl: 'schema of UBL, EN 16931, France',
  'xrechnung-cii': 'schema of CII (D22B), EN 16931, KoSIT',
  'xrechnung-ubl': 'schema of UBL, EN 16931, KoSIT',
  peppol: 'schema of UBL, EN 16931, Peppol',
  'extended-ctc-fr-cii': 'schema of CII (D22B), EXTENDED-CTC-FR, France',
  'extended-ctc-fr-ubl': 'schema of UBL, EXTENDED-CTC-FR, France',
}
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')

const verdictText = `# Factur-X: our verdicts and the official ones

Made by \`npx tsx scripts/facturx-conformance.ts\`; \`test/judge/rules-agreement.test.ts\` repeats the comparison of the spoiled
invoices, and of 300 spoiled at random, in every run of the judges.

The official side: XML schemas and sheets of Factur-X 1.09.2, the EN 16931 CII schematron 1.3.16 and the French Flux 2 schematron
1.4.0.04, run by Xerces and Saxon. Our side: what \`POST /validate-facturx\` answers. Every assertion of the official sheets, by id:
[Factur-X rules](facturx-rules.md).

## Public invoices

${counts.public} files (\`test/judge/public-invoices.tsv\`; ${counts.notInvoices} more of that list are no CII invoices, which both sides refuse).
Verdict and set of official ids are equal in **${verdicts.equal}** of them (${verdicts.valid} valid, ${verdicts.equal - verdicts.valid} not).
Differences without a reason: **${verdicts.unexplained.length}**.
${[...verdicts.explained].map(([reason, files]) => `\n${reason}\n\n${list(files)}\n`).join('')}${verdicts.unexplained.length > 0 ? `\n${list(verdicts.unexplained)}\n` : ''}
In this comparison of CII files, Peppol is judged by the rules of EN 16931; the answer names what was not checked.

## Spoiled invoices

${counts.spoiled} invoices of ours, each spoiled in one way: every kind of element and attribute removed, emptied or given other
values, and scenarios that need more than one thing wrong (\`test/support/scenarios.ts\`). Every sheet, every id, errors and warnings:
differences without a reason **${sheets.unexplained.length}**, files with one that has a reason ${sheets.explained}.
${sheets.unexplained.length > 0 ? `\n${list(sheets.unexplained)}\n` : ''}
At random (\`scripts/facturx-mutants.ts\`, seed ${mutants.seed}): one to four changes to an invoice of each profile, made from
the JSON Schema: elements dropped, doubled, swapped, moved, emptied; codes, amounts, schemes, currencies, dates and attributes changed.

| profile | mutants | accepted by schema and sheet | different ids named | with a reason | without |
| --- | ---: | ---: | ---: | ---: | ---: |
${Object.entries(mutants.profiles)
  .map(
    ([profile, { mutants: made, accepted, ids, explained, unexplained }]) =>
      `| ${profile} | ${made} | ${accepted} | ${ids} | ${Object.values(explained).reduce((sum, each) => sum + each, 0)} | ${unexplained} |`,
  )
  .join('\n')}

${list([...mutantReasons].map(([reason, files]) => `${files} files: ${reason}`))}
`
const markdown = `${verdictText}
## Formats

Besides Factur-X, \`format\` makes CII alone, UBL 2.1, XRechnung 3.0, Peppol BIS Billing 3 and EXTENDED-CTC-FR. Each is judged before it
leaves, and files of others by what they name. \`scripts/facturx-formats.ts\` made the last table; \`test/judge/ubl.test.ts\` repeats it with
24 invoices of each format. The public files (\`scripts/facturx-ubl.ts\`) are those of eInvoicing-EN16931, peppol-bis-invoice-3,
xrechnung-testsuite, xrechnung-schematron, phive-rules and AFNOR's examples.

| sheet on UBL | version | public files judged |
| --- | --- | ---: |
| XML schema | OASIS UBL 2.1 | ${ubl.sheets.xsd} |
| EN 16931 | CEN 1.3.16 | ${ubl.sheets.cen} |
| France | BR-FR Flux 2 UBL 1.4.0.04 | ${ubl.sheets.fr} |
| XRechnung 3.0 | KoSIT 2.5.0 | ${ubl.sheets.xrechnung} |
| Peppol BIS Billing 3 | 2026.5 | ${ubl.sheets.peppol} |

${ubl.files} UBL files, every sheet, every id, errors and warnings. Differences without a reason: **${ubl.differences.length}**.

| format | judges (Xerces, Saxon) | random invoices and credit notes | with an objection |
| --- | --- | ---: | ---: |
${Object.entries(formats)
  .map(
    ([name, { invoices, objected }]) =>
      `| \`${name}\` | ${JUDGES[name]} | ${invoices} | ${objected} |`,
  )
  .join('\n')}

## Accepted invoices

${accepted.made} invoices made at random from the JSON Schema (\`scripts/facturx-accepted.ts\`, seed ${accepted.seed}): each profile, VAT category,
means of payment, identifier and party, with up to six members put in or replaced. The service accepted ${accepted.accepted} of them
(${counted(accepted.profiles)}; by VAT category ${counted(accepted.categories)}) and made each into a PDF
of the shipped template. veraPDF (PDF/A-3b), Mustang, the XML schema and the sheets judged every one of these PDFs; with an objection
of any of them: **${accepted.objected}**.

## Words

${WORDED_IDS.length} rules are told in words of ours, in English, French and German, with the member of the JSON and what to do about it; the
others in the words of their sheet (\`src/facturx/official/words.json\`). Worded rules that no file above breaks: ${unseen.join(', ')}.

## What is not compared

- BR-CO-05 to BR-CO-08 (code and words of a reason mean the same) cannot be checked by machine; the official test is \`true()\`.
- BR-FR-MV-* and BR-FR-BD-* (invoices of several sellers, in both directions) run on files; our JSON has one seller, and such
  processes are refused in it by PARAPH-FR-PROCESS.
- BR-FXEXT-02, BR-FXEXT-04 and BR-FXEXT-CII-DT-097a are on elements our JSON does not have.
- PARAPH-* are our own: check digits of SIREN, SIRET, VAT numbers, IBAN, GTIN, days that exist, the arithmetic of lines. On a file
  they are warnings.
`
writeFileSync(join(ROOT, 'docs/facturx-conformance.md'), markdown)
console.log(
  `verdicts: ${verdicts.unexplained.length} unexplained, sheets: ${sheets.unexplained.length}; unseen: ${unseen.join(', ')}`,
)
