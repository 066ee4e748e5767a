/** Values as messages repeat them. */

/** Most characters of a wrong value that a finding repeats. */
const SHOWN_MAX = 60

/** The text, cut where it is longer than a reader needs to recognise it. */
export function shown(text: string): string {
  if (text.length <= SHOWN_MAX) return text
  return `${Array.from(text.slice(0, 2 * SHOWN_MAX))
    .slice(0, SHOWN_MAX)
    .join('')}…`
}
