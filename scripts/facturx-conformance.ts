/**
 * Writes docs/facturx-conformance.md: where our rules and the official schematrons agree, rule by rule.
 * `npx tsx scripts/facturx-conformance.ts FOLDER`: the folder holds the invoices of test/judge/public-invoices.tsv under
 * the names of its last column (the start of their SHA-256); they keep their owners' licences and are not in this repository.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RULE_IDS } from '../src/facturx/check-rules.ts'
import { writeCii } from '../src/facturx/cii.ts'
import { completeInvoice } from '../src/facturx/complete.ts'
import type { Invoice, Profile } from '../src/facturx/invoice.ts'
import { AppError } from '../src/kernel/errors.ts'
import { compare, type Side } from '../test/support/agreement.ts'
import { reasonFor } from '../test/support/differences.ts'
import { startJudges, type Verdict } from '../test/support/judges.ts'
import { mutantsOf } from '../test/support/mutations.ts'
import { scenariosOf } from '../test/support/scenarios.ts'
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

interface Row {
  both: number
  official: number
  ours: number
  reasons: Set<string>
}

const rows = new Map<string, Row>()
const reasons: string[] = []
const counts = { public: 0, notInvoices: 0, spoiled: 0, agreeing: 0 }

const numberOf = (reason: string): string => {
  if (!reasons.includes(reason)) reasons.push(reason)
  return String(reasons.indexOf(reason) + 1)
}

function add(verdict: Verdict): boolean {
  let comparison: ReturnType<typeof compare>
  try {
    if (verdict.xml === null || verdict.malformed !== undefined) return false
    comparison = compare(verdict)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  const sides = [...comparison.sides]
  if (sides.every(([, side]) => side === 'both')) counts.agreeing += 1
  for (const [id, side] of sides) count(id, side, reasonFor(id, side, comparison))
  return true
}

function count(id: string, side: Side, reason: string | undefined): void {
  const row = rows.get(id) ?? { both: 0, official: 0, ours: 0, reasons: new Set() }
  rows.set(id, row)
  row[side] += 1
  if (side !== 'both') row.reasons.add(reason === undefined ? 'UNEXPLAINED' : numberOf(reason))
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('Which folder holds the public invoices?')
const listed = readFileSync(join(ROOT, 'test/judge/public-invoices.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const judges = startJudges()
for (const line of listed) {
  const file = join(folder, line.split('\t')[3] ?? '')
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const understood = add(await judges.judge(file, LAYERS))
  counts[understood ? 'public' : 'notInvoices'] += 1
}
for (const [json, profile] of SPOILED) {
  const { xml } = writeCii(completeInvoice({ ...json, profile }).invoice)
  for (const mutant of [...mutantsOf(xml), ...scenariosOf(profile)]) {
    add(await judges.judge(Buffer.from(mutant.xml), LAYERS))
    counts.spoiled += 1
  }
}
judges.close()

const table = [...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
const unexplained = table.filter(([, row]) => row.reasons.has('UNEXPLAINED'))
const unseen = RULE_IDS.filter((id) => !rows.has(id) && !id.startsWith('PARAPH-'))
const markdown = `# Factur-X: our rules and the official ones

Made by \`npx tsx scripts/facturx-conformance.ts\`; \`test/judge/rules-agreement.test.ts\` repeats the second half in every run
of the judges.

The official side: XSD and schematrons of Factur-X 1.09.2, the EN 16931 CII schematron 1.3.16 and the French Flux 2
schematron 1.4 (BR-FR-*). Our side: the reader (\`src/facturx/read-cii.ts\`) and \`checkRules\` with the French rules on. Compared
are the ids of the business rules each side finds broken (errors, not warnings), in

- ${counts.public} public invoices (\`test/judge/public-invoices.tsv\`; ${counts.notInvoices} more of that list are no CII invoices, which both sides refuse), and
- ${counts.spoiled} invoices of ours, each spoiled: every kind of element and attribute removed, emptied or given other values, and
  scenarios that need more than one thing wrong (\`test/support/scenarios.ts\`).

The two sides name exactly the same rules in ${counts.agreeing} of these ${counts.public + counts.spoiled} files. ${unexplained.length === 0 ? 'Every difference has a reason below.' : `${unexplained.length} rules have differences without a reason.`}

| rule | both | only official | only ours | why |
| --- | ---: | ---: | ---: | --- |
${table.map(([id, row]) => `| ${id} | ${row.both} | ${row.official || ''} | ${row.ours || ''} | ${[...row.reasons].sort().join(', ')} |`).join('\n')}

## Reasons

${reasons.map((reason, index) => `${index + 1}. ${reason}`).join('\n')}

## What is not compared

- Rules of ours that no file above breaks: ${unseen.join(', ')}.
- CII-SR-*, CII-DT-* and FX-SCH-A-* are not written by hand: they and all other official assertions run as they are published
  (\`src/facturx/official/\`), on what is sent and on every XML we write; the judges' test compares every id with the official
  processors and finds no difference.
- BR-CO-05 to BR-CO-08 (code and words of a reason mean the same) cannot be checked by machine; the official test is \`true()\`.
- BR-FR-MV-* and BR-FR-BD-* (invoices of several sellers, in both directions): our model has one seller; such processes are
  refused by PARAPH-FR-PROCESS.
- BR-FXEXT-02, BR-FXEXT-04 and BR-FXEXT-CII-DT-097a are on elements our model does not have.
- PARAPH-* are our own: check digits of SIREN, SIRET, VAT numbers, IBAN, GTIN, days that exist, the arithmetic of lines.
`
writeFileSync(join(ROOT, 'docs/facturx-conformance.md'), markdown)
console.log(
  `${table.length} rules, ${unexplained.length} with unexplained differences: ${unexplained.map(([id]) => id).join(', ')}`,
)
