/** Parts of a package with pieces cut out of them. */

/** A range of bytes to leave out of a part. */
export interface Cut {
  start: number
  end: number
}

/** The bytes without the given ranges. */
export function withoutCuts(bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array {
  if (cuts.length === 0) return bytes
  const kept: Uint8Array[] = []
  let at = 0
  for (const cut of cuts.toSorted((one, other) => one.start - other.start)) {
    if (cut.start < at) continue
    kept.push(bytes.subarray(at, cut.start))
    at = cut.end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}
