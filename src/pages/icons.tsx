/** The icons of the pages, as inline SVG in the colour of the surrounding text. */
import { type Html, raw } from './html.ts'

const PATHS = {
  check: '<path d="M5 12.5 10 17.5 19.5 7"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  cross: '<path d="M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 7.9v.2"/>',
  lock: '<rect x="5.5" y="10.5" width="13" height="9" rx="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>',
  pen: '<path d="M4 20c3-7 8-13 12.5-15.5 1.8-1 4 1 3 3C17 12 11 17 4 20zM4 20l6-6.5"/>',
  warning: '<path d="M12 4.5 20.5 19h-17zM12 10v4M12 16.600v.2"/>',
  download: '<path d="M12 4.500V15M7.5 11 12 15.5 16.5 11M5 19.500h14"/>',
  minus: '<path d="M6 12h12"/>',
  home: '<path d="M4 11.5 12 4.5l8 7M6.5 10v9h11v-9"/>',
  people:
    '<circle cx="9" cy="8.500" r="3.500"/><path d="M3 19.500c0-3.500 2.500-5.500 6-5.500s6 2 6 5.500M15.500 5.500a3 3 0 0 1 0 6M17 14.300c2.500.500 4 2.300 4 5.200"/>',
  key: '<circle cx="8.5" cy="15.5" r="4"/><path d="m11.5 12.5 8-8M16 8l2.5 2.5M13.5 10.5l1.5 1.5"/>',
  chart: '<path d="M4.5 19.5h15M7.5 16v-4M12 16V6.5M16.5 16V9.5"/>',
  settings:
    '<path d="M4.5 7.5h8M17.5 7.5h2M4.5 16.5h2M11.5 16.5h8"/><circle cx="15" cy="7.5" r="2.5"/><circle cx="9" cy="16.5" r="2.5"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4.5 7.5 7.5 6 7.5-6"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.5 5.5a1 1 0 0 0-1-1h-9a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1"/>',
  menu: '<path d="M4.5 7h15M4.5 12h15M4.5 17h15"/>',
  document: '<path d="M6.5 3.5h8l4 4v13h-12zM14.5 3.5v4h4M9.5 12.5h6M9.5 16h6"/>',
  exit: '<path d="M13.5 4.5h-8v15h8M10 12h10M16.5 8.5 20 12l-3.5 3.5"/>',
  book: '<path d="M5 5.5A1.5 1.5 0 0 1 6.5 4H19v16H6.5A1.5 1.5 0 0 1 5 18.5zM5 18.5A1.5 1.5 0 0 1 6.5 17H19"/>',
  receipt: '<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.500 8.500h5M9.500 12h5"/>',
  upload: '<path d="M12 15.500V5M7.500 9 12 4.500 16.500 9M5 19.500h14"/>',
  play: '<path d="M8 5.500v13l10.500-6.500z"/>',
  send: '<path d="M4.5 12 20 4.500 15.500 20 11.500 13.500zM11.500 13.500 20 4.500"/>',
  hook: '<circle cx="6.500" cy="17" r="2.500"/><circle cx="17.500" cy="17" r="2.500"/><circle cx="12" cy="6.500" r="2.500"/><path d="M13.300 8.700 16.200 14.800M9 17h6M10.800 8.700 7.700 14.700"/>',
  shield: '<path d="M12 3.500 19 6v6c0 4-3 7-7 8.500C8 19 5 16 5 12V6zM8.500 12l2.500 2.500 4.500-5"/>',
  chevron: '<path d="m9.500 6 6 6-6 6"/>',
  text: '<path d="M5 7.500v-2h14v2M12 5.500v13M9.500 18.500h5"/>',
  hash: '<path d="M9.500 4.500 7.500 19.500M16.500 4.500l-2 15M5 9.500h15M4 14.500h15"/>',
  calendar:
    '<rect x="4" y="5.500" width="16" height="14.500" rx="2"/><path d="M4 10.500h16M8.500 3.500v4M15.500 3.500v4"/>',
  tick: '<rect x="4.500" y="4.500" width="15" height="15" rx="2"/><path d="m8 12.500 3 3 5-6.500"/>',
  radio: '<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="3"/>',
  list: '<rect x="3.500" y="6.500" width="17" height="11" rx="2"/><path d="m13.500 11 2 2 2-2M7 12h3.500"/>',
  initials: '<path d="M4 18 8.500 6.500 13 18M5.700 14h5.600M16 18V6.500h4"/>',
  building: '<path d="M5.500 20V4.500h9V20M14.500 10h4v10M3.500 20h17M8.500 8h3M8.500 12h3M8.500 16h3"/>',
  clip: '<path d="m18.500 11-7 7a4 4 0 0 1-5.700-5.700l7.500-7.500a2.700 2.700 0 0 1 3.800 3.800l-7.300 7.300a1.300 1.300 0 0 1-1.900-1.900l6.500-6.500"/>',
  plus: '<path d="M6 12h12M12 6v12"/>',
} as const

/** Name of an icon. */
export type IconName = keyof typeof PATHS

/** A decorative icon beside text; hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }): Html => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {raw(PATHS[name])}
  </svg>
)
