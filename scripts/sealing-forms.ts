/**
 * Public forms through the whole service, and filled in behind the seal: `npx tsx scripts/sealing-forms.ts FOLDER [MOST]`.
 * Prints a line per file: whether it was completed, whether EU DSS and pyHanko accept it (without a warning), how much
 * its first pages look different, and which judges call each filled copy changed; then the sums. Needs `scripts/setup test`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOut } from '../src/pdf/layout.ts'
import { openPdf } from '../src/pdf/opening.ts'
import {
  dssSaysChanged,
  LATER_FILLINGS,
  pyHankoSaysChanged,
} from '../test/support/later-filling.ts'
import { differenceOf, picturesOf } from '../test/support/pictures.ts'
import { pyHankoOnAll } from '../test/support/pyhanko.ts'
import {
  openStage,
  type Stage,
  signThrough,
  verified,
} from '../test/support/signing-conformance.ts'

const [folder = '.', most = '1000'] = process.argv.slice(2)
const PAGES = 3
const sums = new Map<string, number>()
const count = (what: string): void => {
  sums.set(what, (sums.get(what) ?? 0) + 1)
}

/** Ours: what the verifier answers must not be that nothing was changed. */
async function weSayChanged(stage: Stage, pdf: Buffer): Promise<boolean> {
  const answer = await verified(stage, pdf)
  return answer.status !== 200 || !answer.json<{ valid: boolean }>().valid
}

async function judgeForm(stage: Stage, name: string, given: Buffer): Promise<void> {
  const { facts, notices, file } = await openPdf(given)
  if (facts.signatures > 0 || notices.length === 0) return
  const flat = layOut({ facts, notices, file }, { reservedPages: [], fields: [], attachments: [] })
  const difference = differenceOf(picturesOf(given, PAGES), picturesOf(flat, PAGES))
  const { pdf, status } = await signThrough(stage, given, 1)
  count(status)
  const dss = await stage.judges.pades(pdf, stage.roots)
  const warnings = dss.signatures.flatMap((each) => each.warnings)
  const filled = LATER_FILLINGS.map(([, fill]) => fill(pdf))
  const [whole, ...copies] = await pyHankoOnAll([pdf, ...filled], stage.roots)
  const holds = whole?.signatures.every((each) => each.holds) ?? false
  if (dss.problems.length === 0 && warnings.length === 0) count('EU DSS accepts')
  if (holds) count('pyHanko accepts')
  if (difference === 0) count('same pictures')
  const said: string[] = []
  for (const [index, copy] of filled.entries()) {
    const verdict = copies[index]
    const judges = {
      dss: await dssSaysChanged(stage.judges, copy, stage.roots),
      pyHanko: verdict !== undefined && pyHankoSaysChanged(verdict),
      ours: await weSayChanged(stage, copy),
    }
    for (const [judge, changed] of Object.entries(judges))
      if (changed) count(`filled copy ${index + 1}: ${judge} says changed`)
    said.push(
      Object.entries(judges)
        .flatMap(([judge, changed]) => (changed ? judge : []))
        .join('+'),
    )
  }
  console.log(
    [
      name,
      notices.join('+'),
      status,
      `dss ${dss.problems.length}/${warnings.length}`,
      `pyHanko ${holds}`,
      `pixels ${(100 * difference).toFixed(3)} %`,
      ...said,
    ].join(' | '),
  )
}

const stage = await openStage()
try {
  let judged = 0
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.pdf'))
    .sort()) {
    if (judged >= Number(most)) break
    try {
      await judgeForm(stage, name, readFileSync(join(folder, name)))
      judged++
    } catch (error) {
      count('not signed')
      console.log(`${name} | ${error instanceof Error ? error.message.slice(0, 200) : error}`)
    }
  }
  console.log(Object.fromEntries(sums))
} finally {
  await stage.close()
}
process.exit(0)
