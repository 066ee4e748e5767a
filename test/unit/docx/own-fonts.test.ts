/** Fonts of an account: what is read from their files, and how they get into a document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { coverageOf } from '../../../src/docx/embedded-fonts/font-coverage.ts'
import { fontTables } from '../../../src/docx/embedded-fonts/font-tables.ts'
import { bringOwnFonts } from '../../../src/docx/embedded-fonts/own-fonts.ts'
import { readUploadedFont } from '../../../src/docx/embedded-fonts/uploaded-font.ts'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { DocumentDraft } from '../../../src/docx/package/document-draft.ts'
import { DocxPart } from '../../../src/docx/package/docx-part.ts'
import { glyphBits } from '../../../src/kernel/glyph-bits.ts'
import { docxOf } from '../../support/docx-package.ts'
import { docxWithFont, smallFont } from '../../support/small-font.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-own-fonts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'boxes.ttf')
writeFileSync(file, smallFont())
const boxes = { names: ['Boxes', 'Boîtes'], style: 'bold', coverage: '20-7e', file } as const

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}
/** A character map with one subtable of Unicode. */
const map = (encoding: number, ...table: number[]): Buffer =>
  Buffer.concat([numbers(0, 1, 3, encoding, 0, 12), numbers(...table)])

describe('the characters of a font', () => {
  test('are read from segments and from groups', () => {
    expect(coverageOf(fontTables(smallFont())?.get('cmap'))).toBe('20-7e')
    expect(coverageOf(map(10, 12, 0, 0, 28, 0, 0, 0, 1, 1, 0xf600, 1, 0xf64f, 0, 1))).toBe(
      '1f600-1f64f',
    )
    expect(coverageOf(map(9, 0))).toBe('')
  })

  test.each([
    ['is empty', Buffer.alloc(0)],
    ['has more subtables than bytes', numbers(0, 0xffff)],
    [
      'has groups over each other',
      map(10, 12, 0, 0, 40, 0, 0, 0, 2, 0, 5, 0, 9, 0, 1, 0, 7, 0, 8, 0, 1),
    ],
    [
      'has a group beyond the last character',
      map(10, 12, 0, 0, 28, 0, 0, 0, 1, 0, 5, 0x11, 0, 0, 1),
    ],
    ['has more groups than bytes', map(10, 12, 0, 0, 28, 0, 0, 0xffff, 0xffff)],
    ['has segments over each other', map(1, 4, 0, 0, 4, 0, 0, 0, 9, 9, 0, 1, 5, 0, 0, 0, 0)],
  ])('are not read from a table that %s', (_what, cmap) => {
    expect(coverageOf(cmap)).toBeUndefined()
  })
})

describe('an uploaded font', () => {
  test('gives its family, style and characters', () => {
    expect(readUploadedFont(smallFont({ selection: 0x21 }))).toEqual({
      family: 'Boxes',
      names: ['Boxes'],
      style: 'bold_italic',
      coverage: '20-7e',
    })
  })

  test.each(['', '../Boxes', 'a/b', 'a;b', 'a\u0000b', '.hidden', '<b>', 'x'.repeat(81)])(
    'with the family name %j is refused',
    (family) => expect(readUploadedFont(smallFont({ family }))).toBe('no_family'),
  )
})

/** The package after the check, as a draft. */
const draftOf = (docx: Uint8Array): DocumentDraft =>
  new DocumentDraft(
    new Map([...lintDocx(docx).parts].map(([name, bytes]) => [name, new DocxPart(bytes)])),
  )
const text = (draft: DocumentDraft, name: string): string => draft.files[name]?.asText() ?? ''

describe('a document that names a font of the account', () => {
  test.each([
    ['has no font table', docxOf({ body: '<w:p/>' })],
    ['has one without the family', docxWithFont(Buffer.from('none'), { declared: 'Other' })],
    ['has one with the family', docxWithFont(Buffer.from('none'), { declared: 'boxes' })],
  ])('gets it where it %s', (_what, docx) => {
    const draft = draftOf(docx)
    expect(bringOwnFonts(draft, [boxes], ['Arial', 'boxes'])).toEqual(new Set(['boxes']))
    const cleaned = draft.pack(0)
    // what the check of embedded fonts reads of the result
    const again = openTemplate(cleaned)
    expect(again.embedsFonts).toBe(true)
    const table = text(draft, 'word/fontTable.xml')
    expect(table.match(/<w:embedBold /g)).toHaveLength(1)
    expect(table.match(/w:name="boxes"/g)).toHaveLength(1)
  })

  test('gets none that it does not name, and none that was deleted meanwhile', () => {
    const draft = draftOf(docxOf({ body: '<w:p/>' }))
    expect(bringOwnFonts(draft, [boxes], ['Arial']).size).toBe(0)
    const gone = { ...boxes, file: join(folder, 'gone.ttf') }
    expect(bringOwnFonts(draft, [gone], ['Boxes']).size).toBe(0)
    expect(draft.files['word/fontTable.xml']).toBeUndefined()
  })

  test('is not warned of the characters that the font has', () => {
    const body =
      '<w:p><w:r><w:rPr><w:rFonts w:eastAsia="Boxes"/></w:rPr><w:t>漢字 Ω</w:t></w:r></w:p>'
    const template = openTemplate(docxOf({ body }))
    const glyphs = glyphBits(['20-7e'])
    const missing = (own: readonly (typeof boxes | { coverage: string })[]) =>
      template
        .missingGlyphs(
          glyphs,
          undefined,
          own.map((font) => ({ ...boxes, ...font })),
        )
        .map(({ text: characters }) => characters)
    expect(missing([])).toEqual(['漢字Ω'])
    expect(missing([{ coverage: '4e00-9fff' }])).toEqual(['Ω'])
  })
})
