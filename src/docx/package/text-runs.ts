/** Writes a text as the content of a Word text element: escapes, line breaks, tabs, highlighting. */
import { escapeXml } from '../../xml/escape.ts'

const BREAKS: Readonly<Record<string, string>> = {
  '\n': '</w:t><w:br/><w:t xml:space="preserve">',
  '\t': '</w:t><w:tab/><w:t xml:space="preserve">',
}

/** The content of `<w:t>` for a text: its line ends and tabs become elements beside `<w:t>`. */
export function wordText(text: string): string {
  const escaped = escapeXml(text)
  if (!/[\n\r\t\u2028\u2029]/.test(escaped)) return escaped
  return escaped
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\n\t]/g, (char) => BREAKS[char] ?? char)
}

/** The content of a text element that has no line breaks: document properties, chart titles. */
export const lineText = (text: string): string => escapeXml(text).replace(/[\s\u2028\u2029]+/g, ' ')

/** A text in red on yellow in a run of its own; the run around it is closed and opened again. */
export function highlightedText(text: string, runProperties: string): string {
  const inner = /^<w:rPr[^>]*>(.*)<\/w:rPr>$/s.exec(runProperties)?.[1] ?? ''
  const kept = inner.replace(/<w:(?:color|highlight)\b[^>]*\/>/g, '')
  // Order of CT_RPr: colour before size, highlight after it; both kinds of neighbours keep their place.
  const split = kept.search(
    /<w:(?:spacing|w|kern|position|sz|szCs|u|effect|bdr|shd|fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout|specVanish|oMath)[\s/>]/,
  )
  const [head, tail] = split < 0 ? [kept, ''] : [kept.slice(0, split), kept.slice(split)]
  const late = tail.search(
    /<w:(?:u|effect|bdr|shd|fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout|specVanish|oMath)[\s/>]/,
  )
  const [sizes, rest] = late < 0 ? [tail, ''] : [tail.slice(0, late), tail.slice(late)]
  const marked = `<w:rPr>${head}<w:color w:val="C00000"/>${sizes}<w:highlight w:val="yellow"/>${rest}</w:rPr>`
  return `</w:t></w:r><w:r>${marked}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r><w:r>${runProperties}<w:t xml:space="preserve">`
}
