/** The expected cost of a document, and the refusal when it exceeds the limit. */
import { OfficeError } from './office-error.ts'

/** Estimated from counts of the document's content. */
export interface ExpectedCost {
  /** Milliseconds of a processor. */
  ms: number
  /** The dominant part: for example a number of "table rows", with linear or quadratic cost. */
  most: { what: string; count: number; ms: number; squared: boolean }
}

/**
 * Of the allowed processor time: an estimate may be too low by as much, and the document would be given up at the end of
 * it. The highest expectation among 330 real documents is a fortieth of this share.
 */
const HOPELESS_SHARE = 1 / 3

const rounded = (count: number): string => {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0)
  return (Math.floor(count / step) * step).toLocaleString('en-GB')
}

/**
 * Refuses at once a document that would only run into the timeout.
 * @throws OfficeError render_limit_exceeded naming what there is too much of, and how much is accepted
 */
export function refuseHopeless({ ms, most }: ExpectedCost, convertCpuMs: number): void {
  const limit = convertCpuMs * HOPELESS_SHARE
  if (ms <= limit) return
  const left = Math.max(limit - (ms - most.ms), limit / 4)
  const ratio = most.squared ? Math.sqrt(left / most.ms) : left / most.ms
  const passes = rounded(most.count * Math.min(ratio, 1))
  const count = most.count.toLocaleString('en-GB')
  const detail = `The document has ${count} ${most.what}; converting it would take more than the ${convertCpuMs / 1000} seconds of processor time allowed.`
  const fix = `About ${passes} pass. Split the document, or make that part of it simpler.`
  throw new OfficeError('render_limit_exceeded', `${detail} ${fix}`, { errors: [{ detail, fix }] })
}
