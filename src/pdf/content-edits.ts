/** Changes to a content stream, collected by offset and made in one go. */

/** Bytes put at a place, in the stead of some that stand there. */
export interface Edit {
  at: number
  /** Bytes that go; 0 puts in only. */
  removed: number
  text: string
}

/** Makes the edits; those at the same place in the order given. They must not overlap. */
export function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = []
  let done = 0
  for (const { at, removed, text } of [...edits].sort((one, other) => one.at - other.at)) {
    parts.push(bytes.subarray(done, at), Buffer.from(text, 'latin1'))
    done = at + removed
  }
  return Buffer.concat([...parts, bytes.subarray(done)])
}
