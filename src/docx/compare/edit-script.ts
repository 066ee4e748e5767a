/** The shortest way from one list of texts to another (Myers, "An O(ND) difference algorithm", 1986). */

/** One step: a text that stays, goes or comes. */
export interface Edit {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Steps beyond which no shortest way is looked for: two such lists have little in common. */
export const DISTANCE_MAX = 1_000

const edits = (kind: Edit['kind'], texts: readonly string[]): Edit[] =>
  texts.map((text) => ({ kind, text }))

/**
 * How `before` becomes `after`, in order; what goes stands before what comes in its place. Lists that differ
 * by more than {@link DISTANCE_MAX} steps are told as one whole replaced by another.
 */
export function editScript(before: readonly string[], after: readonly string[]): Edit[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const gone = before.slice(head, before.length - tail)
  const come = after.slice(head, after.length - tail)
  return [
    ...edits('same', before.slice(0, head)),
    ...(shortest(gone, come) ?? [...edits('removed', gone), ...edits('added', come)]),
    ...edits('same', before.slice(before.length - tail)),
  ]
}

/** How far along `before` each diagonal has come; an index of its own for diagonals below zero. */
class Reach {
  readonly #values: Int32Array
  readonly #zero: number

  constructor(values: Int32Array, zero: number) {
    this.#values = values
    this.#zero = zero
  }

  at(diagonal: number): number {
    return this.#values[this.#zero + diagonal] ?? 0
  }

  set(diagonal: number, value: number): void {
    this.#values[this.#zero + diagonal] = value
  }

  /** The diagonal that a step to `diagonal` comes from after so many steps. */
  origin(diagonal: number, steps: number): number {
    if (diagonal === -steps) return diagonal + 1
    if (diagonal === steps) return diagonal - 1
    return this.at(diagonal - 1) < this.at(diagonal + 1) ? diagonal + 1 : diagonal - 1
  }

  /** As it is now, for the diagonals that so many steps can reach. */
  kept(steps: number): Reach {
    return new Reach(this.#values.slice(this.#zero - steps - 1, this.#zero + steps + 2), steps + 1)
  }
}

function shortest(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const most = Math.min(before.length + after.length, DISTANCE_MAX)
  const reach = new Reach(new Int32Array(2 * most + 5), most + 2)
  const trace: Reach[] = []
  for (let steps = 0; steps <= most; steps += 1) {
    trace.push(reach.kept(steps))
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const origin = reach.origin(diagonal, steps)
      let at = steps === 0 ? 0 : reach.at(origin) + (origin < diagonal ? 1 : 0)
      while (at < before.length && at - diagonal < after.length) {
        if (before[at] !== after[at - diagonal]) break
        at += 1
      }
      reach.set(diagonal, at)
      if (at >= before.length && at - diagonal >= after.length) return traced(before, after, trace)
    }
  }
  return undefined
}

/** Walks back from the end along what was kept. */
function traced(before: readonly string[], after: readonly string[], trace: Reach[]): Edit[] {
  const found: Edit[] = []
  let [at, other] = [before.length, after.length]
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const reach = trace[steps]
    if (reach === undefined) break
    const origin = reach.origin(at - other, steps)
    const from = steps === 0 ? 0 : reach.at(origin)
    const otherFrom = steps === 0 ? 0 : from - origin
    while (at > from && other > otherFrom) {
      at -= 1
      other -= 1
      found.push({ kind: 'same', text: before[at] ?? '' })
    }
    if (steps === 0) break
    found.push(
      at === from
        ? { kind: 'added', text: after[otherFrom] ?? '' }
        : { kind: 'removed', text: before[from] ?? '' },
    )
    ;[at, other] = [from, otherFrom]
  }
  return found.reverse()
}
