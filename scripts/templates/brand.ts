/** What the sample templates share: colours and the styles every one of them starts from. */
import { characterStyle, defaults, paragraphStyle } from '../word/styles.ts'

export const GREEN = '12493F'
export const BRASS = 'A87A26'
export const INK = '26312E'
export const SOFT = '7A8582'
export const LINE = 'D9DEDB'
export const PAPER = 'F5F3EE'

/** Document defaults and the styles of running text, headings, header and footer; `width` of the text in cm. */
export const baseStyles = (language: string, size: number, width: number): string =>
  defaults({ size, color: INK, language }) +
  paragraphStyle({ name: 'Title', size: 26, color: GREEN, line: 1, outline: 1 }) +
  paragraphStyle({ name: 'Subtitle', size: 12, color: SOFT }) +
  paragraphStyle({ name: 'header', size: 8.5, color: SOFT, extra: rightTab(width) }) +
  paragraphStyle({ name: 'footer', size: 8, color: SOFT, line: 1.05, extra: rightTab(width) }) +
  characterStyle('Strong', { bold: true }) +
  characterStyle('Soft', { color: SOFT }) +
  characterStyle('Accent', { color: GREEN, bold: true })

/** One tab stop that sets text flush right at `cm` centimetres. */
export const rightTab = (cm: number): string =>
  `<w:tabs><w:tab w:val="right" w:pos="${Math.round((cm / 2.54) * 1440)}"/></w:tabs>`
