import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { MachineFonts } from '../../src/office/installed-fonts.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { openOffice } from './office-fixture.ts'

const ALIKE: readonly (readonly [family: string, drawn: string])[] = [
  ['Helvetica Neue', 'Liberation Sans'],
  ['Proxima Nova', 'Paraph Sans T'],
  ['Avenir Next', 'Paraph Sans G'],
  ['Corbel', 'Paraph Sans C'],
  ['Constantia', 'Paraph Serif C'],
  ['CMU Serif Roman', 'Liberation Serif'],
  ['Fira Code', 'Liberation Mono'],
]

test('a family that is not there is drawn with one that looks like it, and the warning names it', async () => {
  const office = await openOffice()
  const body = ALIKE.map(
    ([family]) =>
      `<w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}"/></w:rPr><w:t>${family}</w:t></w:r></w:p>`,
  )
  const { pdf } = await office.convert({ docx: makeDocx(body.join('')), kind: 'pdf' })
  const drawn = execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' })
  const warnings = await new MachineFonts().replaced(ALIKE.map(([family]) => family))
  for (const [family, by] of ALIKE) {
    expect(drawn).toContain(`+${by.replaceAll(' ', '')}`)
    expect(warnings).toContainEqual({ code: 'font_replaced', text: family, by })
  }
})
