/**
 * Fonts that a document names and does not hold, embedded (ISO 19005-3, 6.2.11.4): readers draw them with a font of the same
 * widths, and so does the archive. Any other font is not ours to choose.
 */
import type { Font } from '@cantoo/fontkit'
import { type PDFDict, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib'
import { FontSubset, TrueTypeFile } from '../font-subset.ts'
import { parsedFont, sourceAt } from '../fonts.ts'
import { nameOf } from '../form-fields.ts'
import { itemsOf, nameKey, numberOf } from '../pdf-file.ts'
import { FontFolders } from '../typesetting/script-fonts.ts'
import type { WholePdf } from '../whole-pdf.ts'
import encodings from './encodings.json' with { type: 'json' }

/** Families of the same widths, by names without blanks, in small letters. */
const FAMILIES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:arial|helvetica)$/, 'LiberationSans'],
  [/^times(?:new)?(?:roman)?$/, 'LiberationSerif'],
  [/^(?:couriernew|courier)$/, 'LiberationMono'],
  [/^calibri$/, 'Carlito'],
  [/^arialnarrow$/, 'LiberationSansNarrow'],
]
const STYLE = /(?:regular|bold|italic|oblique|psmt|ps|mt)+$/
const SYMBOL_CODES = 0xf000
const CODES = 256
const BLANK = 0x20
/** A code that is shown, and its glyph. */
interface Shown {
  code: number
  id: number
  /** The character, where the encoding says it. */
  point: number | undefined
}

type StandIn = NonNullable<ReturnType<typeof opened>>
const standIns = new Map<string, StandIn | undefined>()
let folders: FontFolders | undefined

/** File of the font of the same widths; undefined for a font that has none. */
function fileFor(base: string): string | undefined {
  const plain = base
    .replace(/^[A-Z]{6}\+/, '')
    .replaceAll(/[\s,-]/g, '')
    .toLowerCase()
  const style = STYLE.exec(plain)?.[0] ?? ''
  const family = FAMILIES.find(([names]) =>
    names.test(plain.slice(0, plain.length - style.length)),
  )?.[1]
  if (family === undefined) return undefined
  const bold = style.includes('bold') ? 'Bold' : ''
  const italic = /italic|oblique/.test(style) ? 'Italic' : ''
  return `${family}-${bold + italic || 'Regular'}.ttf`
}

function opened(name: string) {
  folders ??= new FontFolders()
  const path = folders.path(name)
  const source = path === undefined ? undefined : sourceAt(path)
  const file = source && TrueTypeFile.of(source.bytes)
  if (source === undefined || file === undefined) return undefined
  const font = parsedFont(source)
  const ids = new Map<string, number>()
  for (let id = 0; id < font.numGlyphs; id++) ids.set(font.getGlyph(id)?.name ?? '', id)
  return { name: name.replace('.ttf', ''), file, font, ids }
}

/**
 * Replaces a simple font that is not embedded.
 * @param codes that are shown
 * @returns whether there is one that looks the same
 */
export function embedStandIn(whole: WholePdf, font: PDFDict, codes: ReadonlySet<number>): boolean {
  const base = nameOf(whole.get(font, 'BaseFont')) ?? ''
  const name = fileFor(base)
  if (name === undefined) return false
  if (!standIns.has(name)) standIns.set(name, opened(name))
  const standIn = standIns.get(name)
  if (standIn === undefined) return false
  replace(whole, font, standIn, codes)
  return true
}

/** The glyph of each code, with the text that it stands for. */
function glyphsOf(
  whole: WholePdf,
  font: PDFDict,
  { font: parsed, ids }: StandIn,
  codes: ReadonlySet<number>,
): Shown[] {
  const encoding = whole.get(font, 'Encoding')
  const isTrueType = nameOf(whole.get(font, 'Subtype')) === 'TrueType'
  const own = nameOf(encoding) ?? nameOf(whole.get(encoding, 'BaseEncoding'))
  const texts = textsOf(own ?? (isTrueType ? 'WinAnsiEncoding' : undefined))
  const names = differences(whole, encoding)
  const glyphOf = (point: number): number => parsed.glyphForCodePoint(point)?.id ?? 0
  return [...codes]
    .sort((one, other) => one - other)
    .map((code) => {
      const name = names.get(code)
      const point = name === undefined ? (texts.codePointAt(code) ?? BLANK) : pointIn(name)
      const named = name === undefined ? undefined : ids.get(name)
      const id = named ?? (point === undefined ? 0 : glyphOf(point))
      return { code, id: id || glyphOf(BLANK), point: name === undefined ? point : undefined }
    })
}

