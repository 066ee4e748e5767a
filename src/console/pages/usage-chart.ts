/** Bars by month as SVG, made on the server. Colours come from the style sheet; screen readers get the table. */
import { type Html, html } from '../../pages/html.ts'
import type { Locale } from '../../pages/locale.ts'
import { inDigits } from '../words.ts'

/** One month with one value per series. */
export interface MonthBars {
  label: string
  values: readonly [number, number]
}

const WIDTH = 720
const HEIGHT = 260
const LEFT = 48
const BOTTOM = 32
const TOP = 16
const BAR = 18
const GAP = 3
const LINES = 4

/** The least of 1, 2, 5, 10, 20 … × {@link LINES} that holds a number. */
function roundTop(most: number): number {
  let step = 1
  for (let factor = 1; step * LINES < most; factor += 1)
    step = ([1, 2, 5][factor % 3] ?? 1) * 10 ** Math.floor(factor / 3)
  return step * LINES
}

/** The picture with its legend. */
export function monthChart(
  bars: readonly MonthBars[],
  names: readonly [string, string],
  locale: Locale,
): Html {
  const top = roundTop(Math.max(1, ...bars.flatMap(({ values }) => values)))
  const plot = HEIGHT - TOP - BOTTOM
  const slot = (WIDTH - LEFT) / bars.length
  const y = (value: number): number => Math.round((TOP + plot * (1 - value / top)) * 10) / 10
  const lines = Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line)
  return html`<figure class="chart"><figcaption><ul>${names.map((name, series) => html`<li><span class="swatch series-${series}"></span>${name}</li>`)}</ul></figcaption>
<div class="chart-scroll" tabindex="0" role="group" aria-label="${names.join(', ')}"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">
${lines.map((value) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text class="axis" x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${inDigits(value, locale)}</text>`)}
${bars.map((bar, index) => {
  const middle = Math.round((LEFT + slot * (index + 0.5)) * 10) / 10
  return html`${bar.values.map((value, series) => value > 0 && html`<rect class="series-${series}" x="${series === 0 ? middle - BAR - GAP / 2 : middle + GAP / 2}" y="${y(value)}" width="${BAR}" height="${Math.round((TOP + plot - y(value)) * 10) / 10}" rx="2"><title>${bar.label}: ${inDigits(value, locale)} ${names[series]}</title></rect>`)}<text class="axis" x="${middle}" y="${HEIGHT - 10}" text-anchor="middle">${bar.label}</text>`
})}
</svg></div></figure>`
}
