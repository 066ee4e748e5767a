/** Finds the known name that a misspelt one was meant to be. */

/** A longer name is compared up to here: strangers misspell too. */
const LENGTH_MAX = 60
/** A name that is further away is another name. */
const DISTANCE_MAX = 2

/** The known name nearest to a misspelt one, in any case of letters; undefined when none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const misspelt = name.toLowerCase().slice(0, LENGTH_MAX)
  const sorted = [...names]
    .map((known) => ({ known, far: editDistance(misspelt, known.toLowerCase(), DISTANCE_MAX) }))
    .sort((a, b) => a.far - b.far)
  return sorted[0] !== undefined && sorted[0].far <= DISTANCE_MAX ? sorted[0].known : undefined
}

/** Edit distance of two texts in UTF-16 units, given up beyond a limit. */
export function editDistance(one: string, other: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const swap = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > limit) return limit + 1
    row = next
  }
  return row.at(-1) ?? limit + 1
}
