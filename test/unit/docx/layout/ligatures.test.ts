import { expect, it } from 'vitest'
import type { OwnFont } from '../../../../src/docx/embedded-fonts/own-fonts.ts'
import { openTemplate } from '../../../../src/docx/engine/template-cache.ts'
import { separateLetters } from '../../../../src/docx/layout/ligatures.ts'
import { makeDocx } from '../../../../src/office/sample.ts'

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const FONT = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>'
const BODY = `<w:p><w:r><w:rPr>${FONT}</w:rPr><w:t>named "Calibri"</w:t></w:r></w:p><w:sectPr/>`
const styles = (more: string): string =>
  `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr>${FONT}${more}</w:rPr></w:rPrDefault></w:docDefaults></w:styles>`
/** A font whose file is gone: the document is laid out as if it were there. */
const OWN = { names: ['calibri'], style: 'regular', coverage: '', file: '/none' } as const
const cleaned = (stylesText: string, own: readonly OwnFont[]): string => {
  const relationships = [{ id: 'rId1', type: 'styles', target: 'styles.xml' }]
  const docx = makeDocx(BODY, relationships, { 'word/styles.xml': stylesText })
  return Buffer.from(openTemplate(docx).cleaned({ own }).docx).toString('latin1')
}

it('switches ligatures off wherever a run or the theme names the font', () => {
  expect(separateLetters(FONT)).toBe(
    '<w:rFonts w:ascii="Calibri:-liga" w:hAnsi="Calibri:-liga" w:cs="Calibri"/>',
  )
  expect(separateLetters('<a:latin typeface="Calibri" panose="02"/>')).toBe(
    '<a:latin typeface="Calibri:-liga" panose="02"/>',
  )
  for (const other of ['<w:t>"Calibri"</w:t>', '<w:rFonts w:ascii="Calibri Light"/>'])
    expect(separateLetters(other)).toBe(other)
})

it('does so only where the account has a Calibri of its own', () => {
  expect(cleaned(styles(''), [OWN]).match(/Calibri:-liga/g)).toHaveLength(4)
  expect(cleaned(styles(''), [])).not.toContain('-liga')
})

it('keeps the ligatures that the styles of a document ask for', () => {
  const ligatures = (value: string): string => `<w14:ligatures w14:val="${value}"/>`
  expect(cleaned(styles(ligatures('none')), [OWN])).toContain('-liga')
  expect(cleaned(styles(ligatures('standardContextual')), [OWN])).not.toContain('-liga')
})
