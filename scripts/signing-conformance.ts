/**
 * Writes docs/signature-conformance.md from a run of the judges: `npx tsx scripts/signing-conformance.ts`.
 * It needs what the tests need (`scripts/setup test`) and takes some minutes.
 */
import { writeFileSync } from 'node:fs'
import { startAuthority } from '../test/support/signing.ts'
import { judgeAttacks } from '../test/support/signing-attacks.ts'
import { judgeCases, judgeTamperings, openStage } from '../test/support/signing-conformance.ts'
import { caseLine, REPORT, reportOf, spoiledLine } from '../test/support/signing-report.ts'

const stage = await openStage()
const authority = await startAuthority()
try {
  const cases: string[] = []
  let tamperings: string[] = []
  for (const [one, judged] of judgeCases(stage)) {
    const verdict = await judged
    cases.push(caseLine(one, verdict))
    console.log(cases.at(-1))
    if (tamperings.length === 0)
      tamperings = (await judgeTamperings(stage, verdict.pdf)).map(spoiledLine)
  }
  const attacks = (await judgeAttacks(authority, stage.judges)).map(spoiledLine)
  writeFileSync(REPORT, reportOf({ cases, tamperings, attacks }))
} finally {
  await stage.close()
  await authority.close()
}
process.exit(0)
