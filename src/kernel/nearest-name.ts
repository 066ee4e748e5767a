/** Finds what somebody meant who misspelt a name. */

/** A longer name is compared up to here: strangers misspell too. */
const LENGTH_MAX = 60

/** The known name nearest to a misspelt one, in any case of letters; undefined when none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index)
    for (let i = 1; i <= a.length; i++) {
      const next = [i]
      for (let j = 1; j <= b.length; j++) {
        const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
        next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
      }
      row = next
    }
    return row[b.length] ?? 0
  }
  const misspelt = name.toLowerCase().slice(0, LENGTH_MAX)
  const sorted = [...names]
    .map((known) => ({ known, far: distance(misspelt, known.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  return sorted[0] !== undefined && sorted[0].far <= 2 ? sorted[0].known : undefined
}
