/** Pages that Word leaves blank. */

/**
 * Whether a section of a part begins on an odd or an even page (ISO/IEC 29500-1, 17.18.77): only there does Word leave a
 * page blank. LibreOffice also leaves one where page numbers that begin anew would put an odd number on the left.
 */
export const hasBlankPages = (xml: string): boolean =>
  /<w:type\s[^>]*w:val="(?:odd|even)Page"/.test(xml)
