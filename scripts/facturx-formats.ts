/**
 * Whether every invoice that is accepted in a format is valid for every official artefact of it:
 * `npx tsx scripts/facturx-formats.ts [COUNT] [FORMAT…]` has COUNT random invoices and credit notes of each format (2,000 by
 * default) judged, and writes docs/measurements/facturx-formats.json, which docs/facturx-conformance.md shows. Exits 1 on any
 * objection.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatObjections, soundInvoices, XML_FORMATS } from '../test/support/format-objections.ts'
import { startJudgeProcess } from '../test/support/judges.ts'

const OUT = join(import.meta.dirname, '../docs/measurements/facturx-formats.json')
const BATCH = 100
const SEED = 16_931

const given = process.argv.slice(2)
const [wanted = 2000] = given.map(Number).filter(Number.isInteger)
const named = XML_FORMATS.filter((format) => given.includes(format))
const figures: Record<string, { invoices: number; objected: number }> = existsSync(OUT)
  ? JSON.parse(readFileSync(OUT, 'utf8'))
  : {}
const judges = startJudgeProcess()
let objected = 0
for (const format of named.length > 0 ? named : XML_FORMATS) {
  const counts = { invoices: 0, objected: 0 }
  while (counts.invoices < wanted) {
    const invoices = soundInvoices(format, BATCH, SEED + counts.invoices)
    const said = await Promise.all(
      invoices.map((invoice, at) => formatObjections(judges, invoice, format, at % 3 === 2)),
    )
    for (const each of said.filter(({ length }) => length > 0)) {
      counts.objected += 1
      console.log(format, ...each)
    }
    counts.invoices += BATCH
  }
  objected += counts.objected
  figures[format] = counts
  writeFileSync(OUT, `${JSON.stringify(figures, null, 1)}\n`)
  console.log(format, counts)
}
judges.close()
process.exitCode = objected > 0 ? 1 : 0
