/**
 * Monthly bar chart as SVG, rendered on the server. Colours come from the style sheet; screen readers get the table.
 */
import type { Html } from '../../pages/html.ts'
import { inDigits, type Reader } from '../words.ts'

/** One month with one value per series. */
interface MonthBars {
  label: string
  values: readonly [number, number]
}

const WIDTH = 720
const HEIGHT = 260
/** Gap beside the axis labels on the left, and the width of a digit. */
const LEFT_GAP = 8
const DIGIT = 8.5
const BOTTOM = 32
const TOP = 16
const PLOT = HEIGHT - TOP - BOTTOM
const BAR = 18
const GAP = 3
const LINES = 4

/** The least of 1, 2, 5, 10, 20 … × {@link LINES} that is at least a number. */
function roundTop(max: number): number {
  let step = 1
  for (let factor = 1; step * LINES < max; factor += 1)
    step = ([1, 2, 5][factor % 3] ?? 1) * 10 ** Math.floor(factor / 3)
  return step * LINES
}

/** The chart with its legend. */
export function monthChart(bars: readonly MonthBars[], names: readonly [string, string], visit: Reader): Html {
  const top = roundTop(Math.max(1, ...bars.flatMap(({ values }) => values)))
  const y = (value: number): number => Math.round((TOP + PLOT * (1 - value / top)) * 10) / 10
  const lines = Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line)
  const left = LEFT_GAP + DIGIT * inDigits(top, visit).length
  const slot = (WIDTH - left) / bars.length
  const texts = { names, visit }
  return (
    <figure class="chart">
      <figcaption>
        <ul>
          {names.map((name, series) => (
            <li>
              <span class={`swatch series-${series}`} />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="chart-plot">
        <svg class="chart-axis" viewBox={`0 0 ${left} ${HEIGHT}`} aria-hidden="true" focusable="false">
          {lines.map((value) => (
            <text class="axis" x={left - LEFT_GAP} y={y(value) + 4} text-anchor="end">
              {inDigits(value, visit)}
            </text>
          ))}
        </svg>
        <div class="chart-scroll" tabindex="0" role="group" aria-label={names.join(', ')}>
          <svg
            class="chart-months"
            viewBox={`${left} 0 ${WIDTH - left} ${HEIGHT}`}
            aria-hidden="true"
            focusable="false"
          >
            {lines.map((value) => (
              <line class="grid" x1={left} x2={WIDTH} y1={y(value)} y2={y(value)} />
            ))}
            {bars.map((bar, index) => monthColumn(bar, Math.round((left + slot * (index + 0.5)) * 10) / 10, texts, y))}
          </svg>
        </div>
      </div>
    </figure>
  )
}

/** A month: its bars around the middle of its column, and its name. */
const monthColumn = (
  { label, values }: MonthBars,
  middle: number,
  { names, visit }: { names: readonly string[]; visit: Reader },
  y: (value: number) => number,
): Html => (
  <>
    {values.map(
      (value, series) =>
        value > 0 && (
          <rect
            class={`series-${series}`}
            x={series === 0 ? middle - BAR - GAP / 2 : middle + GAP / 2}
            y={y(value)}
            width={BAR}
            height={Math.round((TOP + PLOT - y(value)) * 10) / 10}
            rx="2"
          >
            <title>
              {label}: {inDigits(value, visit)} {names[series]}
            </title>
          </rect>
        ),
    )}
    <text class="axis" x={middle} y={HEIGHT - 10} text-anchor="middle">
      {label}
    </text>
  </>
)
