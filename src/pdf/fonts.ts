/** The fonts of everything this service draws itself: DejaVu, which has Latin, Greek and Cyrillic. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

const FILES = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  italic: 'DejaVuSans-Oblique.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const

/** A style of text. */
export type FontStyle = keyof typeof FILES

const resolver = createRequire(import.meta.url)
const loaded = new Map<FontStyle, Uint8Array>()

function fontBytes(style: FontStyle): Uint8Array {
  const known = loaded.get(style)
  if (known !== undefined) return known
  const bytes = readFileSync(resolver.resolve(`dejavu-fonts-ttf/ttf/${FILES[style]}`))
  loaded.set(style, bytes)
  return bytes
}

/** Embeds a font, of which only the used characters are kept. */
export function embedFont(document: PDFDocument, style: FontStyle): Promise<PDFFont> {
  document.registerFontkit(fontkit as never)
  return document.embedFont(fontBytes(style), { subset: true })
}
