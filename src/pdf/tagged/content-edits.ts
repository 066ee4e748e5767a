/** Edits of a content stream, collected by offset and applied in one pass. */

/** Bytes inserted at an offset, replacing some of those there. */
export interface Edit {
  at: number
  /** Number of bytes removed; 0 only inserts. */
  removed: number
  text: string
}

/** Applies the edits; those at the same offset in the order given. They must not overlap. */
export function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = []
  let done = 0
  for (const { at, removed, text } of [...edits].sort((one, other) => one.at - other.at)) {
    parts.push(bytes.subarray(done, at), Buffer.from(text, 'latin1'))
    done = at + removed
  }
  return Buffer.concat([...parts, bytes.subarray(done)])
}
