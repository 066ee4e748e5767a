/**
 * Compares our verifier with EU DSS and pyHanko over every signed PDF of a folder: whether each says that what was
 * signed is as it was signed. Nobody is trusted, so that only integrity counts. Prints a table of the disagreements
 * and the counts.
 *
 * npx tsx scripts/verifier-corpus.ts FOLDER [JUDGED.jsonl]
 *
 * JUDGED.jsonl keeps what the judges said, by file, so that a second run asks only us.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { verdictOfFile } from '../src/pades/verdicts.ts'
import { verifyPdf } from '../src/pades/verify.ts'
import { UnreadablePdfError } from '../src/pdf/stream-data.ts'
import { type Judges, type PadesVerdict, startJudges } from '../test/support/judges.ts'
import { pyHankoPython } from '../test/support/pyhanko.ts'

type Opinion = 'intact' | 'changed' | 'none' | 'unreadable'

interface Said {
  sha256: string
  dss: { opinion: Opinion; why: string }
  pyhanko: { opinion: Opinion; why: string }
}

interface Row {
  field: string
  intact?: boolean
  valid?: boolean
  changes?: string | null
  docmdp?: boolean | null
  error?: string
}

const SIGNED = ['/ByteRange', '/Adobe.PPKLite']
const PER_RUN = 40
const JUDGE_MS = 120_000

function byDss(verdict: PadesVerdict): Said['dss'] {
  const { signatures, problems, changes, stampsIntact } = verdict
  const unreadable = problems.find((each) => each.startsWith('unreadable'))
  if (unreadable !== undefined) return { opinion: 'unreadable', why: unreadable }
  const broken = signatures
    .filter(({ intact }) => !intact)
    .map(({ field, sub }) => `${field} ${sub}`)
  const why = [...broken, ...(stampsIntact ? [] : ['a time-stamp is broken']), ...changes].join(
    '; ',
  )
  if (why !== '') return { opinion: 'changed', why }
  return { opinion: signatures.length === 0 ? 'none' : 'intact', why: '' }
}

const CHANGED = new Set(['OTHER'])

function byPyHanko(verdict: {
  signatures: Row[]
  timestamps: Row[]
  problem?: string
}): Said['pyhanko'] {
  if (verdict.problem !== undefined) return { opinion: 'unreadable', why: verdict.problem }
  const rows = [...verdict.signatures, ...verdict.timestamps]
  const why = rows.flatMap(({ field, error, intact, valid, changes, docmdp }) => {
    if (error !== undefined) return [`${field} ${error}`]
    if (!intact || !valid) return [`${field} broken`]
    if (CHANGED.has(changes ?? '')) return [`${field} changed: ${changes}`]
    return docmdp === false ? [`${field} against DocMDP`] : []
  })
  if (rows.length === 0) return { opinion: 'none', why: '' }
  const unread = rows.every(({ error }) => error !== undefined)
  return {
    opinion: why.length === 0 ? 'intact' : unread ? 'unreadable' : 'changed',
    why: why.join('; '),
  }
}

function byUs(pdf: Buffer): { opinion: Opinion; verdict: string; why: string } {
  try {
    const found = verifyPdf(pdf, { roots: [], nowMs: Date.now() })
    const all = [...found.problems, ...found.signatures.flatMap(({ problems }) => problems)]
    const why = [...new Set(all.map(({ code }) => code))].join(', ')
    const verdict = verdictOfFile(found)
    if (found.signatures.length === 0 && verdict === 'unsigned')
      return { opinion: 'none', verdict, why }
    return {
      opinion:
        verdict === 'changed' ? 'changed' : verdict === 'not_checkable' ? 'unreadable' : 'intact',
      verdict,
      why,
    }
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    return { opinion: 'unreadable', verdict: 'pdf_invalid', why: error.message }
  }
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => SIGNED.some((mark) => readFileSync(path).includes(mark)))
    .sort()

const shaOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex')

async function askDss(judges: () => Judges, again: () => void, path: string): Promise<Said['dss']> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), JUDGE_MS)
  })
  try {
    return byDss(await Promise.race([judges().pades(readFileSync(path), ''), late]))
  } catch (error) {
    again()
    return { opinion: 'unreadable', why: String(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function askPyHanko(paths: readonly string[]): Promise<Said['pyhanko'][]> {
  const judge = join(import.meta.dirname, '../test/judge/pyhanko/judge.py')
  const options = { maxBuffer: 1 << 28 }
  const run = promisify(execFile)
  const { stdout } = await run(pyHankoPython(), [judge, '--integrity', ...paths], options)
  return stdout
    .trim()
    .split('\n')
    .map((line) => byPyHanko(JSON.parse(line)))
}

async function judgeAll(paths: readonly string[], known: Map<string, Said>, store?: string) {
  let judges: Judges | undefined
  const again = (): void => {
    judges?.close()
    judges = undefined
  }
  const open = (): Judges => (judges ??= startJudges())
  const fresh = paths.filter((path) => !known.has(shaOf(path)))
  for (let at = 0; at < fresh.length; at += PER_RUN) {
    const part = fresh.slice(at, at + PER_RUN)
    const hanko = askPyHanko(part)
    const dss: Said['dss'][] = []
    for (const path of part) dss.push(await askDss(open, again, path))
    const theirs = await hanko
    part.forEach((path, index) => {
      const [one, other] = [dss[index], theirs[index]]
      if (one === undefined || other === undefined) return
      const said = { sha256: shaOf(path), dss: one, pyhanko: other }
      known.set(said.sha256, said)
      if (store !== undefined) appendFileSync(store, `${JSON.stringify(said)}\n`)
    })
    console.error(`${at + part.length} of ${fresh.length}`)
  }
  again()
}

const [folder, store] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: npx tsx scripts/verifier-corpus.ts FOLDER [JUDGED.jsonl]')
  process.exit(2)
}
const known = new Map<string, Said>()
if (store !== undefined && existsSync(store))
  for (const line of readFileSync(store, 'utf8').trim().split('\n').filter(Boolean)) {
    const said = JSON.parse(line) as Said
    known.set(said.sha256, said)
  }
const paths = files(folder)
await judgeAll(paths, known, store)
const counts = new Map<string, number>()
console.log('| file | EU DSS | pyHanko | Paraph |\n| --- | --- | --- | --- |')
for (const path of paths) {
  const said = known.get(shaOf(path))
  if (said === undefined) continue
  const ours = byUs(readFileSync(path))
  const key = `DSS ${said.dss.opinion}, pyHanko ${said.pyhanko.opinion}, Paraph ${ours.opinion}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
  const cells = [said.dss, said.pyhanko].map(({ opinion, why }) => `${opinion}${why && `: ${why}`}`)
  if (said.dss.opinion !== ours.opinion || said.pyhanko.opinion !== ours.opinion)
    console.log(
      `| ${relative(folder, path)} | ${cells.join(' | ')} | ${ours.opinion} (${ours.verdict})${ours.why && `: ${ours.why}`} |`.replaceAll(
        '\n',
        ' ',
      ),
    )
}
console.log(`\n${paths.length} files`)
for (const [key, count] of [...counts].sort((one, other) => other[1] - one[1]))
  console.log(`${count}  ${key}`)
process.exit(0)
