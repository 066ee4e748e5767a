/** Transformations of a page's coordinates (ISO 32000-1, 8.3.4). */

/** A transformation. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A place on the page. */
export type Point = readonly [x: number, y: number]

/** First `one`, then `other`. */
export function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [p, q, r, s, t, u] = other
  return [
    a * p + b * r,
    a * q + b * s,
    c * p + d * r,
    c * q + d * s,
    e * p + f * r + t,
    e * q + f * s + u,
  ]
}

/** A point, transformed. */
export const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
]
