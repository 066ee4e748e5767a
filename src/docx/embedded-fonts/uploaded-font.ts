/** Reads an uploaded font file as hostile input: what it is, and whether its licence allows documents to embed it. */
import { asBuffer } from '../../kernel/bytes.ts'
import type { Texts } from '../../translations/messages.ts'
import { FONT_BYTES_MAX, fontFinding, NO_SUBSETS, RESTRICTED, USAGE_BITS } from './font-check.ts'
import { coverageOf } from './font-coverage.ts'
import { u16 } from './font-numbers.ts'
import { fontNames, fontTables } from './font-tables.ts'

/** Faces of a family as Word has them. */
export const FONT_STYLES = ['regular', 'bold', 'italic', 'bold_italic'] as const
/** A face. */
export type FontStyle = (typeof FONT_STYLES)[number]

/** What keeps an uploaded file from being used. */
export type UploadFinding = keyof Texts['faults']['fonts']

/** What a font says of itself. */
export type FontFacts = Exclude<ReturnType<typeof readUploadedFont>, string>

const FAMILY = 1
const [WINDOWS, ENGLISH] = [3, 0x409]
/** `fsSelection` of OS/2. */
const [SELECTION_AT, ITALIC, BOLD] = [62, 0x1, 0x20]
/** A name becomes part of a file name in LibreOffice, and of a list of fonts. */
const PLAIN_NAME = /^(?!\.)[^\p{C}/\\;,<>"]{1,80}$/u

/** Kinds of files that are taken for fonts, by their first bytes. */
const OTHER_KINDS = new Map<string, UploadFinding>([
  ['ttcf', 'collection'],
  ['wOFF', 'woff'],
  ['wOF2', 'woff'],
])
const FONT_KINDS: ReadonlySet<string> = new Set(['\0\x01\0\0', 'true', 'OTTO'])

/** The bits that forbid it (ISO/IEC 14496-22, 5.2.9, fsType). */
function licenceFinding(usage: number): UploadFinding {
  if ((usage & USAGE_BITS) === RESTRICTED) return 'restricted'
  return (usage & NO_SUBSETS) === 0 ? 'bitmaps_only' : 'no_subsets'
}

/** See {@link FontFacts}; what is wrong for a file that may not be used. */
export function readUploadedFont(bytes: Uint8Array) {
  const kind = asBuffer(bytes.subarray(0, 4)).toString('latin1')
  if (!FONT_KINDS.has(kind)) return OTHER_KINDS.get(kind) ?? 'not_a_font'
  if (bytes.length > FONT_BYTES_MAX) return 'too_large'
  const tables = fontTables(bytes)
  if (tables === undefined) return 'damaged'
  const families = fontNames(tables.get('name')).filter((name) => name.kind === FAMILY)
  const [first] = families
  const own = families.find((name) => name.platform === WINDOWS && name.language === ENGLISH)
  const family = (own ?? first)?.text.trim()
  if (family === undefined || !PLAIN_NAME.test(family)) return 'no_family'
  const finding = fontFinding(bytes, family)
  const os2 = tables.get('OS/2')
  if (finding === 'forbidden') return licenceFinding(u16(os2, 8))
  const coverage = coverageOf(tables.get('cmap'))
  const selection = u16(os2, SELECTION_AT)
  if (finding !== undefined || coverage === undefined || Number.isNaN(selection)) return 'damaged'
  const names = new Set([family, ...families.map(({ text }) => text.trim())])
  return {
    /** As Word lists it, in English where it has such a name. */
    family,
    /** The same in every language of the font. */
    names: [...names].filter((name) => PLAIN_NAME.test(name)).slice(0, 20),
    style: FONT_STYLES[(selection & BOLD ? 1 : 0) + (selection & ITALIC ? 2 : 0)] ?? 'regular',
    coverage,
  }
}
