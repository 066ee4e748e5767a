/**
 * Whether every invoice that the API accepts gives a file that every judge accepts.
 * `npx tsx scripts/facturx-accepted.ts [COUNT] [SEED] [--more]` generates invoices from the JSON Schema until COUNT of them are
 * accepted (2,000 by default) and has each made into a PDF of the shipped template by the service itself: veraPDF and Mustang
 * judge the PDF, the XML schema and the sheets what it carries. Writes docs/measurements/facturx-accepted.json, which
 * docs/facturx-conformance.md shows; `--more` adds COUNT to the figures that are there. Exits 1 on any objection.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { checkInvoice } from '../src/facturx/check-invoice.ts'
import type { CompleteInvoice } from '../src/facturx/model/complete-invoice.ts'
import type { Invoice } from '../src/facturx/model/invoice.ts'
import type { JsonObject } from '../src/kernel/json.ts'
import { type AcceptedFigures, NOTHING_ACCEPTED } from '../test/support/accepted-figures.ts'
import { startTestApp } from '../test/support/app.ts'
import { objectionsToPdf, xmlLayers } from '../test/support/invoice-objections.ts'
import { shippedTemplate } from '../test/support/invoices.ts'
import { startJudges } from '../test/support/judges.ts'
import { schemaInvoice } from '../test/support/schema-invoices.ts'

const OUT = join(import.meta.dirname, '../docs/measurements/facturx-accepted.json')
const BATCH = 250
/** Documents of one key before the next: fewer than a minute of its plan. */
const PER_KEY = 25

const [wanted = 2000, seed = 16931] = process.argv.slice(2).filter(Number).map(Number)
const figures: AcceptedFigures = process.argv.includes('--more')
  ? (JSON.parse(readFileSync(OUT, 'utf8')) as AcceptedFigures)
  : { ...structuredClone(NOTHING_ACCEPTED), seed }
const judges = startJudges()
// Beside other work on the machine a page may take its time: what counts is what the judges say of it.
const service = await startTestApp({
  PARAPH_MERGE_TIMEOUT_MS: '120000',
  PARAPH_INVOICE_TIMEOUT_MS: '120000',
})
let key = await service.newKey()
let pdfs = 0

/** The page is made now; what the judges say comes later, while the next page is made. */
async function made(invoice: Invoice, complete: CompleteInvoice): Promise<() => Promise<string[]>> {
  if (pdfs % PER_KEY === 0) key = await service.newKey()
  pdfs += 1
  const { status, bytes } = await service.call('POST', '/render-facturx', {
    key,
    form: [
      ['template', shippedTemplate],
      ['data', JSON.stringify(invoice)],
    ],
  })
  if (status !== 200) return () => Promise.resolve([`${status}: ${bytes.toString()}`])
  const layers = [...xmlLayers(complete), 'pdfa', 'mustang'] as const
  const verdict = judges.judge(bytes, layers)
  return async () => objectionsToPdf(await verdict)
}

function count(found: readonly string[], invoice: Invoice): void {
  if (found.length === 0) return
  figures.objected += 1
  console.log(`${[...new Set(found)].join('\n')}\n  ${JSON.stringify(invoice)}`)
}

const goal = figures.accepted + wanted
while (figures.accepted < goal) {
  const invoices = fc.sample(schemaInvoice, {
    seed: figures.seed + figures.batches,
    numRuns: BATCH,
  })
  const verdicts: Promise<void>[] = []
  for (const invoice of invoices) {
    const { errors, invoice: complete } = checkInvoice(invoice as JsonObject, {})
    figures.made += 1
    if (errors.length > 0) continue
    figures.accepted += 1
    figures.profiles[complete.profile] = (figures.profiles[complete.profile] ?? 0) + 1
    for (const category of new Set(complete.vatBreakdown.flatMap((each) => each.category ?? [])))
      figures.categories[category] = (figures.categories[category] ?? 0) + 1
    const verdict = await made(invoice, complete)
    verdicts.push(verdict().then((found) => count(found, invoice)))
  }
  await Promise.all(verdicts)
  figures.batches += 1
  writeFileSync(OUT, `${JSON.stringify(figures, null, 2)}\n`)
}
judges.close()
await service.close()
console.log(JSON.stringify(figures))
process.exitCode = figures.objected > 0 ? 1 : 0
