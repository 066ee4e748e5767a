/**
 * Takes the comments out of a merged document before it becomes a PDF: they are not printed, and a
 * LibreOffice installed without its windows (libreoffice-writer-nogui) ends when it builds their boxes.
 */
import type PizZip from 'pizzip'
import { partText } from './zip-parts.ts'

const MARK = /<(?:\w+:)?comment(?:RangeStart|RangeEnd|Reference)(?:\s[^>]*)?>/
/** Word and others write these elements empty; an end tag of its own goes as well. */
const MARKS = /<\/?(?:\w+:)?comment(?:RangeStart|RangeEnd|Reference)(?:\s[^>]*)?\/?>/g

/** Removes the marks by which the text refers to comments; without them the comments are not read. */
export function dropComments(zip: PizZip): void {
  const names = Object.keys(zip.files)
  if (!names.some((name) => /comments\d*\.xml$/i.test(name))) return
  for (const name of names) {
    if (!/^word\/[^/]*\.xml$/i.test(name)) continue
    const xml = partText(zip, name)
    if (xml !== undefined && MARK.test(xml)) zip.file(name, xml.replace(MARKS, ''))
  }
}
