/** Splits the lines of a page into labels and places to write on, drawn as underscores or dots. */
import type { Box } from './fields.ts'
import type { Line } from './text-lines.ts'

/** A stretch of text without wide gaps. */
export interface Run {
  box: Box
  baseline: number
  size: number
  text: string
  /** Underscores or dots to write on. */
  blank: boolean
}

/** Blanks wider than this share of the font size separate two runs. */
const GAP = 1.4
const BLANK = /(?:_{2,}\s?\/\s?){2}_{2,}|(?:_\s?){3,}|(?:\.\s?){5,}|(?:…\s?){2,}|(?:[-–—]\s?){6,}/gu
/** Dots that lead to a page number. */
const LEADER_TO_NUMBER = /[._…\s]{4,}\d{1,4}\s*$/

function cut(line: Line, from: number, to: number): Run[] {
  const text = line.text.slice(from, to)
  const runs: Run[] = []
  const add = (start: number, end: number, blank: boolean): void => {
    const part = text.slice(start, end)
    const trimmed = part.trim()
    if (trimmed === '') return
    const at = from + start + part.indexOf(trimmed)
    const box = line.box(at, at + trimmed.length)
    runs.push({ box, baseline: line.v, size: line.size, text: trimmed, blank })
  }
  let done = 0
  const blanks = LEADER_TO_NUMBER.test(text) ? [] : text.matchAll(BLANK)
  for (const { 0: found, index } of blanks) {
    add(done, index, false)
    add(index, index + found.length, true)
    done = index + found.length
  }
  add(done, text.length, false)
  return runs
}

/** The runs of unrotated lines, from top to bottom and left to right. */
export const runsOf = (lines: readonly Line[]): Run[] =>
  lines
    .filter(({ turn }) => turn === 0)
    .flatMap((line) => line.stretches(GAP).flatMap(({ from, to }) => cut(line, from, to)))
