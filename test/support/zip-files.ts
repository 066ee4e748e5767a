/** The stored files of an archive by name. */
import { findZipEnd, locateZipEntry, readZipDirectory } from '../../src/zip/directory.ts'

export function filesOf(zip: Buffer): Map<string, Buffer> {
  const end = findZipEnd(zip)
  const entries = end === null ? 'no archive' : readZipDirectory(zip, end)
  if (end === null || typeof entries === 'string') throw new Error(String(entries))
  return new Map(
    entries.map((entry) => {
      const span = locateZipEntry(zip, entry, end)
      if (typeof span === 'string') throw new Error(span)
      return [entry.name, zip.subarray(span.dataStart, span.dataEnd)]
    }),
  )
}
