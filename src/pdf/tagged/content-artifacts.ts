/**
 * Finds what a content stream paints outside any marked content and marks it as an artifact (ISO 14289-1, 7.1:
 * content is tagged or an artifact). Watermarks and paragraph borders get onto the page that way.
 */

import type { Edit, Operator } from '../content-operators.ts'

/** A stretch of the stream with balanced graphics states and text objects. */
interface Stretch {
  start: number
  end: number
  paints: boolean
}

/** An open `q`, and what followed it. */
interface Level {
  start: number
  stretches: Stretch[]
}

const PATH_BEGINS = new Set(['m', 're'])
const PATH_PAINTS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const PATH_ENDS = new Set([...PATH_PAINTS, 'n'])
const SHOWS_TEXT = new Set(['Tj', 'TJ', "'", '"'])
const MARK_BEGINS = new Set(['BMC', 'BDC'])
const PAINTS = new Set([...SHOWS_TEXT, 'Do', 'sh', 'BI'])

const START = '/Artifact BMC\n'
const END = '\nEMC'

/** Walks over the operators between marked content, and collects the edits. */
class Gaps {
  readonly edits: Edit[] = []
  private stretches: Stretch[] = []
  private levels: Level[] = []

  add(start: number, end: number, paints: boolean): void {
    this.stretches.push({ start, end, paints })
  }

  /** `q`: what follows is one stretch if its `Q` comes before anything that cuts it. */
  save({ start }: Operator): void {
    this.levels.push({ start, stretches: this.stretches })
    this.stretches = []
  }

  restore({ end }: Operator): void {
    const level = this.levels.pop()
    if (level === undefined) {
      this.cut()
      return
    }
    const paints = this.stretches.some((stretch) => stretch.paints)
    this.stretches = level.stretches
    this.add(level.start, end, paints)
  }

  /** No mark may span this place. */
  cut(): void {
    for (const { stretches } of this.levels) this.mark(stretches)
    this.mark(this.stretches)
    this.levels = []
    this.stretches = []
  }

  private mark(stretches: readonly Stretch[]): void {
    const first = stretches.find(({ paints }) => paints)
    const last = stretches.findLast(({ paints }) => paints)
    if (first === undefined || last === undefined) return
    this.edits.push({ at: first.start, removed: 0, text: START })
    this.edits.push({ at: last.end, removed: 0, text: END })
  }
}

/** Index at which the object that begins at `from` ends: a path, a text object without marks, marked content. */
function lastOf(operators: readonly Operator[], from: number): number {
  const name = operators[from]?.name ?? ''
  if (PATH_BEGINS.has(name)) return endOfPath(operators, from)
  if (name === 'BT') return endOfPlainText(operators, from)
  return MARK_BEGINS.has(name) ? endOfMarked(operators, from) : from
}

function endOfPath(operators: readonly Operator[], from: number): number {
  let to = from
  while (to < operators.length - 1 && !PATH_ENDS.has(operators[to]?.name ?? '')) to += 1
  return to
}

/** The `ET`, or the `BT` itself if marked content comes first. */
function endOfPlainText(operators: readonly Operator[], from: number): number {
  for (let to = from + 1; to < operators.length; to += 1) {
    const name = operators[to]?.name ?? ''
    if (name === 'ET') return to
    if (MARK_BEGINS.has(name)) return from
  }
  return from
}

function endOfMarked(operators: readonly Operator[], from: number): number {
  let depth = 0
  for (let to = from; to < operators.length; to += 1) {
    const name = operators[to]?.name ?? ''
    if (MARK_BEGINS.has(name)) depth += 1
    if (name === 'EMC') depth -= 1
    if (depth === 0) return to
  }
  return operators.length - 1
}

function paintsBetween(operators: readonly Operator[], from: number, to: number): boolean {
  const last = operators[to]?.name ?? ''
  if (PATH_BEGINS.has(operators[from]?.name ?? '')) return PATH_PAINTS.has(last)
  for (let at = from; at <= to; at += 1) if (PAINTS.has(operators[at]?.name ?? '')) return true
  return false
}

/** The edits that mark what a stream paints outside marked content as artifacts. */
export function artifactEdits(operators: readonly Operator[]): Edit[] {
  const gaps = new Gaps()
  for (let from = 0; from < operators.length; from += 1) {
    const to = lastOf(operators, from)
    const [first, last] = [operators[from], operators[to]]
    if (first === undefined || last === undefined) break
    if (first.name === 'q') gaps.save(first)
    else if (first.name === 'Q') gaps.restore(first)
    else if (MARK_BEGINS.has(first.name) || (to === from && /^(?:BT|ET|EMC)$/.test(first.name)))
      gaps.cut()
    else gaps.add(first.start, last.end, paintsBetween(operators, from, to))
    from = to
  }
  gaps.cut()
  return gaps.edits
}

// Edits of a content stream, collected by offset and applied in one pass.
