/** The few drawings of the pages, as inline SVG that takes the colour of the text around it. */
import { type Html, html } from './html.ts'

const PATHS = {
  check: html`<path d="M5 12.5 10 17.5 19.5 7"/>`,
  clock: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  cross: html`<path d="M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5"/>`,
  info: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 7.9v.2"/>`,
  lock: html`<rect x="5.5" y="10.5" width="13" height="9" rx="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>`,
  pen: html`<path d="M4 20c3-7 8-13 12.5-15.5 1.8-1 4 1 3 3C17 12 11 17 4 20zM4 20l6-6.5"/>`,
  warning: html`<path d="M12 4.5 20.5 19h-17zM12 10v4M12 16.600v.2"/>`,
  download: html`<path d="M12 4.500V15M7.5 11 12 15.5 16.5 11M5 19.500h14"/>`,
  minus: html`<path d="M6 12h12"/>`,
  plus: html`<path d="M6 12h12M12 6v12"/>`,
} as const

/** Name of a drawing. */
export type IconName = keyof typeof PATHS

/** A drawing beside words; screen readers pass over it. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${PATHS[name]}</svg>`
