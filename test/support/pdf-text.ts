/** The text of a PDF as a reader program sees it. */
import { execFileSync } from 'node:child_process'

/** Page by page, with runs of blanks as one. */
export function pdfText(pdf: Uint8Array): string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return text
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/\s+/g, ' '))
}

/** Where every word of the page ends to the right and below, in points from the top left. */
export function wordBoxes(
  pdf: Uint8Array,
): { word: string; right: number; bottom: number; left: number }[] {
  const html = execFileSync('pdftotext', ['-bbox', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return [
    ...html.matchAll(
      /<word xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
    ),
  ].map(([, left, right, bottom, word]) => ({
    word: word!,
    left: Number(left),
    right: Number(right),
    bottom: Number(bottom),
  }))
}
