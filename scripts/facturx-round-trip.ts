/**
 * Whether what is read from a file can be rendered again, and what is lost on the way:
 * `npx tsx scripts/facturx-round-trip.ts FOLDER…` for every invoice in the folders that our check calls valid.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFacturx } from '../src/facturx/cii/read-facturx.ts'
import { readReport } from '../src/facturx/invoice-report.ts'
import { CodedError } from '../src/kernel/coded-error.ts'
import { roundTrip } from '../test/support/round-trip.ts'

const counts = { valid: 0, refused: 0, whole: 0, named: 0 }
const codes = new Map<string, string[]>()
const lost = new Map<string, string[]>()
const note = (map: Map<string, string[]>, key: string, name: string): void => {
  map.set(key, [...(map.get(key) ?? []), name])
}

async function judge(path: string, name: string): Promise<void> {
  const file = readFileSync(path)
  const xml = name.endsWith('.pdf') ? (await readFacturx(file)).xml : file
  const { counts: found, notChecked } = await readReport(xml, {})
  if (found.errors > 0) return
  counts.valid += 1
  const trip = await roundTrip(xml)
  if (trip.refused.length > 0) counts.refused += 1
  else if (trip.lost.length === 0) counts.whole += 1
  else if (trip.lost.length === trip.named.length) counts.named += 1
  for (const code of trip.refused) note(codes, code, name)
  const isForeign = notChecked.length > 0 ? ' (XRechnung, Peppol)' : ''
  for (const leaf of trip.lost)
    if (!trip.named.includes(leaf)) note(lost, `${leaf.split(' = ')[0]}${isForeign}`, name)
}

for (const folder of process.argv.slice(2))
  for (const name of readdirSync(folder))
    try {
      await judge(join(folder, name), name)
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
    }
const { valid, refused, whole, named } = counts
console.log(
  `${valid} valid, ${refused} refused as JSON, ${whole} written again whole, ${named} lost what the answer names, ${valid - refused - whole - named} more`,
)
for (const [code, names] of codes) console.log(`refused ${code}: ${names.join(' ')}`)
for (const [path, names] of [...lost].sort((a, b) => b[1].length - a[1].length))
  console.log(`lost ${path}: ${new Set(names).size} files, such as ${names[0]}`)
