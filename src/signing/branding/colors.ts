/** An account's colour on pages and in mails: made darker or lighter until what is written in and on it is readable. */

/** WCAG 2.2, 1.4.3: contrast of ordinary text. */
const READABLE = 4.5
const STEP = 0.04
const WHITE = '#ffffff'
const BLACK = '#000000'
/** What text in the colour is written on; `browser/site.css` has the same. */
const LIGHT_GROUNDS = [WHITE, '#f7f6f3', '#efede8']
const DARK_GROUNDS = ['#161719', '#1f2124', '#292b2f']
const DARK_INK = '#11162e'

/** The colours of one theme, as `#rrggbb`. */
export interface Shades {
  /** Buttons and links. */
  accent: string
  /** The same under the pointer. */
  strong: string
  /** Behind words in the accent. */
  soft: string
  /** Text on the accent. */
  onAccent: string
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours `#rrggbb` (WCAG 2.2): 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A colour with a share of another in it. */
function mixed(color: string, other: string, share: number): string {
  const to = channels(other)
  const parts = channels(color).map((value, at) =>
    Math.round(value + ((to[at] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

function shades(
  color: string,
  theme: { grounds: readonly string[]; towards: string; paper: string; onAccent: string },
): Shades {
  const soft = mixed(color, theme.paper, 0.88)
  const grounds = [...theme.grounds, soft, theme.onAccent]
  let [accent, share] = [color, 0]
  while (share < 1 && grounds.some((ground) => contrast(accent, ground) < READABLE)) {
    share = Math.min(1, share + STEP)
    accent = mixed(color, theme.towards, share)
  }
  return { accent, strong: mixed(accent, theme.towards, 0.25), soft, onAccent: theme.onAccent }
}

/** The colours made of one, `#rrggbb`. */
export const paletteOf = (color: string) => ({
  light: shades(color, {
    grounds: LIGHT_GROUNDS,
    towards: BLACK,
    paper: WHITE,
    onAccent: WHITE,
  }),
  dark: shades(color, {
    grounds: DARK_GROUNDS,
    towards: WHITE,
    paper: '#1f2124',
    onAccent: DARK_INK,
  }),
})

const rules = ({ accent, strong, soft, onAccent }: Shades): string =>
  `:root{--accent:${accent};--accent-strong:${strong};--accent-soft:${soft};--on-accent:${onAccent}}`

/** A style sheet that gives the pages an account's colour. */
export const brandStyles = (color: string): string => {
  const { light, dark } = paletteOf(color)
  return `${rules(light)}\n@media (prefers-color-scheme:dark){${rules(dark)}}\n`
}
