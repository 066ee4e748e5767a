/**
 * Takes every PDF of a folder in as the service does when it is sent to be signed: opened, repaired or decrypted
 * where it must be, laid out with pages for its proof. Counts what is accepted and what is refused by code, and
 * compares the pages before and after as pictures.
 *
 * npm run intake -- FOLDER RESULT_FOLDER [--no-pictures]
 *
 * RESULT_FOLDER gets report.json and the laid out files, for other viewers to compare.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Order, Taken } from './intake-file.ts'

/** Share of points that may differ: readers smooth edges a little differently in a file that was written anew. */
const SAME_BELOW = 0.002
/** What pdf.js keeps of the files it has read adds up. */
const FILES_PER_PROCESS = 60
const FILE_MS_MAX = 90_000

const [folder, target, option] = process.argv.slice(2)
if (folder === undefined || target === undefined) {
  console.error('Usage: npm run intake -- FOLDER RESULT_FOLDER [--no-pictures]')
  process.exit(2)
}

let worker: ChildProcess | undefined
let files = 0

function workerFor(): ChildProcess {
  if (worker?.connected === true && files++ < FILES_PER_PROCESS) return worker
  worker?.kill('SIGKILL')
  files = 1
  worker = fork(fileURLToPath(new URL('intake-file.ts', import.meta.url)))
  return worker
}

function takenBy(process: ChildProcess, order: Order, file: string): Promise<Taken> {
  return new Promise((resolve) => {
    const ended = (detail: string): void => {
      process.kill('SIGKILL')
      settle({ file, outcome: 'fault', ms: FILE_MS_MAX, detail, viewer: 0 })
    }
    const onExit = (): void => ended('its process ended')
    const timer = setTimeout(() => ended('no answer'), FILE_MS_MAX)
    const settle = (row: Taken): void => {
      clearTimeout(timer)
      process.removeAllListeners()
      resolve(row)
    }
    process.once('message', (row) => settle(row as Taken)).once('exit', onExit)
    process.send(order)
  })
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
  const order = { path: join(folder, name), target, pictures: option !== '--no-pictures' }
  all.push(await takenBy(workerFor(), order, name))
  if (all.length % 100 === 0) console.error(`${all.length}/${names.length}`)
}
worker?.kill('SIGKILL')
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
