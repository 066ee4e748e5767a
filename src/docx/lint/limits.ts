/** Limits on the size and depth of an untrusted .docx; measured against real documents, see each line. */

/** Limits of the template check. Sizes are bytes. */
export interface DocxLimits {
  /** Entries of the zip archive. */
  parts: number
  /** All parts together, unpacked. */
  unpackedBytes: number
  /** One part, unpacked. */
  partBytes: number
  /** Unpacked to packed size of parts above {@link DocxLimits.ratioFromBytes}. */
  ratio: number
  ratioFromBytes: number
  /** Elements inside elements. */
  xmlDepth: number
  /** Tables inside tables. */
  tableDepth: number
  /** XML elements, over all parts. */
  elements: number
  /** Paragraphs, over all parts. */
  paragraphs: number
  /** Attributes of one element. */
  attributes: number
  /** Relationships of one part. */
  relationships: number
  /** Width times height of one picture. */
  picturePixels: number
}

const MIB = 1024 * 1024

/** The limits of the service. */
export const DOCX_LIMITS: DocxLimits = {
  parts: 500,
  unpackedBytes: 64 * MIB,
  partBytes: 32 * MIB,
  ratio: 100,
  // a white BMP or EMF of 1 MB compresses 1000:1, and real documents contain them
  ratioFromBytes: 4 * MIB,
  // 33 in the deepest of 331 real documents; 16 nested tables take 50
  xmlDepth: 128,
  // 2 in real documents; LibreOffice 7.4 does not finish 200
  tableDepth: 16,
  // 62,266 in the largest real document
  elements: 300_000,
  paragraphs: 50_000,
  // 36 in real documents
  attributes: 256,
  relationships: 10_000,
  picturePixels: 25_000_000,
}
