/**
 * Renders every .docx of a folder through the pipeline of the service, compares the pages with what
 * LibreOffice alone makes of the file, and writes a report and contact sheets to look at.
 *
 * npm run corpus -- FOLDER RESULT_FOLDER
 *
 * NAME.json beside NAME.docx is its data; without one the service's own sample data are used and
 * nothing is missed.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { number } from './corpus/digits.ts'
import { referencePdfs } from './corpus/reference.ts'
import { type Outcome, openRenderer, reportOf, SAME_BELOW } from './corpus/renderer.ts'
import { pngOf } from './pictures/png.ts'
import {
  type Color,
  difference,
  framed,
  grid,
  pdfPages,
  type Raster,
  shrunk,
} from './pictures/raster.ts'

const DPI = 40
const TILE = { width: 340, height: 480 }
const PER_SHEET = 12
/** Pages of one document that are shown; all are compared. */
const SHOWN = 3
const GREEN: Color = [0, 130, 60]
const RED: Color = [200, 60, 0]
const BLUE: Color = [0, 80, 200]

const [folder, target] = process.argv.slice(2)
if (folder === undefined || target === undefined) {
  console.error('Usage: npm run corpus -- FOLDER RESULT_FOLDER')
  process.exit(2)
}
await mkdir(target, { recursive: true })
const names = (await readdir(folder)).filter((name) => /\.(docx|dotx)$/i.test(name)).sort()
const sources = await Promise.all(names.map((name) => readFile(join(folder, name))))
const renderer = await openRenderer(folder)
const outcomes: Outcome[] = []
for (const [index, name] of names.entries()) {
  outcomes.push(await renderer.render(index + 1, name, sources[index]!))
  console.error(`${index + 1}/${names.length} ${name}: ${outcomes.at(-1)?.code ?? 'rendered'}`)
}
await renderer.close()

const rendered = outcomes.filter((outcome) => outcome.pdf !== undefined)
const references = await referencePdfs(rendered.map(({ index }) => sources[index - 1]!))

const tiles: Raster[] = []
function tile(page: Raster, index: number, color: Color): void {
  const small = shrunk(page, TILE.width, TILE.height)
  number(small, index, color)
  tiles.push(framed(small, 2, color))
}
for (const [at, outcome] of rendered.entries()) {
  const pages = await pdfPages(outcome.pdf!, DPI)
  const reference = references[at] ?? null
  const wanted = reference === null ? null : await pdfPages(reference, DPI)
  outcome.pages = pages.length
  outcome.referencePages = wanted?.length
  const worst = pages.map((page, index) => {
    const other = wanted?.[index]
    return other === undefined ? 1 : difference(page, other)
  })
  outcome.difference = wanted === null || wanted.length !== pages.length ? 1 : Math.max(0, ...worst)
  const same = outcome.difference < SAME_BELOW
  for (const [index, page] of pages.slice(0, SHOWN).entries()) {
    tile(page, outcome.index, same ? GREEN : RED)
    const other = wanted?.[index]
    if (!same && other !== undefined && worst[index]! >= SAME_BELOW)
      tile(other, outcome.index, BLUE)
  }
}
for (let from = 0; from < tiles.length; from += PER_SHEET) {
  const name = `sheet-${String(from / PER_SHEET + 1).padStart(2, '0')}.png`
  await writeFile(join(target, name), pngOf(grid(tiles.slice(from, from + PER_SHEET), 4, 8)))
}
await writeFile(join(target, 'report.md'), reportOf(basename(folder), outcomes))
console.log(join(target, 'report.md'))
