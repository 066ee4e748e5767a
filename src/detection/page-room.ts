/** The layout of a page: finds rules to write on, cells of tables and free room near a label. */
import type { DrawnRule } from './drawn-rules.ts'
import { type Box, between, bottom, isAbreast, right, sharedArea } from './fields.ts'
import { labelOf } from './labels.ts'
import type { Run } from './runs.ts'

/** A line to write on. */
export interface WritingRule {
  left: number
  right: number
  y: number
  /** How it is drawn, worded for a reason. */
  made: 'a drawn line' | 'a dotted or underscored line'
}

const RULE_SHORTEST = 30
/** Longer ones, as a share of the page's width, divide the page. */
const RULE_LONGEST = 0.8
const MARGIN = 24
/** Most distance between a label and its rule, along the line. */
const REACH = 80

const spans = ({ from, to }: DrawnRule, at: number): boolean => from - 2 <= at && to + 2 >= at

const nearest = <Item>(
  items: readonly Item[],
  distance: (item: Item) => number,
): Item | undefined => {
  let best: Item | undefined
  for (const item of items) {
    if (best === undefined || distance(item) < distance(best)) best = item
  }
  return best
}

/** A page as a form to be filled in. */
export class PageRoom {
  readonly runs: readonly Run[]
  readonly rules: readonly WritingRule[]
  readonly page: { width: number; height: number }
  /** Rules without a label on their own line. */
  readonly #unclaimed: readonly WritingRule[]
  readonly #across: readonly DrawnRule[]
  readonly #down: readonly DrawnRule[]

  constructor(
    page: { width: number; height: number },
    runs: readonly Run[],
    drawn: readonly DrawnRule[],
  ) {
    this.page = page
    this.runs = runs
    this.#across = drawn.filter(({ across }) => across)
    this.#down = drawn.filter(({ across }) => !across)
    this.rules = [...this.#drawnRules(), ...this.#blankRules()]
    this.#unclaimed = this.rules.filter((rule) => !this.#isClaimed(rule))
  }

  #blankRules(): WritingRule[] {
    return this.runs
      .filter(({ blank }) => blank)
      .map(({ box, baseline, size }) => ({
        left: box.x,
        right: right(box),
        y: baseline + 0.1 * size,
        made: 'a dotted or underscored line',
      }))
  }

  /** Lines that are neither an underline nor the edge of a cell or of a part of the page. */
  #drawnRules(): WritingRule[] {
    return this.#across
      .filter(({ from, to }) => {
        const length = to - from
        return length >= RULE_SHORTEST && length <= RULE_LONGEST * this.page.width
      })
      .filter((rule) => !this.#isEdge(rule) && !this.#isUnderlining(rule))
      .map(({ at, from, to }) => ({ left: from, right: to, y: at, made: 'a drawn line' }))
  }

