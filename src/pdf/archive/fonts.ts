/** The fonts of a document as PDF/A wants them (ISO 19005-3, 6.2.11): embedded, and complete in what they say. */
import { PDFArray, PDFDict, PDFRawStream } from 'pdf-lib'
import { TrueTypeFile } from '../font-subset.ts'
import { nameOf } from '../form-fields.ts'
import { dictOf, itemsOf, nameKey, numberOf } from '../pdf-file.ts'
import { decodedStream } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { ContentUse } from './content-use.ts'
import { embedStandIn } from './stand-ins.ts'

/** A font that cannot be embedded. */
export interface MissingFont {
  name: string
  /** The first page, from 1, that shows it. */
  page: number
}

/** Where `head` says how many units an em has. */
const UNITS_AT = 18
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3']

/** Mends the fonts that are used. @returns those that cannot be embedded */
export function embedFonts(whole: WholePdf, { fonts }: ContentUse): MissingFont[] {
  return [...fonts].flatMap(([font, { page, codes, isSeen }]) => {
    const [first] = itemsOf(whole.get(font, 'DescendantFonts'))
    const below = dictOf(whole.resolve(first))
    if (isEmbedded(whole, font, below, codes)) return []
    if ((below === undefined && embedStandIn(whole, font, codes)) || !isSeen) return []
    return { name: nameOf(whole.get(font, 'BaseFont')) ?? '?', page }
  })
}

/** @param below the font that a composite one is made of */
function isEmbedded(
  whole: WholePdf,
  font: PDFDict,
  below: PDFDict | undefined,
  codes: ReadonlySet<number>,
): boolean {
  if (nameOf(whole.get(font, 'Subtype')) === 'Type3') return true
  const descriptor = whole.get(below ?? font, 'FontDescriptor')
  const isThere = PROGRAMS.some((each) => whole.get(descriptor, each) instanceof PDFRawStream)
  if (isThere && below !== undefined) mapGlyphs(whole, below, codes)
  return isThere
}

/** Numbers of characters are numbers of glyphs where nothing else is said (9.7.4.2), which PDF/A wants said. */
function mapGlyphs(whole: WholePdf, font: PDFDict, codes: ReadonlySet<number>): void {
  if (nameOf(whole.get(font, 'Subtype')) !== 'CIDFontType2') return
  const map = whole.get(font, 'CIDToGIDMap')
  if (map === undefined) font.set(nameKey('CIDToGIDMap'), nameKey('Identity'))
  if (map === undefined || nameOf(map) === 'Identity') alignWidths(whole, font, codes)
}

/** Widths by character (9.7.4.3), in thousandths. */
function widthsOf(whole: WholePdf, font: PDFDict): (code: number) => number {
  const known = new Map<number, number>()
  const items = itemsOf(whole.get(font, 'W')).map((each) => whole.resolve(each))
  for (let at = 0; at < items.length; ) {
    const [first, next] = [numberOf(items[at++]), items[at++]]
    for (const [index, each] of itemsOf(next).entries())
      known.set(first + index, numberOf(whole.resolve(each)))
    if (next instanceof PDFArray) continue
    const [last, width] = [Math.min(numberOf(next), 0xffff), numberOf(items[at++])]
    for (let code = first; code <= last; code++) known.set(code, width)
  }
  const standard = numberOf(whole.get(font, 'DW'), 1000)
  return (code) => known.get(code) ?? standard
}

/** Readers advance by the widths of the document: where the font says others (6.2.11.5), it gets those. */
function alignWidths(whole: WholePdf, font: PDFDict, codes: ReadonlySet<number>): void {
  const descriptor = whole.get(font, 'FontDescriptor')
  const stream = whole.get(descriptor, 'FontFile2')
  if (!(stream instanceof PDFRawStream && descriptor instanceof PDFDict)) return
  const file = TrueTypeFile.of(decodedStream(stream))
  const isWhole = ['head', 'hhea', 'hmtx', 'maxp'].every((tag) => file?.present([tag]).length === 1)
  if (file === undefined || !isWhole) return
  const scale = 1000 / file.table('head').readUInt16BE(UNITS_AT)
  const width = widthsOf(whole, font)
  const advances = new Map<number, number>()
  for (const code of codes) {
    if (code >= file.count) continue
    const own = file.metrics(code).readUInt16BE(0) * scale
    if (Math.abs(own - width(code)) > 1) advances.set(code, Math.round(width(code) / scale))
  }
  if (advances.size === 0) return
  const program = file.withAdvances(advances)
  const dict = { Length1: program.length }
  descriptor.set(nameKey('FontFile2'), whole.add(whole.context.flateStream(program, dict)))
}
