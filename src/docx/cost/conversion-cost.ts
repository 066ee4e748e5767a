/**
 * Estimates what converting a merged document will take, from its counts, before LibreOffice sees it. Most terms grow
 * linearly; some grow with the square, and those are the conversions that never end. The rates were measured with
 * LibreOffice 7.4, one kind of content at a time (docs/adr/0002-refused-before-conversion.md).
 */

import { asBuffer } from '../../kernel/bytes.ts'
import type { Texts } from '../../translations/messages.ts'
import { PICTURE_KINDS, partKind } from '../package/part-kind.ts'
import { pictureSize } from '../package/picture-size.ts'
import { countPart, noCounts, type PartCounts } from './count-part.ts'

/** One kind of content and its share of the time. */
interface CostTerm {
  /** Its name for people, in the plural: "table rows". */
  what: keyof Texts['details']['costs']
  count: number
  /** Milliseconds of processor time. */
  ms: number
  /** Whether twice as many take four times as long. */
  squared: boolean
}

/** What a conversion is expected to take: processor time in milliseconds, and the term that takes most of it. */
export type ConversionCost = ReturnType<typeof conversionCost>

/** Any document: opening, closing, writing a PDF with its fonts. */
const BASE_MS = 60
const CHARACTERS_OF_A_PAGE = 3_000
const PARAGRAPHS_OF_A_PAGE = 60
const MILLION = 1e6
/** Per million pixels, and per byte where pictures have to be recompressed. */
const PIXELS_MS = 27
const PICTURE_BYTE_MS = 6e-5

const squares = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number * number, 0)
const largest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0)

const linear = (what: CostTerm['what'], count: number, each: number): CostTerm => ({
  what,
  count,
  ms: count * each,
  squared: false,
})
const square = (what: CostTerm['what'], count: number, each: number, rate: number): CostTerm => ({
  what,
  count,
  ms: count * each + count * count * rate,
  squared: count * rate > each,
})
/** Content whose cost grows with the square of how much of it is in one place. */
const crowded = (what: CostTerm['what'], crowds: readonly number[], rate: number): CostTerm => ({
  what,
  count: largest(crowds),
  ms: squares(crowds) * rate,
  squared: true,
})

function textTerms(counts: PartCounts): CostTerm[] {
  const of = (name: 'characters' | 'scriptChanges' | 'runs' | 'astral') =>
    counts.largest.map((paragraph) => paragraph[name])
  return [
    linear('characters', counts.characters, 0.0023),
    // twice as much where no font has the glyphs, a tenth where one does
    linear('wide', counts.wide, 0.05),
    linear('emoji', counts.astral, 0.08),
    linear('scriptChanges', counts.scriptChanges, 0.03),
    linear('paragraphs', counts.paragraphs, 0.11),
    crowded('charactersInOne', of('characters'), 3.6e-8),
    crowded('scriptChangesInOne', of('scriptChanges'), 4.6e-5),
    crowded('runsInOne', of('runs'), 1.4e-4),
    crowded('emojiInOne', of('astral'), 9e-6),
    square('formats', counts.formats, 0, 4e-5),
  ]
}

function structureTerms(counts: PartCounts, pages: number): CostTerm[] {
  return [
    square('pages', pages, 0.25, 5e-4),
    square('sections', counts.sections, 0.15, 3e-4),
    square('columned', counts.columned, 0.5, 4e-2),
    square('notes', counts.notes, 0.8, 3e-4),
    square('frames', counts.frames, 0.5, 6e-4),
    crowded('frameRows', counts.frameRows, 2.2e-2),
    square('drawings', counts.drawings, 1, 4.2e-3),
    square('grouped', counts.grouped, 1, 8e-4),
    square('vml', counts.vml, 0.45, 4.4e-4),
    crowded('rowsInOne', counts.tableRows, 9e-4),
    square('tables', counts.tables, 0.2, 3.6e-4),
    linear('cells', counts.cells, 0.05),
    square('changes', counts.changes, 0.1, 8e-5),
    square('bookmarks', counts.bookmarks, 0.01, 7.5e-6),
  ]
}

const sum = (terms: readonly CostTerm[]): number => terms.reduce((ms, term) => ms + term.ms, 0)

function pagesOf(counts: PartCounts): number {
  const { breaks, sections, characters, paragraphs } = counts
  const filled = Math.max(characters / CHARACTERS_OF_A_PAGE, paragraphs / PARAGRAPHS_OF_A_PAGE)
  return Math.round(breaks + sections + filled)
}

/** Adds the counts of one part to the total. */
function add(total: PartCounts, part: PartCounts): void {
  for (const [name, value] of Object.entries(part) as [keyof PartCounts, unknown][]) {
    if (typeof value === 'number') (total[name] as number) += value
    else if (Array.isArray(value)) (total[name] as unknown[]).push(...value)
  }
}

/** Pixels cost by their number and by how badly they compress. */
function pictureTerm(pictures: readonly Uint8Array[]): CostTerm {
  let pixels = 0
  let bytes = 0
  for (const picture of pictures) {
    const kind = partKind(picture)
    const size = PICTURE_KINDS.has(kind) ? pictureSize(picture, kind) : null
    if (size === null) continue
    pixels += size.width * size.height
    if (kind !== 'jpeg') bytes += picture.length
  }
  const count = Math.round(pixels / MILLION)
  return {
    what: 'pixels',
    count,
    ms: (pixels / MILLION) * PIXELS_MS + bytes * PICTURE_BYTE_MS,
    squared: false,
  }
}

/** Parts with text. */
const TEXT_PART =
  /^word\/(?!(?:styles|settings|theme|fontTable|numbering|webSettings)\b)[^/]*\.xml$/i
const MEDIA_PART = /^word\/.*\.(?!xml$|rels$)\w+$/i

/**
 * Estimates the cost of a package that the check has cleaned; takes a few milliseconds per megabyte.
 * @param parts names and contents
 */
export function conversionCost(parts: Iterable<readonly [string, Uint8Array]>) {
  const body = noCounts()
  const everyPage: PartCounts[] = []
  const pictures: Uint8Array[] = []
  for (const [name, bytes] of parts) {
    if (MEDIA_PART.test(name)) pictures.push(bytes)
    if (!TEXT_PART.test(name)) continue
    const counts = countPart(asBuffer(bytes).toString('latin1'))
    if (counts.onEveryPage) everyPage.push(counts)
    else add(body, counts)
  }
  const pages = Math.max(pagesOf(body), 1)
  const heads = everyPage.map((counts) => sum([...textTerms(counts), ...structureTerms(counts, 0)]))
  const perPage = heads.reduce((ms, one) => ms + one, 0) / Math.max(heads.length, 1)
  const terms = [
    ...textTerms(body),
    ...structureTerms(body, pages),
    pictureTerm(pictures),
    { ...linear('headed', pages, perPage) },
  ]
  const most = terms.reduce((one, other) => (other.ms > one.ms ? other : one))
  return { ms: Math.round(BASE_MS + sum(terms)), most }
}
