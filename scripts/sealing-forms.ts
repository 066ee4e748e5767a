/**
 * Public forms through the whole service, and filled in behind the seal:
 * `npx tsx scripts/sealing-forms.ts FOLDER [MOST] [after-another]`; with the last word somebody else signs each form
 * first, with pyHanko, so that its fields stay. Prints a line per file: whether it was completed, what EU DSS, pyHanko
 * and we say of the file as it was completed, how much its first pages look different, and who calls which filled copy
 * changed; then the sums. Needs `scripts/setup test`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOut } from '../src/pdf/layout.ts'
import { openPdf } from '../src/pdf/opening.ts'
import type { Verification } from '../src/verification/schemas.ts'
import { dssSaysChanged, LATER_FILLINGS, withFieldsFilled } from '../test/support/later-filling.ts'
import { differenceOf, picturesOf } from '../test/support/pictures.ts'
import { lastHolds, pyHanko, signWithPyHanko } from '../test/support/pyhanko.ts'
import {
  openStage,
  type Stage,
  signThrough,
  verified,
} from '../test/support/signing-conformance.ts'

const [folder = '.', most = '1000', before] = process.argv.slice(2)
const PAGES = 3
const sums = new Map<string, number>()
const count = (what: string): void => {
  sums.set(what, (sums.get(what) ?? 0) + 1)
}

/** The word of our own verifier, or the code of its refusal. */
async function ourVerdict(stage: Stage, pdf: Buffer): Promise<string> {
  const answer = await verified(stage, pdf)
  return answer.status === 200
    ? answer.json<Verification>().verdict
    : answer.json<{ code: string }>().code
}

/** Each filled copy by what was done; fields of the upload are left only where somebody had signed it. */
function copiesOf(pdf: Buffer): Array<readonly [string, Buffer]> {
  const filled = withFieldsFilled(pdf)
  return [
    ...LATER_FILLINGS.map(([name, fill]) => [name, fill(pdf)] as const),
    ...(filled === undefined ? [] : [['another value in every field left', filled] as const]),
  ]
}

async function judgeAsCompleted(stage: Stage, pdf: Buffer, holds: boolean): Promise<string[]> {
  const dss = await stage.judges.pades(pdf, stage.roots)
  const warnings = dss.signatures.flatMap((each) => each.warnings)
  const passed = dss.signatures.every(({ indication }) => indication === 'TOTAL_PASSED')
  const ours = await ourVerdict(stage, pdf)
  if (passed && dss.problems.length === 0 && warnings.length === 0) count('EU DSS accepts')
  if (holds) count('pyHanko accepts')
  count(`ours: ${ours}`)
  return [`dss ${dss.problems.length}/${warnings.length}`, `pyHanko ${holds}`, `ours ${ours}`]
}

async function judgeForm(stage: Stage, name: string, upload: Buffer): Promise<boolean> {
  const given = before === undefined ? upload : await signWithPyHanko(upload, stage.stranger)
  const { facts, notices } = await openPdf(upload)
  if (facts.signatures > 0 || !notices.includes('fields_flattened')) return false
  const opened = await openPdf(given)
  const flat = layOut(opened, { reservedPages: [], fields: [], attachments: [] })
  const difference = differenceOf(picturesOf(given, PAGES), picturesOf(flat, PAGES))
  const { pdf, status } = await signThrough(stage, given, 1)
  count(status)
  if (difference === 0) count('same pictures')
  const copies = copiesOf(pdf)
  const { signatures } = await pyHanko(pdf, stage.roots)
  const holds = signatures.length > 0 && signatures.every((each) => each.holds)
  const theirs = await lastHolds(
    copies.map(([, copy]) => copy),
    stage.roots,
  )
  const said = await judgeAsCompleted(stage, pdf, holds)
  for (const [index, [what, copy]] of copies.entries()) {
    const ours = await ourVerdict(stage, copy)
    const judges = {
      'EU DSS': await dssSaysChanged(stage.judges, copy, stage.roots),
      pyHanko: theirs[index] === false,
      ours: ours === 'changed',
    }
    count(what)
    const changed = Object.entries(judges).flatMap(([judge, says]) => (says ? judge : []))
    for (const judge of changed) count(`${what}: ${judge} says changed`)
    said.push(changed.length === 3 ? 'all' : `${changed.join('+')} (ours ${ours})`)
  }
  const pixels = `pixels ${(100 * difference).toFixed(3)} %`
  console.log([name, notices.join('+'), status, pixels, ...said].join(' | '))
  return true
}

const stage = await openStage()
try {
  let judged = 0
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.pdf'))
    .sort()) {
    if (judged >= Number(most)) break
    try {
      if (await judgeForm(stage, name, readFileSync(join(folder, name)))) judged++
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
