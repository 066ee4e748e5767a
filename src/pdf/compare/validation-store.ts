/**
 * Content of a document security store (ISO 32000-2, 12.8.4.3), compared by content: tools that extend it renumber
 * it.
 */
import { createHash } from 'node:crypto'
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'
import { dictOf, type PdfFile } from '../pdf-file.ts'

const DEPTH_MAX = 4

/** SHA-256 of every certificate, revocation list and OCSP response in a store, wherever it is. */
export function materialOf(file: PdfFile, store: PDFDict | undefined): Set<string> {
  const found = new Set<string>()
  const visit = (given: PDFObject | undefined, depth: number): void => {
    const object = file.resolve(given)
    if (object instanceof PDFRawStream)
      found.add(createHash('sha256').update(object.getContents()).digest('hex'))
    else if (depth < DEPTH_MAX)
      for (const each of object instanceof PDFArray ? object.asArray() : valuesOf(object))
        visit(each, depth + 1)
  }
  visit(store, 0)
  return found
}

const valuesOf = (object: PDFObject | undefined): readonly PDFObject[] =>
  (dictOf(object)?.entries() ?? []).flatMap(([key, value]) =>
    key === PDFName.of('Parent') ? [] : [value],
  )