  #isEdge({ at, from, to }: DrawnRule): boolean {
    const meets = this.#down.filter(
      (down) => spans(down, at) && down.at >= from - 3 && down.at <= to + 3,
    )
    return meets.length > 0
  }

  #isUnderlining({ at, from, to }: DrawnRule): boolean {
    const above = this.runs.filter(
      ({ baseline, box, blank }) =>
        !blank && baseline <= at + 1 && at - baseline < 5 && right(box) > from && box.x < to,
    )
    const covered = above.reduce(
      (sum, { box }) => sum + Math.min(right(box), to) - Math.max(box.x, from),
      0,
    )
    return covered > 0.6 * (to - from)
  }

  #isClaimed({ left, y }: WritingRule): boolean {
    return this.runs.some(
      ({ blank, baseline, size, box, text }) =>
        !blank &&
        Math.abs(baseline - y) < 0.8 * size &&
        right(box) < left + 3 &&
        left - right(box) < REACH &&
        labelOf(text) !== undefined,
    )
  }

  /** The rule that follows a label on its line, with nothing in between. */
  ruleRightOf({ box, baseline, size }: Run): WritingRule | undefined {
    const found = nearest(
      this.rules.filter(
        ({ left, y }) =>
          y > baseline - 0.6 * size && y < baseline + 0.8 * size && left > right(box) - 3,
      ),
      ({ left }) => left,
    )
    if (found === undefined || found.left - right(box) > REACH) return undefined
    const gap = between(right(box), box.y, Math.max(found.left - 1, right(box)), bottom(box))
    return this.isEmpty(gap) ? found : undefined
  }

  /** The nearest rule below a box, with nothing in between. */
  ruleBelow(box: Box, farthest: number): WritingRule | undefined {
    const found = nearest(
      this.#unclaimed.filter(
        ({ left, right: end, y }) =>
          y > bottom(box) + 2 &&
          y - bottom(box) <= farthest &&
          end > box.x &&
          left < right(box) + 40,
      ),
      ({ y }) => y,
    )
    if (found === undefined) return undefined
    const gap = between(
      Math.max(box.x, found.left),
      bottom(box) + 1,
      Math.min(right(box), found.right),
      found.y - 2,
    )
    return gap.width <= 0 || gap.height <= 0 || this.isEmpty(gap) ? found : undefined
  }

  /** The rule right above a box, that is, the box is the caption under a line. */
  ruleAbove(box: Box, farthest: number): WritingRule | undefined {
    return nearest(
      this.#unclaimed.filter(
        ({ left, right: end, y }) =>
          y <= box.y + 4 && box.y - y <= farthest && end > box.x + 1 && left < right(box) - 1,
      ),
      ({ y }) => -y,
    )
  }

  /** The cell around a box; undefined if lines do not enclose it. */
  cellAround(box: Box): Box | undefined {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const across = this.#across.filter((rule) => spans(rule, x))
    const down = this.#down.filter((rule) => spans(rule, y))
    const top = nearest(
      across.filter(({ at }) => at <= box.y + 3),
      ({ at }) => -at,
    )
    const low = nearest(
      across.filter(({ at }) => at >= bottom(box) - 3),
      ({ at }) => at,
    )
    const left = nearest(
      down.filter(({ at }) => at <= box.x + 3),
      ({ at }) => -at,
    )
    const end = nearest(
      down.filter(({ at }) => at >= right(box) - 3),
      ({ at }) => at,
    )
    if (top === undefined || low === undefined || left === undefined || end === undefined)
      return undefined
    const cell = between(left.at, top.at, end.at, low.at)
    return cell.height > 8 && cell.width > 20 ? cell : undefined
  }

  /** The empty cell under or beside a cell. */
  emptyCellBeside(cell: Box, side: 'below' | 'right'): Box | undefined {
    const probe =
      side === 'below'
        ? { x: cell.x + cell.width / 2 - 1, y: bottom(cell) + 5, width: 2, height: 2 }
        : { x: right(cell) + 5, y: cell.y + cell.height / 2 - 1, width: 2, height: 2 }
    const next = this.cellAround(probe)
    const aligned =
      next !== undefined &&
      (side === 'below' ? Math.abs(next.x - cell.x) < 4 : Math.abs(next.y - cell.y) < 4)
    return aligned && this.isEmpty(next) ? next : undefined
  }

  /** Whether there are no words in a box. */
  isEmpty(box: Box): boolean {
    const inner = {
      ...box,
      x: box.x + 1,
      y: box.y + 1,
      width: box.width - 2,
      height: box.height - 2,
    }
    return !this.runs.some((run) => !run.blank && sharedArea(run.box, inner) > 0)
  }

  /** Lowest edge of the content above a height, over a stretch of the page. */
  floorAbove(y: number, left: number, end: number, except: readonly Run[]): number {
    const stretch = { x: left, y: 0, width: end - left, height: 1 }
    const texts = this.runs
      .filter((run) => !except.includes(run) && isAbreast(run.box, stretch) && run.baseline < y - 4)
      .map(({ box }) => bottom(box))
    const lines = this.#across
      .filter(({ at, from, to }) => at < y - 4 && Math.min(to, end) - Math.max(from, left) > 4)
      .map(({ at }) => at)
    return Math.max(0, ...texts, ...lines)
  }

  /** Highest edge of the content below a height, over a stretch of the page. */
  ceilingBelow(y: number, left: number, end: number, except: readonly Run[]): number {
    const stretch = { x: left, y: 0, width: end - left, height: 1 }
    const texts = this.runs
      .filter(
        (run) => !except.includes(run) && isAbreast(run.box, stretch) && bottom(run.box) > y + 2,
      )
      .filter((run) => run.box.y >= y - 4)
      .map(({ box }) => box.y)
    const lines = this.#across
      .filter(({ at, from, to }) => at > y + 1 && Math.min(to, end) - Math.max(from, left) > 4)
      .map(({ at }) => at)
    return Math.min(this.page.height - MARGIN, ...texts, ...lines)
  }

  /** Left edge of the content right of a label, at its height. */
  wallRightOf({ box }: Run): number {
    const texts = this.runs
      .filter(
        (run) => run.box.x >= right(box) - 1 && bottom(run.box) > box.y && run.box.y < bottom(box),
      )
      .map((run) => run.box.x)
    const middle = box.y + box.height / 2
    const lines = this.#down
      .filter((rule) => rule.at >= right(box) - 1 && spans(rule, middle))
      .map(({ at }) => at)
    return Math.min(this.page.width - MARGIN, ...texts, ...lines)
  }
}
