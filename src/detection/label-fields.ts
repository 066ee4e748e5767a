/** Fields next to words: "Signature :", "Lu et approuvé", "Date ……", "Nom" as a column heading. */
import {
  type Box,
  between,
  bottom,
  type DetectedField,
  type FieldSource,
  onPage,
  right,
  rounded,
  USUAL_SIZE,
} from './fields.ts'
import { isContext, isContinuation, type Label, labelOf } from './labels.ts'
import type { PageRoom, WritingRule } from './page-room.ts'
import type { Run } from './runs.ts'

/** Room found for a label. */
interface Room {
  box: Box
  source: FieldSource
  /** Its position, as the end of the reason. */
  where: string
  /** Added to the weight of the words. */
  bonus: number
}

const TALLEST = 60
const WIDEST = 260
/** Minimum height of a signature, in points. */
const SIGNATURE_HEIGHT_MIN = 18
const FREE_HEIGHT_MIN = 30
const FREE_WIDTH_MIN = 60
const INSET = 2
/** Most empty rows of a table that become fields. */
const ROWS_MAX = 30

const isTall = ({ kind }: Label): boolean => kind === 'signature' || kind === 'initials'
const endsWithColon = ({ text }: Run): boolean => /:\s*$/.test(text)

/** The label with the continuation lines below it. */
function extended(label: Label, run: Run, room: PageRoom) {
  const parts = [run]
  let { box } = run
  for (const next of room.runs) {
    const gap = next.box.y - bottom(box)
    const follows =
      !next.blank &&
      gap > -2 &&
      gap < 0.8 * run.size &&
      next.box.x < right(run.box) &&
      right(next.box) > run.box.x - 5 &&
      isContinuation(next.text)
    if (!follows || !isTall(label) || parts.length > 3) continue
    parts.push(next)
    box = between(
      Math.min(box.x, next.box.x),
      box.y,
      Math.max(right(box), right(next.box)),
      bottom(next.box),
    )
  }
  return { label, run, box, parts }
}

type Labelled = ReturnType<typeof extended>

/** Room on a rule: the text is written above it. */
function onRule(rule: WritingRule, { label, run, parts }: Labelled, room: PageRoom): Box {
  const tall = isTall(label)
  const written = label.kind === 'initials' ? 26 : 42
  const wanted = tall ? written : Math.max(14, 1.35 * run.size)
  const floor = room.floorAbove(rule.y, rule.left, rule.right, parts)
  const min = tall ? SIGNATURE_HEIGHT_MIN : 11
  const height = Math.max(min, Math.min(wanted, rule.y - floor - 1))
  const width = Math.min(rule.right - rule.left, tall ? WIDEST : Number.POSITIVE_INFINITY)
  return { x: rule.left, y: rule.y - height, width, height }
}

function onRuleRight(labelled: Labelled, room: PageRoom): Room | undefined {
  const rule = room.ruleRightOf(labelled.run)
  if (rule === undefined) return undefined
  return {
    box: onRule(rule, labelled, room),
    source: 'rule',
    where: `has ${rule.made} behind it`,
    bonus: 0.2,
  }
}

function onRuleNear(labelled: Labelled, room: PageRoom): Room | undefined {
  const { label, run, box } = labelled
  const above = room.ruleAbove(run.box, 14)
  const below = room.ruleBelow(box, isTall(label) ? 90 : 30)
  const isUnder =
    above !== undefined &&
    (below === undefined || (!endsWithColon(run) && run.box.y - above.y <= below.y - bottom(box)))
  if (isUnder) {
    const where = `stands under ${above.made}`
    return { box: onRule(above, labelled, room), source: 'rule', where, bonus: 0.18 }
  }
  if (below === undefined) return undefined
  const height = Math.min(TALLEST, below.y - bottom(box))
  if (height < 11) return undefined
  const width = Math.min(below.right - below.left, WIDEST)
  const where = `has ${below.made} under it`
  return {
    box: { x: below.left, y: below.y - height, width, height },
    source: 'rule',
    where,
    bonus: 0.18,
  }
}

/** The part of a cell that a kind of field needs, from its upper left corner. */
function inside(cell: Box, tall: boolean): Box {
  const width = Math.min(cell.width - 2 * INSET, WIDEST)
  const height = Math.min(cell.height - 2 * INSET, tall ? 80 : 24)
  return { x: cell.x + INSET, y: cell.y + INSET, width, height }
}

function restOfCell(
  cell: Box,
  { label, run, box, parts }: Labelled,
  room: PageRoom,
): Box | undefined {
  const low = room.ceilingBelow(bottom(box), cell.x, right(cell), parts)
  const below = between(cell.x, bottom(box), right(cell), Math.min(low, bottom(cell)))
  const wall = Math.min(room.wallRightOf(run), right(cell))
  const beside = between(right(box) + INSET, cell.y, wall, bottom(cell))
  const colon = endsWithColon(run)
  const isWide = beside.width >= FREE_WIDTH_MIN && room.isEmpty(beside)
  if (isTall(label) && below.height >= 22) return inside(below, true)
  // A column heading has room beside it too, but nobody signs there.
  if (isTall(label))
    return isWide && beside.height >= (colon ? SIGNATURE_HEIGHT_MIN : 36)
      ? inside(beside, true)
      : undefined
  if (colon && isWide) return inside(beside, false)
  return colon && below.height >= 22 ? inside(below, false) : undefined
}

