/**
 * Fonts that a document brings (ISO/IEC 29500-1, 17.8.1): taken out of it with everything else that the check removes,
 * and put back once the font file itself has been checked.
 */

import { asBuffer } from '../../kernel/bytes.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { scanXml, xmlAttributes } from '../../xml/scan.ts'
import { relationsPath } from '../package/registrations.ts'
import { targetsOf } from '../package/relationships.ts'
import { asLoadedForPrinting, fontFinding } from './font-check.ts'
import {
  CONTENT_TYPES,
  type Embedding,
  FONT_TABLE,
  fontPath,
  fontRelationship,
  withFaces,
  withFontType,
} from './font-parts.ts'

/** A face that may be used. */
interface EmbeddedFont extends Omit<Embedding, 'id'> {
  family: string
  /** As stored. */
  bytes: Uint8Array
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const EMBEDDING = /^embed(?:Regular|Bold|Italic|BoldItalic)$/
const KEY = /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i
const FACES_MAX = 48
const KEYED_BYTES = 32

const latin1 = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1')

/** What a font table declares. */
function declaredFonts(xml: string) {
  const found: (Embedding & { family: string })[] = []
  let family = ''
  scanXml(xml, {
    textWanted: false,
    text: () => undefined,
    close: () => undefined,
    open({ local, start, end }) {
      if (local !== 'font' && !EMBEDDING.test(local)) return true
      const attributes = xmlAttributes(xml.slice(start, end))
      if (local === 'font') family = attributes.get('name') ?? ''
      else
        found.push({
          family,
          element: local,
          id: attributes.get('id') ?? '',
          key: attributes.get('fontKey') ?? '',
        })
      return found.length <= FACES_MAX
    },
  })
  return found.slice(0, FACES_MAX)
}

/** The font file: the first 32 bytes are combined with the key, from its end (17.8.1); and back again. */
function restoredFont(bytes: Uint8Array, key: string): Uint8Array {
  const mask = Buffer.from(key.replaceAll(/[{}-]/g, ''), 'hex').reverse()
  const font = Buffer.from(bytes)
  for (let at = 0; at < Math.min(KEYED_BYTES, font.length); at++)
    font[at] = (font[at] ?? 0) ^ (mask[at % mask.length] ?? 0)
  return font
}

/**
 * The fonts of a package that may be used, before the check cleans it; a warning for each family with one that may not.
 */
export function embeddedFonts(files: ReadonlyMap<string, Uint8Array>): {
  fonts: EmbeddedFont[]
  ignored: DocumentWarning[]
} {
  const [table, relations] = [files.get(FONT_TABLE), files.get(relationsPath(FONT_TABLE))]
  const fonts: EmbeddedFont[] = []
  const ignored = new Set<string>()
  if (table === undefined || relations === undefined) return { fonts, ignored: [] }
  const targets = targetsOf(latin1(relations), FONT_TABLE)
  for (const { family, element, id, key } of declaredFonts(latin1(table))) {
    const bytes = files.get(targets.get(id) ?? '')
    const font = bytes !== undefined && KEY.test(key) ? restoredFont(bytes, key) : undefined
    if (font === undefined || fontFinding(font, family) !== undefined) ignored.add(family)
    else fonts.push({ family, element, key, bytes: restoredFont(asLoadedForPrinting(font), key) })
  }
  return {
    fonts,
    ignored: [...ignored].map((text) => ({
      code: 'embedded_font_ignored',
      text,
      part: FONT_TABLE,
    })),
  }
}

/** Puts the fonts into a cleaned package. */
export function putFonts(parts: Map<string, Uint8Array>, fonts: readonly EmbeddedFont[]): void {
  const table = parts.get(FONT_TABLE)
  const types = parts.get(CONTENT_TYPES)
  if (fonts.length === 0 || table === undefined || types === undefined) return
  const named = fonts.map((font, index) => ({ ...font, id: `rId${index + 1}` }))
  parts.set(FONT_TABLE, Buffer.from(withFaces(asBuffer(table).toString('utf8'), named)))
  const relations = named.map(fontRelationship)
  parts.set(
    relationsPath(FONT_TABLE),
    Buffer.from(`<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`),
  )
  for (const { id, bytes } of named) parts.set(fontPath(id), bytes)
  parts.set(CONTENT_TYPES, Buffer.from(withFontType(latin1(types)), 'latin1'))
}
