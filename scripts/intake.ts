/**
 * Takes every PDF of a folder in as the service does when it is sent to be signed: opened, repaired or decrypted
 * where it must be, laid out with pages for its proof. Counts what is accepted and what is refused by code, and
 * compares the pages before and after as pictures.
 *
 * npm run intake -- FOLDER RESULT_FOLDER
 *
 * RESULT_FOLDER gets report.json and the laid out files, for other viewers to compare.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AppError } from '../src/kernel/errors.ts'
import { openSignable, prepare } from '../src/signing/prepare.ts'
import { difference, pdfPages } from './pictures/raster.ts'

const DPI = 36
/** Pages of one document that are compared. */
const PAGES = 3
/** Share of points that may differ: readers smooth edges a little differently in a file that was written anew. */
const SAME_BELOW = 0.002

const [folder, target] = process.argv.slice(2)
if (folder === undefined || target === undefined) {
  console.error('Usage: npm run intake -- FOLDER RESULT_FOLDER')
  process.exit(2)
}

interface Taken {
  file: string
  /** `accepted`, or the code of the refusal. */
  outcome: string
  ms: number
  detail?: string
  notices?: readonly string[]
  signatures?: number
  /** Pages that pdf.js finds in the upload; 0 where it does not open. */
  viewer: number
  /** Largest share of points in which a page differs; undefined where it was drawn neither before nor after. */
  worst?: number
}

async function pagesInViewer(pdf: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  try {
    const document = await task.promise
    await document.getPage(1)
    return document.numPages
  } catch {
    return 0
  } finally {
    await task.destroy()
  }
}

const drawn = (pdf: Uint8Array) => pdfPages(pdf, DPI, PAGES).catch(() => [])

async function compared(before: Uint8Array, after: Uint8Array): Promise<number | undefined> {
  const [one, other] = [await drawn(before), await drawn(after)]
  if (one.length === 0) return other.length === 0 ? undefined : 0
  return Math.max(
    ...one.map((page, index) => {
      const same = other[index]
      return same === undefined ? 1 : difference(page, same)
    }),
  )
}

async function taken(file: string, pdf: Buffer): Promise<Taken> {
  const startMs = performance.now()
  const viewer = await pagesInViewer(pdf)
  const ms = (): number => Math.round(performance.now() - startMs)
  try {
    const opened = await openSignable(pdf)
    const { pdf: laidOut } = await prepare(opened, {
      requestId: 'doc_00000000000000000000000000',
      signers: [{ name: 'Signer', locale: 'en', step: 1 }],
      test: false,
      places: [[]],
      sheets: { locale: 'en', documentId: 'intake', signers: 1 },
      attachments: [],
    })
    const took = ms()
    await writeFile(join(target ?? '', file), laidOut)
    const worst = await compared(pdf, laidOut)
    const { notices, facts } = opened
    const { signatures } = facts
    return {
      ...{ file, outcome: 'accepted', ms: took, notices, signatures, viewer },
      ...(worst !== undefined && { worst }),
    }
  } catch (error) {
    const outcome = error instanceof AppError ? error.code : 'fault'
    const detail = error instanceof Error ? error.message : String(error)
    return { file, outcome, ms: ms(), detail, viewer }
  }
}

const counted = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

await mkdir(target, { recursive: true })
const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort()
const all: Taken[] = []
for (const name of names) {
  all.push(await taken(name, await readFile(join(folder, name))))
  if (all.length % 100 === 0) console.error(`${all.length}/${names.length}`)
}
const accepted = all.filter(({ outcome }) => outcome === 'accepted')
const changed = accepted.filter(({ worst = 0 }) => worst >= SAME_BELOW)
const summary = {
  files: all.length,
  outcomes: counted(all.map(({ outcome }) => outcome)),
  notices: counted(accepted.flatMap(({ notices = [] }) => notices)),
  opensInViewer: all.filter(({ viewer }) => viewer > 0).length,
  acceptedOfThose: accepted.filter(({ viewer }) => viewer > 0).length,
  compared: accepted.filter(({ worst }) => worst !== undefined).length,
  changed: changed.map(({ file, worst }) => ({ file, worst })),
}
await writeFile(join(target, 'report.json'), `${JSON.stringify({ summary, all }, null, 1)}\n`)
console.log(JSON.stringify(summary, null, 2))
