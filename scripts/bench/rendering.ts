/** The race of the whole rendering request against bare LibreOffice and others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contender } from './contender.ts'
import { carbone, gotenbergWay, paraph } from './contenders-http.ts'
import { cold, floor } from './contenders-office.ts'
import { type BenchDocument, makeDocuments } from './documents.ts'
import { measureFlatness } from './flatness.ts'
import { describeMachine } from './machine.ts'
import { peakDuring } from './memory.ts'
import type { Memory, Results } from './results.ts'
import { type Cell, type CellPlan, race } from './rounds.ts'

const quick = process.argv.includes('--quick')
const only = process.argv
  .find((text) => text.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Seconds each document is raced for, by how many at once; 0 leaves the cell out. */
const SECONDS: Record<'small' | 'report' | 'ledger', readonly [number, number, number]> = quick
  ? { small: [12, 9, 7], report: [1, 1, 0], ledger: [1, 0, 0] }
  : { small: [25, 45, 12], report: [40, 30, 12], ledger: [1, 1, 1] }
/** However slow the machine; of large documents only one at a time and two at once, which have goals. */
const ROUNDS_MIN = { small: 4, large: quick ? 1 : 2 }
const WARM_UPS = 15
/** The second half is judged; in a shorter one, what V8 lets grow for some hundred renders looks like a leak. */
const RENDERS = quick ? 300 : 2_000
/** What is left out of the longest cells, for time. */
const SLOW = ['cold', 'gotenberg-way']

function plansOf(document: BenchDocument): CellPlan[] {
  const kind = document.name === 'report' || document.name === 'ledger' ? document.name : 'small'
  return [1, 2, 4].flatMap((atOnce, index) => {
    const seconds = SECONDS[kind][index] ?? 0
    const perWorker = document.large || atOnce === 1 ? 1 : 4
    const roundsMin = document.large ? (atOnce < 4 ? ROUNDS_MIN.large : 1) : ROUNDS_MIN.small
    return seconds
      ? [{ atOnce, budgetMs: seconds * 1000, roundsMin, roundsMax: 400, perWorker }]
      : []
  })
}

function takingPart(
  contenders: readonly Contender[],
  document: BenchDocument,
  plan: CellPlan,
): Contender[] {
  if (quick && document.name === 'ledger') {
    return contenders.filter(({ name }) => ['floor', 'paraph', 'carbone-1'].includes(name))
  }
  const skip = document.name === 'ledger' || (document.large && plan.atOnce === 4) ? SLOW : []
  return contenders.filter(({ name }) => !skip.includes(name))
}

/** A service that has been running is what is measured: JavaScript is compiled by its use. */
async function warmUp(contenders: readonly Contender[], document: BenchDocument): Promise<void> {
  if (document.large) return
  for (const contender of contenders) {
    const times = contender.every === 1 ? WARM_UPS : 1
    for (let n = 0; n < times; n++) await contender.run(document, 0)
  }
}

async function raceAll(
  contenders: readonly Contender[],
  documents: readonly BenchDocument[],
): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const document of documents) {
    await warmUp(contenders, document)
    for (const plan of plansOf(document)) {
      const cell = await race(takingPart(contenders, document, plan), document, plan)
      const pages = cell.results.map((one) => `${one.contender} ${one.pages}`)
      const [first] = cell.results
      if (cell.results.some((one) => one.pages !== first?.pages)) {
        throw new Error(
          `${document.name}: the contenders disagree on the pages: ${pages.join(', ')}`,
        )
      }
      say(
        `${document.name}, ${plan.atOnce} at once: ${cell.results.map((one) => `${one.contender} ×${one.rounds.length}`).join(', ')}`,
      )
      cells.push(cell)
    }
  }
  return cells
}

async function memoryOf(
  contenders: readonly Contender[],
  documents: readonly BenchDocument[],
): Promise<Memory[]> {
  const memory: Memory[] = []
  for (const document of documents) {
    if (quick && document.name === 'ledger') continue
    for (const contender of contenders) {
      const times = document.large ? 1 : 4
      const lane = async (slot: number): Promise<void> => {
        for (let n = 0; n < times; n++) await contender.run(document, slot)
      }
      const peakMb = await peakDuring(
        () => contender.roots(),
        () => Promise.all([lane(0), lane(1)]),
      )
      memory.push({ document: document.name, contender: contender.name, peakMb })
    }
  }
  return memory
}

async function bench(folder: string): Promise<Results> {
  const [startedAt, load] = [performance.now(), loadavg()[0] ?? 0]
  const all = await makeDocuments()
  const documents = all.filter(({ name }) => !only || only.includes(name))
  const ours = paraph(folder)
  const contenders = [
    floor(folder),
    ours,
    carbone(folder, 1, documents),
    carbone(folder, 2, documents),
    gotenbergWay(folder),
    cold(folder),
  ]
  try {
    for (const contender of contenders) {
      say(`starting ${contender.name}`)
      await contender.start()
    }
    for (const document of documents) {
      document.mergedPath = join(folder, `${document.name}.docx`)
      writeFileSync(document.mergedPath, await ours.merge(document))
    }
    const cells = await raceAll(contenders, documents)
    say('memory')
    const memory = await memoryOf(contenders, documents)
    say(`${RENDERS} letters in a row`)
    const flatness = await measureFlatness(ours, documents[0] as BenchDocument, RENDERS)
    return {
      mode: quick ? 'quick' : 'full',
      date: new Date().toISOString(),
      minutes: (performance.now() - startedAt) / 60_000,
      machine: describeMachine(),
      load: [load, loadavg()[0] ?? 0],
      contenders: contenders.map(({ name, what }) => ({ name, what })),
      documents: documents.map((document) => ({
        name: document.name,
        title: document.title,
        templateBytes: document.template.length,
        dataBytes: JSON.stringify(document.data).length,
        pages: cells.find((cell) => cell.document === document.name)?.results[0]?.pages ?? 0,
      })),
      cells,
      memory,
      flatness,
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()))
  }
}

/** Runs this part; `--quick` and `--only=NAMES` of the command line count. */
export async function benchRendering(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-bench-'))
  try {
    return await bench(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
