/**
 * Whether every invoice that the API accepts gives a file the official artefacts accept:
 * `npx tsx scripts/facturx-accepted.ts [COUNT] [SEED]` generates invoices from the JSON Schema until COUNT of them are accepted
 * and has the XML of each judged by the XML schema and the sheets; exits 1 on any objection.
 */
import fc from 'fast-check'
import { checkInvoice } from '../src/facturx/check-invoice.ts'
import type { Invoice } from '../src/facturx/invoice.ts'
import type { JsonObject } from '../src/kernel/json.ts'
import { objectionsTo, xmlLayers } from '../test/support/invoice-objections.ts'
import { startJudges } from '../test/support/judges.ts'
import { schemaInvoice } from '../test/support/schema-invoices.ts'

const [wanted = 2000, seed = 16931] = process.argv.slice(2).map(Number)
const BATCH = 500
const judges = startJudges()
const counts = { made: 0, accepted: 0, objected: 0 }
const accepted = new Map<string, number>()
const objections = new Map<string, { count: number; example: Invoice }>()
for (let batch = 0; counts.accepted < wanted; batch++) {
  const invoices = fc.sample(schemaInvoice, { seed: seed + batch, numRuns: BATCH })
  counts.made += invoices.length
  const judged = invoices.flatMap((invoice) => {
    const { errors, xml, invoice: complete } = checkInvoice(invoice as JsonObject, {})
    return errors.length > 0 ? [] : [{ invoice, xml, complete }]
  })
  const verdicts = judged.map(async ({ invoice, xml, complete }) => {
    accepted.set(complete.profile, (accepted.get(complete.profile) ?? 0) + 1)
    const found = objectionsTo(await judges.judge(Buffer.from(xml), xmlLayers(complete)))
    if (found.length > 0) counts.objected += 1
    for (const each of new Set(found)) {
      const known = objections.get(each) ?? { count: 0, example: invoice }
      objections.set(each, { ...known, count: known.count + 1 })
    }
  })
  await Promise.all(verdicts)
  counts.accepted += judged.length
}
judges.close()
const profiles = [...accepted].map(([profile, count]) => `${profile} ${count}`).join(', ')
console.log(
  `${counts.made} invoices made, ${counts.accepted} accepted (${profiles}), ${counts.objected} with an objection`,
)
for (const [what, { count, example }] of objections)
  console.log(`${count} × ${what}\n  ${JSON.stringify(example)}`)
process.exitCode = objections.size > 0 ? 1 : 0
