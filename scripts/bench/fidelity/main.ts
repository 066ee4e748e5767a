/**
 * `npm run bench -- fidelity --pairs=FOLDER`: how like Word's own PDFs ours are. FOLDER holds `<id>.docx` and
 * `<id>.pdf`; `--office=SOFFICE.BIN[,PYTHON]` (repeatable) names LibreOffice instead of the machine's own, `--ids=a,b` takes
 * some files, `--ours` leaves the other ways out.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pngOf } from '../../pictures/png.ts'
import { grid, pdfPages, shrunk } from '../../pictures/raster.ts'
import { CAUSES } from './causes.ts'
import { DPI, type FidelityPlan, madeBy, measureFidelity, type Pair } from './measure.ts'
import { fidelityReport, worst, worstPage } from './report.ts'

/** Pixels of each of the two pages of a picture, at most. */
const PICTURE = { width: 320, height: 420 }

/** The plan in the arguments of the command. */
function planOf(args: readonly string[]): FidelityPlan {
  const all = (name: string): string[] =>
    args.flatMap((text) => (text.startsWith(`--${name}=`) ? [text.slice(name.length + 3)] : []))
  const [folder = ''] = all('pairs')
  if (!existsSync(folder)) {
    throw new Error('--pairs=FOLDER is missing: a folder of <id>.docx and <id>.pdf made by Word')
  }
  const ids = all('ids').flatMap((text) => text.split(','))
  return { folder, ids, offices: all('office'), oursOnly: args.includes('--ours') }
}

async function picture({ folder }: FidelityPlan, pair: Pair, way: string): Promise<Uint8Array> {
  const page = worstPage(pair, way)
  const both = await Promise.all(
    [join(folder, `${pair.id}.pdf`), madeBy(way, pair.id)].map(async (path) => {
      const found = (await pdfPages(readFileSync(path), DPI, page + 1))[page]
      return found === undefined ? [] : [shrunk(found, PICTURE.width, PICTURE.height)]
    }),
  )
  return pngOf(grid(both.flat(), 2, 6))
}

/** Measures, draws the ten worst into `images`, and says what the page shows. */
export async function benchFidelity(
  args: readonly string[],
  images: string,
  say: (text: string) => void,
): Promise<{ results: Pair[]; text: string }> {
  const plan = planOf(args)
  const results = await measureFidelity(plan, say)
  // of the newest LibreOffice that was given, which comes last
  const way = Object.keys(results[0]?.ways ?? {}).findLast((name) => name.startsWith('Paraph'))
  if (way === undefined) throw new Error(`no pairs in ${plan.folder}`)
  const text = fidelityReport(results, way, CAUSES, new Date().toISOString().slice(0, 10))
  if (plan.ids.length > 0 || plan.oursOnly) return { results, text }
  for (const name of readdirSync(images)) {
    if (name.startsWith('fidelity-')) rmSync(join(images, name))
  }
  for (const pair of worst(results, way, 10)) {
    writeFileSync(join(images, `fidelity-${pair.id}.png`), await picture(plan, pair, way))
  }
  return { results, text }
}