function differences(whole: WholePdf, encoding: PDFObject | undefined): Map<number, string> {
  const names = new Map<number, string>()
  let code = 0
  for (const item of itemsOf(whole.get(encoding, 'Differences'))) {
    const value = whole.resolve(item)
    if (value instanceof PDFNumber) code = value.asNumber()
    else names.set(code++, nameOf(value) ?? '')
  }
  return names
}

function replace(whole: WholePdf, font: PDFDict, standIn: StandIn, codes: ReadonlySet<number>) {
  const { context } = whole
  const { font: parsed, file } = standIn
  const glyphs = glyphsOf(whole, font, standIn, codes)
  const scale = 1000 / parsed.unitsPerEm
  const given = itemsOf(whole.get(font, 'Widths')).map((each) => whole.resolve(each))
  const from = numberOf(whole.get(font, 'FirstChar'))
  const subset = new FontSubset(file)
  const advances = new Map<number, number>()
  const widths = glyphs.map(({ code, id }) => {
    const own = Math.round((parsed.getGlyph(id)?.advanceWidth ?? 0) * scale)
    const width = numberOf(given[code - from], own)
    advances.set(id, Math.round(width / scale))
    return [code, width] as const
  })
  const places = new Map(glyphs.map(({ code, id }) => [code, subset.includeGlyph(id)]))
  const program = subset.encode([['cmap', symbolMap(places)]], advances)
  const [first, last] = [glyphs[0]?.code ?? 0, glyphs.at(-1)?.code ?? 0]
  const known = new Map(widths)
  const name = `PDFAAA+${standIn.name}`
  if (!font.has(nameKey('ToUnicode')))
    font.set(nameKey('ToUnicode'), textMap(whole, glyphs, parsed))
  font.delete(nameKey('Encoding'))
  const box = parsed.bbox
  const descriptor = {
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [box.minX, box.minY, box.maxX, box.maxY].map((each) => Math.round(each * scale)),
    ItalicAngle: parsed.italicAngle,
    Ascent: Math.round(parsed.ascent * scale),
    Descent: Math.round(parsed.descent * scale),
    CapHeight: Math.round(parsed.capHeight * scale),
    StemV: 80,
    FontFile2: whole.add(context.flateStream(program, { Length1: program.length })),
  }
  const members = {
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: name,
    FirstChar: first,
    LastChar: last,
    Widths: Array.from({ length: last - first + 1 }, (_, at) => known.get(first + at) ?? 0),
    FontDescriptor: whole.add(context.obj(descriptor)),
  }
  for (const [key, value] of Object.entries(members))
    font.set(nameKey(key), context.obj(value as never))
}

/** The text of each code, for search and copying. */
function textMap(whole: WholePdf, glyphs: readonly Shown[], parsed: Font): PDFRef {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
  const points = glyphs.flatMap(({ code, id, point }) => {
    const text = point ?? parsed.stringsForGlyph(id)[0]?.codePointAt(0)
    return text === undefined || text > 0xffff ? [] : `<${hex(code, 2)}> <${hex(text, 4)}>`
  })
  const groups = Array.from({ length: Math.ceil(points.length / 100) }, (_, at) =>
    points.slice(100 * at, 100 * at + 100),
  )
  const lines = groups.map((group) => `${group.length} beginbfchar\n${group.join('\n')}\nendbfchar`)
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Codes def /CMapType 2 def\n1 begincodespacerange <00> <ff> endcodespacerange\n${lines.join('\n')}\nendcmap end end`
  return whole.add(whole.context.flateStream(Buffer.from(map)))
}

/** The character that a glyph is named by. */
function pointIn(name: string): number | undefined {
  const code = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name)?.[1]
  return code === undefined ? undefined : Number.parseInt(code, 16)
}

/** The character of each code in an encoding (ISO 32000-2, annex D); a blank or a bullet where it has none. */
const textsOf = (name: string | undefined): string =>
  Object.entries(encodings).find(([each]) => each === name)?.[1] ?? encodings.StandardEncoding

/** A `cmap` with the codes of a symbolic font (ISO 32000-2, 9.6.5.4; ISO/IEC 14496-22, format 4). */
function symbolMap(places: ReadonlyMap<number, number>): Buffer {
  const words = [0, 1, 3, 0, 0, 12, 4, 32 + 2 * CODES, 0, 4, 4, 1, 0]
  words.push(SYMBOL_CODES + CODES - 1, 0xffff, 0, SYMBOL_CODES, 0xffff, 0, 1, 4, 0)
  for (let code = 0; code < CODES; code++) words.push(places.get(code) ?? 0)
  const bytes = Buffer.alloc(2 * words.length)
  for (const [at, word] of words.entries()) bytes.writeUInt16BE(word, 2 * at)
  return bytes
}
