/** Fields that a caller places by text in the document instead of coordinates. */

import type { Finding } from '../kernel/coded-error.ts'
import { editDistance } from '../kernel/nearest-name.ts'
import { type Box, onPage, rounded, USUAL_SIZE } from './fields.ts'
import { besideText } from './free-place.ts'
import { plain } from './labels.ts'
import { openForReading, reading } from './pdf-reader.ts'
import { runsOf } from './runs.ts'
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

interface Occurrence {
  page: { number: number; width: number; height: number }
  box: Box
  /** Everything written on the page, where the field has to keep clear of it. */
  words: readonly Box[]
}

const LONGEST_SHOWN = 80

const comparable = (char: string): string => {
  if (/\s/u.test(char)) return ' '
  if ('’‘ʼ´`'.includes(char)) return "'"
  if ('«»“”„'.includes(char)) return '"'
  return '‐‑–—'.includes(char) ? '-' : char.normalize('NFKC')
}

/** Text to compare, with the index in the original of each of its characters. */
interface Compared {
  text: string
  /** Identity when absent. */
  at?: readonly number[]
}

/** Text that needs no normalisation, as nearly every line. */
const PLAIN = /^(?! )(?:[!-_a-~]| (?! ))*$/

function compared(text: string): Compared {
  if (PLAIN.test(text)) return { text }
  let result = ''
  const at: number[] = []
  for (let index = 0; index < text.length; index++) {
    const next = comparable(text[index] ?? '')
    if (next === ' ' && (result === '' || result.endsWith(' '))) continue
    for (const unit of next) {
      result += unit
      at.push(index)
    }
  }
  return { text: result, at }
}

function occurrencesIn(line: Line, { text, at }: Compared, wanted: string): Box[] {
  const boxes: Box[] = []
  const indexOf = (index: number): number => (at === undefined ? index : (at[index] ?? 0))
  let from = text.indexOf(wanted)
  while (from >= 0) {
    const end = from + wanted.length
    boxes.push(line.box(indexOf(from), indexOf(end - 1) + 1))
    from = text.indexOf(wanted, end)
  }
  return boxes
}

/** Suggests what the caller may have meant: the same text up to case and accents, or nearly the same. */
class NearMiss {
  readonly #wanted: string
  readonly #limit: number
  readonly #grams: readonly string[]
  #best: { text: string; page: number; far: number } | undefined

  constructor(wanted: string) {
    this.#wanted = plain(wanted)
    this.#limit = Math.min(4, Math.floor(this.#wanted.length / 4))
    const letters = Array.from({ length: Math.max(1, this.#wanted.length - 2) }, (_, at) => at)
    this.#grams = letters.map((at) => this.#wanted.slice(at, at + 3))
  }

  look(line: Line, page: number): void {
    if (this.#best !== undefined && this.#best.far <= 1) return
    // Most lines have nothing in common with the text: three consecutive letters show that quickly.
    const lower = line.text.toLowerCase()
    if (!this.#grams.some((gram) => lower.includes(gram))) return
    const text = plain(line.text)
    const far = text.includes(this.#wanted) ? 0 : this.#distance(text)
    if (far <= this.#limit && far < (this.#best?.far ?? Number.POSITIVE_INFINITY))
      this.#best = { text: line.text.trim().slice(0, LONGEST_SHOWN), page, far }
  }

  /** Compared with stretches of the same number of words. */
  #distance(text: string): number {
    const words = text.split(' ')
    const count = this.#wanted.split(' ').length
    let min = Number.POSITIVE_INFINITY
    for (let from = 0; from + count <= words.length && from < 200; from++) {
      const stretch = words.slice(from, from + count).join(' ')
      min = Math.min(min, editDistance(this.#wanted, stretch, this.#limit))
    }
    return min
  }

  toString(): string {
    if (this.#best === undefined) return ''
    const { text, page } = this.#best
    return ` Page ${page} has “${text}”, which is close.`
  }
}

/** Where something is written. */
const wordsOf = (lines: readonly Line[]): Box[] =>
  runsOf(lines).flatMap(({ blank, box }) => (blank ? [] : [box]))

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
    const times = count === 1 ? 'once' : `${count} times`
    const detail =
      count === 0
        ? `The text “${anchor}” does not occur in the document.${this.near}`
        : `The text “${anchor}” occurs ${times}; there is no occurrence ${occurrence}.`
    return { pointer, code: count === 0 ? 'anchor_not_found' : 'anchor_occurrence', detail }
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
