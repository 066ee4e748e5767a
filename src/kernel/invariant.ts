/** A broken promise of our own code or of the machine after which writing on would do harm. */
export class FatalError extends Error {
  override readonly name = 'FatalError'
}

/** Asserts what our own code promises; a failure is a bug and answers 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
