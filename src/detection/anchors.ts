/** Fields that a caller places by text in the document instead of coordinates. */
import type { Finding } from '../kernel/coded-error.ts'
import { findingAt } from '../translations/texts.ts'
import {
  type Compared,
  compared,
  NearMiss,
  type Occurrence,
  occurrencesIn,
  wordsOf,
} from './anchor-text.ts'
import { type Box, onPage, rounded, USUAL_SIZE } from './fields.ts'
import { besideText } from './free-place.ts'
import { openForReading } from './pdf-reader.ts'
import { reading } from './reader-faults.ts'
import { type Line, linesOf } from './text-lines.ts'

/** A field placed by a text. Lengths are in points; as given by the caller. */
export interface Anchor {
  /** Where the caller wrote it, for errors: a JSON pointer. */
  pointer: string
  /** Text on a single line; all kinds of blanks, quotes and hyphens are equivalent. */
  anchor: string
  width?: number
  height?: number
  /**
   * From the top left corner of the text to that of the field; right and down. With neither, the field is beside the
   * text, where it covers no words.
   */
  dx?: number
  dy?: number
  /** Which occurrence, from 1; from the end if negative; all if absent. */
  occurrence?: number
}

/** An occurrence of a text, and its field. */
interface AnchoredPlacement {
  /** From 1. */
  page: number
  /** Box of the text itself. */
  text: Box
  /** Box of the field. */
  field: Box
}

/** The places for each anchor; an anchor with a finding has none. */
export interface LocatedAnchors {
  placements: AnchoredPlacement[][]
  errors: Finding[]
}

/** A page during a search. */
interface SearchedPage {
  page: Occurrence['page']
  words: () => readonly Box[]
}

/** The search for one anchor. */
class Search {
  readonly found: Occurrence[] = []
  readonly near: NearMiss
  readonly anchor: Anchor
  readonly #wanted: string

  constructor(anchor: Anchor) {
    this.anchor = anchor
    this.#wanted = compared(anchor.anchor).text.trim()
    this.near = new NearMiss(anchor.anchor)
  }

  look(line: Line, text: Compared, { page, words }: SearchedPage): void {
    if (this.#wanted === '') return
    const boxes = occurrencesIn(line, text, this.#wanted)
    for (const box of boxes) this.found.push({ page, box, words: this.#isOurs ? words() : [] })
    if (this.found.length === 0) this.near.look(line, page.number)
  }

  /** Who gives no offset leaves the place to us, and nobody signs over words. */
  get #isOurs(): boolean {
    return this.anchor.dx === undefined && this.anchor.dy === undefined
  }

  /** The requested places. */
  placements(): AnchoredPlacement[] {
    const { occurrence, dx = 0, dy = 0 } = this.anchor
    const { width = USUAL_SIZE.signature.width, height = USUAL_SIZE.signature.height } = this.anchor
    const chosen =
      occurrence === undefined
        ? this.found
        : [this.found.at(occurrence > 0 ? occurrence - 1 : occurrence)].filter(
            (one) => one !== undefined,
          )
    return chosen.map(({ page, box, words }) => {
      const corner = { x: box.x + dx, y: box.y + dy, width, height }
      const field = this.#isOurs ? besideText(corner, box, { page, words }) : corner
      return { page: page.number, text: rounded(box), field: rounded(onPage(field, page)) }
    })
  }

  /** The error when there is no place. */
  finding(): Finding {
    const { anchor, occurrence, pointer } = this.anchor
    const count = this.found.length
    if (count === 0) {
      const facts = { anchor, ...this.near.best }
      return findingAt(pointer, 'anchor_not_found', 'places.noText', facts)
    }
    const facts = { anchor, count, occurrence: occurrence ?? 0 }
    return findingAt(pointer, 'anchor_occurrence', 'places.noOccurrence', facts)
  }
}

/**
 * Finds the places of texts, in reading order. Text that continues on the next line is not found.
 * @throws AppError pdf_invalid, pdf_encrypted, pdf_not_signable (pages made by XFA), render_limit_exceeded (pages)
 */
export async function locateAnchors(
  pdf: Uint8Array,
  anchors: readonly Anchor[],
): Promise<LocatedAnchors> {
  const searches = anchors.map((anchor) => new Search(anchor))
  const document = await openForReading(pdf)
  try {
    for (let number = 1; number <= document.pageCount; number++) {
      await reading(async () => {
        const page = await document.page(number)
        const lines = linesOf(await page.pieces())
        const { width, height } = page
        const place = { page: { number, width, height }, words: () => wordsOf(lines) }
        for (const line of lines) {
          const text = compared(line.text)
          for (const search of searches) search.look(line, text, place)
        }
        page.close()
      })
    }
  } finally {
    await document.close()
  }
  const placements = searches.map((search) => search.placements())
  const missing = searches.filter((_, index) => placements[index]?.length === 0)
  return { placements, errors: missing.map((search) => search.finding()) }
}
