/** Quantiles and paired ratios with a bootstrap interval; the same input always gives the same output. */

/** Quantile `q` (0 to 1) by linear interpolation; NaN of an empty list. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * q
  const low = sorted[Math.floor(place)] as number
  const high = sorted[Math.ceil(place)] as number
  return low + (high - low) * (place - Math.floor(place))
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Random numbers from 0 to 1 with a seed (mulberry32): a report can be made again from its raw data. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Ratio {
  readonly median: number
  /** 95 % interval of the median by resampling the rounds; the range itself below 6 rounds. */
  readonly low: number
  readonly high: number
  readonly rounds: number
}

const RESAMPLES = 2_000
const FEWEST_FOR_BOOTSTRAP = 6

/** The median of paired ratios and how sure it is. */
export function summarise(ratios: readonly number[]): Ratio {
  if (ratios.length < FEWEST_FOR_BOOTSTRAP) {
    const [low, high] = [quantile(ratios, 0), quantile(ratios, 1)]
    return { median: median(ratios), low, high, rounds: ratios.length }
  }
  const random = seededRandom(ratios.length)
  const pick = (): number => ratios[Math.floor(random() * ratios.length)] as number
  const medians = Array.from({ length: RESAMPLES }, () => median(ratios.map(pick)))
  return {
    median: median(ratios),
    low: quantile(medians, 0.025),
    high: quantile(medians, 0.975),
    rounds: ratios.length,
  }
}

/** Slope of the least-squares line through the points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const above = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  const below = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return below === 0 ? 0 : above / below
}