/** The empty cells under a column heading, or the one beside a label. */
function emptyCells(cell: Box, side: 'below' | 'right', room: PageRoom): Box[] {
  const cells: Box[] = []
  let next = room.emptyCellBeside(cell, side)
  while (next !== undefined && next.height >= 12 && cells.length < ROWS_MAX) {
    cells.push(next)
    next = side === 'below' ? room.emptyCellBeside(next, side) : undefined
  }
  return cells
}

function inCell(labelled: Labelled, room: PageRoom): Room[] {
  const { label, run, box } = labelled
  const cell = room.cellAround(box)
  // A frame around the page or a large part of it is not a cell.
  if (cell === undefined || cell.height > 260 || cell.height > 0.5 * room.page.height) return []
  const found = (at: Box, where: string): Room => ({
    box: at,
    source: 'anchor_word',
    where,
    bonus: 0.12,
  })
  const tall = isTall(label)
  const [beside, below] = [emptyCells(cell, 'right', room), emptyCells(cell, 'below', room)]
  const besides = beside.map((at) => found(inside(at, tall), 'has an empty cell beside it'))
  if (endsWithColon(run) && besides.length > 0) return besides
  const rest = restOfCell(cell, labelled, room)
  if (rest !== undefined) return [found(rest, 'leaves room in its cell')]
  const belows = below.map((at) => found(inside(at, tall), 'has an empty cell under it'))
  return belows.length > 0 ? belows : besides
}

function freeBelow({ label, run, box, parts }: Labelled, room: PageRoom): Room | undefined {
  const usual = USUAL_SIZE[label.kind]
  const wall = room.wallRightOf(run)
  const end = Math.min(box.x + usual.width, Math.max(wall - 6, right(box)), room.page.width - 20)
  const low = room.ceilingBelow(bottom(box), box.x, end, parts)
  const height = Math.min(usual.height, low - bottom(box) - INSET)
  const min = label.context ? 40 : Math.min(FREE_HEIGHT_MIN, usual.height)
  if (height < min || end - box.x < FREE_WIDTH_MIN / 2) return undefined
  return {
    box: { x: box.x, y: bottom(box) + INSET, width: end - box.x, height },
    source: 'anchor_word',
    where: 'has free room under it',
    bonus: 0,
  }
}

function freeRight({ label, run, parts }: Labelled, room: PageRoom): Room | undefined {
  if (!endsWithColon(run)) return undefined
  const wall = room.wallRightOf(run)
  const left = right(run.box) + 4
  const usual = USUAL_SIZE[label.kind]
  const end = Math.min(left + usual.width, wall - 6)
  const isFilled = room.runs.some(
    (next) => next.box.x === wall && !next.blank && labelOf(next.text) === undefined,
  )
  if (end - left < Math.min(FREE_WIDTH_MIN, usual.width) || (isFilled && !isTall(label)))
    return undefined
  const top = Math.max(
    room.floorAbove(run.baseline, left, end, parts),
    run.box.y - usual.height / 3,
  )
  const low = room.ceilingBelow(run.box.y, left, end, parts)
  const height = Math.min(usual.height, low - top - 1)
  if (height < (isTall(label) ? SIGNATURE_HEIGHT_MIN : 10)) return undefined
  return {
    box: { x: left, y: top, width: end - left, height },
    source: 'anchor_word',
    where: 'has free room behind it',
    bonus: 0,
  }
}

function roomFor(labelled: Labelled, room: PageRoom): Room[] {
  const { label } = labelled
  const list = (found: Room | undefined): Room[] => (found === undefined ? [] : [found])
  const beside = label.context ? undefined : onRuleRight(labelled, room)
  if (beside !== undefined || label.needsRule) return list(beside)
  const cells = inCell(labelled, room)
  if (cells.length > 0) return cells
  const bounded = onRuleNear(labelled, room)
  if (bounded !== undefined) return [bounded]
  const free = isTall(label) ? freeBelow(labelled, room) : undefined
  return list(free ?? freeRight(labelled, room))
}

/** Fields next to the labels of a page. */
export function labelFields(room: PageRoom, page: number): DetectedField[] {
  const isSigned = room.runs.some(({ text }) => isContext(text))
  const taken = new Set<Run>()
  return room.runs.flatMap((run) => {
    if (run.blank || taken.has(run)) return []
    const label = labelOf(run.text)
    if (label === undefined || (label.context && !isSigned)) return []
    const labelled = extended(label, run, room)
    for (const part of labelled.parts) taken.add(part)
    return roomFor(labelled, room).map(({ box, source, where, bonus }): DetectedField => {
      const confidence = Math.min(0.95, label.weight + bonus + (endsWithColon(run) ? 0.03 : 0))
      return {
        page,
        ...rounded(onPage(box, room.page)),
        kind: label.kind,
        source,
        reason: `The text “${run.text}” ${where}.`,
        text: run.text,
        confidence: Math.round(confidence * 100) / 100,
      }
    })
  })
}
