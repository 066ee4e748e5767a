/** Word files beside the PDF that Word made of them: each way's pages, compared. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pdfPages } from '../../pictures/raster.ts'
import { ssim } from './similarity.ts'
import { type Way, waysWith } from './ways.ts'

/** Pages that are compared, from the first, and dots per inch. */
export const PAGES_COMPARED = 3
export const DPI = 60

/** One Word file with one way. */
export interface Likeness {
  /** 0: there is no PDF. */
  pages: number
  /** Of each compared page. */
  ssim: readonly number[]
  /** Why there is no PDF. */
  fault?: string
}

/** A Word file with every way. */
export interface Pair {
  id: string
  /** Pages in Word. */
  pages: number
  ways: Record<string, Likeness>
}

/** What is measured. */
export interface FidelityPlan {
  /** Folder of `<id>.docx` and `<id>.pdf`. */
  folder: string
  /** Only these, when any are named. */
  ids: readonly string[]
  /** Programs of LibreOffice; the machine's own when none is given. */
  offices: readonly string[]
  /** Only our own way: while a rule is being written. */
  oursOnly: boolean
}

/** Where PDFs are kept between runs. */
export const CACHE = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'paraph',
  'fidelity',
)

/** Where a way's PDF of a Word file is. */
export const madeBy = (way: string, id: string): string =>
  join(CACHE, way.replaceAll(/[^\w.]+/g, '-'), `${id}.pdf`)

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const pagesOf = (path: string): number =>
  Number(/^Pages:\s+(\d+)/m.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))?.[1] ?? 0)

async function make(way: Way, source: string, target: string): Promise<void> {
  if (way.key !== '' && existsSync(target)) return
  mkdirSync(join(target, '..'), { recursive: true })
  rmSync(target, { force: true })
  const pdf = await way.convert(source, readFileSync(source), target)
  if (pdf !== undefined) writeFileSync(target, pdf)
}

async function likeness(way: Way, plan: FidelityPlan, id: string): Promise<Likeness> {
  const target = madeBy(way.name, id)
  try {
    await make(way, join(plan.folder, `${id}.docx`), target)
    const [word, made] = await Promise.all(
      [join(plan.folder, `${id}.pdf`), target].map((path) =>
        pdfPages(readFileSync(path), DPI, PAGES_COMPARED),
      ),
    )
    // a page that is not there is as unlike as a blank one
    const compared = (word ?? []).map((page, at) => {
      const other = made?.[at]
      return other === undefined ? 0 : ssim(page, other)
    })
    return { pages: pagesOf(target), ssim: compared }
  } catch (error) {
    return { pages: 0, ssim: [], fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Every pair with the ways of one LibreOffice, by the names of the ways. */
async function measureOffice(
  office: string,
  plan: FidelityPlan,
  pairs: readonly Pair[],
  say: (text: string) => void,
): Promise<[string, Likeness[]][]> {
  const all: [string, Likeness[]][] = []
  for (const way of await waysWith(office)) {
    if (plan.oursOnly && way.key !== '') continue
    await way.start()
    const each: Likeness[] = []
    for (const { id, pages } of pairs) {
      const found = await likeness(way, plan, id)
      each.push(found)
      const alike = found.ssim.map((one) => one.toFixed(3)).join(' ')
      say(`${way.name}: ${id} ${found.pages}/${pages} ${found.fault ?? alike}`)
    }
    await way.stop()
    all.push([way.name, each])
  }
  return all
}

/** Measures every pair of the folder with every way. */
export async function measureFidelity(
  plan: FidelityPlan,
  say: (text: string) => void,
): Promise<Pair[]> {
  const ids = readdirSync(plan.folder)
    .filter((name) => name.endsWith('.docx'))
    .map((name) => name.slice(0, -'.docx'.length))
    .filter((id) => existsSync(join(plan.folder, `${id}.pdf`)))
    .filter((id) => plan.ids.length === 0 || plan.ids.includes(id))
    .sort()
  const pairs = ids.map(
    (id): Pair => ({ id, pages: pagesOf(join(plan.folder, `${id}.pdf`)), ways: {} }),
  )
  const offices = plan.offices.length > 0 ? plan.offices : ['']
  // side by side: what is measured are pages, not time
  const found = await Promise.all(offices.map((office) => measureOffice(office, plan, pairs, say)))
  for (const [at, pair] of pairs.entries())
    pair.ways = Object.fromEntries(
      found.flatMap((ways) => ways.map(([name, of]) => [name, of[at] ?? { pages: 0, ssim: [] }])),
    )
  return pairs
}
