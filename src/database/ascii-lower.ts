/**
 * Text as `lower()` of a column returns it on both engines, which change ASCII only: other letters stay as they were
 * written. PostgreSQL's `lower()` of a parameter changes more.
 */
export const asciiLower = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
