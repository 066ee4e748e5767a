/**
 * Borders of cells (ISO/IEC 29500-1, 17.4.66) with a single line of size 0, as Pandoc's tables have below their headings:
 * Word draws one dot of the printer (0.12 pt of 600 dpi), and the row below stands no lower for it. LibreOffice draws
 * 0.75 pt and moves the row down by as much. A size of 1, an eighth of a point, is Word's line.
 */
const BORDERS = /<w:(tcBorders|tblBorders)>[\s\S]*?<\/w:\1>/g
const BORDER = /<w:\w+\s(?=[^<>]*w:val="single")[^<>]*>/g
const NO_SIZE = 'w:sz="0"'

const thin = (borders: string): string =>
  borders.replaceAll(BORDER, (border) => border.replace(NO_SIZE, 'w:sz="1"'))

/** The part with such borders as thin as Word's. */
export const thinBorders = (xml: string): string =>
  xml.includes(NO_SIZE) ? xml.replaceAll(BORDERS, thin) : xml
