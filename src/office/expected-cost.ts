/** What a document is expected to take, and what is said when that is more than it may. */
import { AppError } from '../kernel/errors.ts'

/** Told by whoever counted what is in it. */
export interface ExpectedCost {
  /** Milliseconds of a processor. */
  ms: number
  /** What takes most of it: so many "table rows", whose time grows with their number or with its square. */
  most: { what: string; count: number; ms: number; squared: boolean }
}

/**
 * A document that takes a third of the time allowed on a machine that does nothing else does not end on one that is
 * busy. The most that any of 330 real documents is expected to take is a fortieth of that third.
 */
const HOPELESS_SHARE = 1 / 3

const rounded = (count: number): string => {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0)
  return (Math.floor(count / step) * step).toLocaleString('en-GB')
}

/**
 * Refuses at once what would only be stopped by the clock.
 * @throws AppError render_limit_exceeded with what there is too much of, and how much of it passes
 */
export function refuseHopeless({ ms, most }: ExpectedCost, convertTimeoutMs: number): void {
  const limit = convertTimeoutMs * HOPELESS_SHARE
  if (ms <= limit) return
  const left = Math.max(limit - (ms - most.ms), limit / 4)
  const ratio = most.squared ? Math.sqrt(left / most.ms) : left / most.ms
  const passes = rounded(most.count * Math.min(ratio, 1))
  const count = most.count.toLocaleString('en-GB')
  const detail = `The document has ${count} ${most.what}; it would take longer to convert than the ${convertTimeoutMs / 1000} seconds allowed.`
  const fix = `About ${passes} pass. Split the document, or make that part of it simpler.`
  throw new AppError('render_limit_exceeded', `${detail} ${fix}`, { errors: [{ detail, fix }] })
}
