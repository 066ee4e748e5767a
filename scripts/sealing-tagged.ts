/**
 * Tagged PDFs, each signed by two people through the whole service, before EU DSS:
 * `npx tsx scripts/sealing-tagged.ts FOLDER`. Takes the files of the folder and what this service makes as PDF/UA.
 * Prints the warnings of each and how many files had none. Needs `scripts/setup test`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderedLetter } from '../test/support/host-samples.ts'
import { somebody } from '../test/support/signing-app.ts'
import { openStage, type Stage } from '../test/support/signing-conformance.ts'

const [folder = '.'] = process.argv.slice(2)
let [judged, quiet] = [0, 0]

async function judge({ signing, judges, roots }: Stage, name: string, given: Buffer) {
  // With places of their own, so that no time is spent on looking for them.
  const people = [100, 300].map((x) => somebody({ fields: [{ page: 1, x, y: 300 }] }))
  const { id } = await signing.create(people, { pdf: given })
  const { status } = await signing.finish(id, people)
  const verdict = await judges.pades(await signing.signedFile(id), roots)
  const warnings = verdict.signatures.flatMap((each) => each.warnings)
  const passed = verdict.signatures.every(({ indication }) => indication === 'TOTAL_PASSED')
  const isQuiet = passed && warnings.length + verdict.problems.length === 0
  judged++
  if (isQuiet) quiet++
  const said = [...new Set([...warnings, ...verdict.problems])]
  console.log([name, status, `${verdict.signatures.length} signatures`, ...said].join(' | '))
}

const stage = await openStage()
try {
  await judge(stage, 'PDF/UA of ours', await renderedLetter(stage.signing, 'pdfua'))
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.pdf')) continue
    await judge(stage, name, readFileSync(join(folder, name))).catch((error: unknown) => {
      console.log(`${name} | ${String(error).slice(0, 300)}`)
    })
  }
  console.log(`${quiet} of ${judged} without a warning of EU DSS`)
} finally {
  await stage.close()
}
process.exit(0)
