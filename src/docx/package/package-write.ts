/** Writes a package as a .docx: deterministic, with native deflate, ten times as fast as in JavaScript. */
import PizZip from 'pizzip'
import { asBuffer } from '../../kernel/bytes.ts'
import { writeZip } from '../../zip/write.ts'
import { DocxPart } from './docx-part.ts'
import { partKind } from './part-kind.ts'

/**
 * Returns the bytes of a .docx.
 * @param parts file contents by name, `[Content_Types].xml` first
 * @param level deflate level, 0 (store) to 9; use 0 or 1 for a file that is only going to be converted
 */
export function packDocx(parts: ReadonlyMap<string, Uint8Array>, level = 6): Uint8Array {
  return packParts(new Map([...parts].map(([name, bytes]) => [name, new DocxPart(bytes)])), level)
}

/** The same for parts that cache their checksums and compressed forms; the bytes have a buffer of their own. */
export const packParts = (parts: ReadonlyMap<string, DocxPart>, level: number): Uint8Array =>
  writeZip(
    [...parts].map(([name, part]) => {
      const { bytes, checksum } = part
      const content = part.packed(level)
      return { name, content, isStored: content === bytes, checksum, size: bytes.length }
    }),
  )

/** The package as docxtemplater takes it. XML parts are passed as text, so that it decodes none twice. */
export function toPizZip(parts: ReadonlyMap<string, Uint8Array>): PizZip {
  const zip = new PizZip()
  for (const [name, content] of parts)
    if (partKind(content) !== 'xml') zip.file(name, content)
    else zip.file(name, asBuffer(content).toString('utf8'))
  return zip
}
