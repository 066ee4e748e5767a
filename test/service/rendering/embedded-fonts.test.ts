/** Fonts that a document brings are used for it, and for no other document. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docxWithFont, smallFont } from '../../support/small-font.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

/** Names of the fonts in the PDF of a document, and the codes of its warnings. */
async function fontsIn(bytes: Uint8Array): Promise<{ fonts: string; warnings: string }> {
  const answer = await service.call('POST', '/render', {
    key,
    form: [['template', { filename: 'a.docx', bytes }]],
  })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  const fonts = execFileSync('pdffonts', ['-'], { input: answer.bytes, encoding: 'utf8' })
  return { fonts, warnings: String(answer.headers['paraph-warnings'] ?? '') }
}

test('a font that the document brings is used; the next document of that family does not get it', async () => {
  const brought = docxWithFont(smallFont(), { text: 'First' })
  const named = docxWithFont(Buffer.from('no font at all'), { text: 'Second' })
  expect((await fontsIn(brought)).fonts).toContain('+Boxes')
  const second = await fontsIn(named)
  expect(second.fonts).not.toContain('Boxes')
  expect(second.warnings).toContain('embedded_font_ignored')
  expect((await fontsIn(brought)).fonts).toContain('+Boxes')
})

test('a font whose maker allows viewing and printing only is used', async () => {
  const { fonts } = await fontsIn(docxWithFont(smallFont({ usage: 4 })))
  expect(fonts).toContain('+Boxes')
})

test('a font that claims another family does not become that one', async () => {
  const claimed = docxWithFont(smallFont({ family: 'Boxes' }), { declared: 'Arial' })
  const { fonts, warnings } = await fontsIn(claimed)
  expect(fonts).not.toContain('Boxes')
  expect(warnings).toContain('embedded_font_ignored')
  const real = docxWithFont(smallFont({ family: 'Arial', usage: 2 }), { declared: 'Arial' })
  expect((await fontsIn(real)).fonts).toContain('Liberation')
})
