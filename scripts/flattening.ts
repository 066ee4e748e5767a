/**
 * Forms before and after they are prepared for signing, as pictures: `npx tsx scripts/flattening.ts FOLDER...`. Takes
 * every unsigned PDF below the folders that has something to prepare, repaired and decrypted ones too, and prints each
 * whose pages differ, with the share of points that do; then how many differ by how much. Poppler draws both.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '../src/kernel/coded-error.ts'
import { layOut } from '../src/pdf/layout.ts'
import { type OpenedPdf, openPdf } from '../src/pdf/opening.ts'
import { pdfPages, type Raster } from './pictures/raster.ts'

const DPI = 72
const PAGES = 10
/** A difference of one colour, of 255, that counts: what lies below is how edges are smoothed. */
const SEEN = 16

const counts = new Map<string, number>()
const count = (what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** Points of a page that look different; all where it is missing or of another size. */
function differing(one: Raster, other: Raster | undefined): number {
  if (one.rgb.length !== other?.rgb.length) return 1
  const seen = (at: number): boolean => Math.abs((one.rgb[at] ?? 0) - (other.rgb[at] ?? 0)) > SEEN
  let points = 0
  for (let at = 0; at < one.rgb.length; at += 3)
    if (seen(at) || seen(at + 1) || seen(at + 2)) points++
  return points / (one.width * one.height)
}

/** Of the page that differs most; undefined where Poppler cannot draw the upload. */
async function differenceBetween(one: Uint8Array, other: Uint8Array): Promise<number | undefined> {
  const before = await pdfPages(one, DPI, PAGES).catch(() => [])
  if (before.length === 0) return undefined
  const after = await pdfPages(other, DPI, PAGES).catch(() => [])
  return Math.max(...before.map((page, index) => differing(page, after[index])))
}

async function prepared(pdf: Buffer): Promise<{ opened: OpenedPdf; flat: Buffer } | undefined> {
  try {
    const opened = await openPdf(pdf)
    if (opened.facts.signatures > 0 || opened.notices.length === 0) return undefined
    return { opened, flat: layOut(opened, { reservedPages: [], fields: [], attachments: [] }) }
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

const groupOf = (difference: number): string => {
  if (difference === 0) return 'same'
  return difference < 0.001 ? 'below 0.1 %' : '0.1 % and more'
}

for (const folder of process.argv.slice(2))
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.toLowerCase().endsWith('.pdf')) continue
    const pdf = readFileSync(join(folder, path))
    const result = await prepared(pdf)
    if (result === undefined) continue
    const difference = await differenceBetween(pdf, result.flat)
    count(difference === undefined ? 'not drawn before' : groupOf(difference))
    if (difference !== 0)
      console.log(
        [path, result.opened.notices.join('+'), `${(100 * (difference ?? 0)).toFixed(3)} %`].join(
          ' | ',
        ),
      )
  }
console.log(Object.fromEntries(counts))
