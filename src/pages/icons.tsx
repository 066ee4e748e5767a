/** The icons of the pages, as inline SVG in the colour of the surrounding text. */
import { type Html, raw } from './html.ts'
import PATHS from './icons.json' with { type: 'json' }

/** Name of an icon. */
export type IconName = keyof typeof PATHS

/** A decorative icon beside text; hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }): Html => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {raw(PATHS[name])}
  </svg>
)
