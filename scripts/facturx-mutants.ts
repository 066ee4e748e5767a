/**
 * Compares our verdict on invoices spoiled at random with the official artefacts' one, schema and every rule id.
 * `npx tsx scripts/facturx-mutants.ts [COUNT] [SEED]` (5,000 of each profile by default) writes docs/measurements/facturx-mutants.json, which
 * docs/facturx-conformance.md shows, and exits 1 on a difference that nothing explains.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROFILES, type Profile } from '../src/facturx/model/invoice.ts'
import { type Layer, startJudges, type Verdict } from '../test/support/judges.ts'
import type { MutantFigures } from '../test/support/mutant-figures.ts'
import { officialDifferences } from '../test/support/official-agreement.ts'
import { randomMutants } from '../test/support/random-mutants.ts'

const OUT = join(import.meta.dirname, '../docs/measurements/facturx-mutants.json')
const [count = 5000, seed = 1] = process.argv.slice(2).map(Number)
const BATCH = 250

/** The sheets that judge each profile. */
const LAYERS: Record<Profile, Layer[]> = {
  minimum: ['xsd', 'profile', 'fr'],
  'basic-wl': ['xsd', 'profile', 'fr'],
  basic: ['xsd', 'profile', 'cen', 'fr'],
  en16931: ['xsd', 'profile', 'cen', 'fr'],
  extended: ['xsd', 'profile', 'fr'],
}

const figures = new Map<Profile, MutantFigures>()
const idsNamed = new Map<Profile, Set<string>>()

function add(profile: Profile, what: string, verdict: Verdict): void {
  const of = figures.get(profile) ?? {
    mutants: 0,
    accepted: 0,
    ids: 0,
    explained: {},
    unexplained: 0,
  }
  const ids = idsNamed.get(profile) ?? new Set()
  const { cen = [], profileRules = [], fr = [], xsd = [] } = verdict
  for (const { id } of [...cen, ...profileRules, ...fr]) ids.add(id)
  const isAccepted = xsd.length === 0 && profileRules.every(({ flag }) => flag === 'warning')
  const differences = officialDifferences(verdict)
  const unexplained = differences.filter(({ reason }) => reason === undefined)
  for (const { sheet, id, side } of unexplained)
    console.log(`${profile}: ${sheet} ${id}, ${side} only: ${what}`)
  for (const reason of new Set(differences.flatMap((each) => each.reason ?? [])))
    of.explained[reason] = (of.explained[reason] ?? 0) + 1
  idsNamed.set(profile, ids)
  figures.set(profile, {
    mutants: of.mutants + 1,
    accepted: of.accepted + Number(isAccepted),
    ids: ids.size,
    explained: of.explained,
    unexplained: of.unexplained + Number(unexplained.length > 0),
  })
}

const judges = startJudges()
for (let from = 0; from < count; from += BATCH)
  for (const profile of PROFILES) {
    const mutants = randomMutants(profile, Math.min(BATCH, count - from), seed + from)
    const judged = mutants.map(async ({ what, xml }) => {
      const verdict = await judges.judge(Buffer.from(xml), LAYERS[profile])
      if (verdict.error !== undefined || verdict.malformed !== undefined)
        throw new Error(`The judges failed: ${verdict.error ?? verdict.malformed}: ${what}`)
      add(profile, what, verdict)
    })
    await Promise.all(judged)
    const profiles = Object.fromEntries(figures)
    writeFileSync(OUT, `${JSON.stringify({ seed, profiles }, null, 2)}\n`)
  }
judges.close()
console.log(JSON.stringify(Object.fromEntries(figures), null, 2))
process.exitCode = [...figures.values()].some(({ unexplained }) => unexplained > 0) ? 1 : 0
