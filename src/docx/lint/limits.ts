/** Limits on the size and depth of an untrusted .docx; measured against real documents, see each line. */

const MIB = 1024 * 1024

/** The limits of the service. */
export const DOCX_LIMITS = {
  /** Entries of the zip archive. */
  parts: 500,
  /** All parts together, unpacked. */
  unpackedBytes: 64 * MIB,
  /** One part, unpacked. */
  partBytes: 32 * MIB,
  /** Unpacked to packed size of parts above `ratioFromBytes`. */
  ratio: 100,
  // a white BMP or EMF of 1 MB compresses 1000:1, and real documents contain them
  ratioFromBytes: 4 * MIB,
  // elements inside elements: 33 in the deepest of 331 real documents; 16 nested tables take 50
  xmlDepth: 128,
  // tables inside tables: 2 in real documents; LibreOffice 7.4 does not finish 200
  tableDepth: 16,
  // XML elements, over all parts: 62,266 in the largest real document
  elements: 300_000,
  /** Over all parts. */
  paragraphs: 50_000,
  // of one element: 36 in real documents
  attributes: 256,
  /** Of one part. */
  relationships: 10_000,
  /** Width times height of one picture. */
  picturePixels: 25_000_000,
}

/** Limits of the template check. Sizes are bytes. */
export type DocxLimits = typeof DOCX_LIMITS
