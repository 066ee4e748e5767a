/** A violated guarantee of our own code or of the machine, after which continuing would do harm. */
export class FatalError extends Error {
  override readonly name = 'FatalError'
}

/** Asserts what our own code guarantees; a failure is a bug and results in a 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
