/** Finds a text in a page however its pieces are set, and the nearest one where it is not there. */
import { editDistance } from '../kernel/nearest-name.ts'
import type { Box } from './fields.ts'
import { plain } from './labels.ts'
import { runsOf } from './runs.ts'
import type { Line } from './text-lines.ts'

/** Where the text was found. */
export interface Occurrence {
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
export interface Compared {
  text: string
  /** Identity when absent. */
  at?: readonly number[]
}

/** Text that needs no normalisation, as nearly every line. */
const PLAIN = /^(?! )(?:[!-_a-~]| (?! ))*$/

/** A line as it is compared, with the place of each character in the original. */
export function compared(text: string): Compared {
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

/** The boxes of a text in a line. */
export function occurrencesIn(line: Line, { text, at }: Compared, wanted: string): Box[] {
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
export class NearMiss {
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

  get best(): { near: string; page: number } {
    const { text: near = 'none', page = 0 } = this.#best ?? {}
    return { near, page }
  }
}

/** Where something is written. */
export const wordsOf = (lines: readonly Line[]): Box[] =>
  runsOf(lines).flatMap(({ blank, box }) => (blank ? [] : [box]))
