/** Geometry of placements: rectangles in points from the top left, always within the page. */

/** A rectangle. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A page as it is seen. */
export interface Size {
  width: number
  height: number
}

/** Initial size of a placement, and the least one: smaller ones are refused by the service. */
export interface Bounds extends Size {
  min: Size
}

/** Of a place to sign: 60 × 20 mm. */
export const SIGNATURE: Bounds = { width: 170, height: 57, min: { width: 60, height: 24 } }
/** Step of an arrow key. */
const STEP = 5
const EDGE = 36

const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high))
const round = (value: number): number => Math.round(value * 10) / 10

/** The rectangle moved and, if necessary, shrunk to fit the page. */
export function onPage(box: Box, page: Size, min: Size = SIGNATURE.min): Box {
  const width = round(between(box.width, min.width, page.width))
  const height = round(between(box.height, min.height, page.height))
  return {
    x: round(between(box.x, 0, page.width - width)),
    y: round(between(box.y, 0, page.height - height)),
    width,
    height,
  }
}

/** The rectangle with another corner at the bottom right; the top left stays. */
export function resized(box: Box, to: Size, page: Size, min: Size = SIGNATURE.min): Box {
  const width = between(to.width, min.width, page.width - box.x)
  const height = between(to.height, min.height, page.height - box.y)
  return onPage({ ...box, width, height }, page, min)
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The rectangle after an arrow key; undefined for other keys. With Shift it is resized. */
export function pressed(
  key: string,
  shift: boolean,
  box: Box,
  page: Size,
  min: Size = SIGNATURE.min,
): Box | undefined {
  const direction = Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined
  if (direction === undefined) return undefined
  const [across, down] = [direction[0] * STEP, direction[1] * STEP]
  if (!shift) return onPage({ ...box, x: box.x + across, y: box.y + down }, page, min)
  return resized(box, { width: box.width + across, height: box.height + down }, page, min)
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** A free rectangle near the bottom of a page, from the left; the first one if none is free. */
export function freeBox(page: Size, taken: readonly Box[], bounds: Bounds = SIGNATURE): Box {
  const { min, ...size } = bounds
  const first = onPage({ x: EDGE, y: page.height - EDGE - size.height, ...size }, page, min)
  const gap = 12
  for (let y = first.y; y >= 0; y -= size.height + gap) {
    for (let x = first.x; x + size.width <= page.width; x += size.width + gap) {
      const box = { x: round(x), y: round(y), width: first.width, height: first.height }
      if (!taken.some((other) => overlaps(box, other))) return box
    }
  }
  return first
}
