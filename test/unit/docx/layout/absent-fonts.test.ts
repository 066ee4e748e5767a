/** What a document's font table says of families that are not there decides what is drawn. */

import { expect, it } from 'vitest'
import { openTemplate } from '../../../../src/docx/engine/template-cache.ts'
import { makeDocx } from '../../../../src/office/sample.ts'
import { partXml } from '../../../support/docx-builder.ts'

const KNOWN = '\narial\narial narrow\ntimes new roman\ncourier new\ncambria\n'
const font = (name: string, ...said: Array<[string, string]>): string =>
  `<w:font w:name="${name}">${said.map(([what, value]) => `<w:${what} w:val="${value}"/>`).join('')}</w:font>`

function drawn(name: string, ...said: Array<[string, string]>) {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const text = `<w:p><w:r><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}"/></w:rPr><w:t>Text</w:t></w:r></w:p><w:sectPr/>`
  const docx = makeDocx(text, [{ id: 'rId1', type: 'fontTable', target: 'fontTable.xml' }], {
    'word/fontTable.xml': `<w:fonts ${W}>${font('Other')}${font(name, ...said)}</w:fonts>`,
  })
  const { docx: made, substitutes } = openTemplate(docx).cleaned({ families: KNOWN })
  const xml = partXml(made)
  return [
    substitutes[0]?.[1],
    /w:ascii="([^"]*)"/.exec(xml)?.[1],
    /w:hAnsi="([^"]*)"/.exec(xml)?.[1],
  ]
}
const as = (other: string) => [other, other, other]

it.each([
  [
    'another name before all else',
    'Serif Pro',
    'Cambria',
    [
      ['altName', 'Nowhere,Cambria'],
      ['panose1', '020B0604020202020204'],
    ],
  ],
  [
    'PANOSE without serifs',
    'Brandon',
    'Arial',
    [
      ['panose1', '020B0604020202020204'],
      ['family', 'roman'],
    ],
  ],
  [
    'PANOSE with serifs',
    'Sentinel',
    'Times New Roman',
    [
      ['panose1', '02040503050406030204'],
      ['family', 'auto'],
    ],
  ],
  [
    'PANOSE of one width',
    'Operator',
    'Courier New',
    [
      ['panose1', '020B0609020202020204'],
      ['pitch', 'fixed'],
    ],
  ],
  [
    'the kind where PANOSE says nothing',
    'Gotham',
    'Arial',
    [
      ['panose1', '00000000000000000000'],
      ['family', 'swiss'],
    ],
  ],
  [
    'the kind roman',
    'Mercury',
    'Times New Roman',
    [
      ['family', 'roman'],
      ['pitch', 'default'],
    ],
  ],
  [
    'the kind modern',
    'Input',
    'Courier New',
    [
      ['family', 'modern'],
      ['pitch', 'fixed'],
    ],
  ],
  ['a narrow name', 'Gotham Cond', 'Arial Narrow', [['family', 'swiss']]],
] as Array<[string, string, string, Array<[string, string]>]>)('%s', (_, name, other, said) => {
  expect(drawn(name, ...said)).toEqual(as(other))
})

it('leaves what is there, what nothing is said of, and East Asian families', () => {
  for (const [name, ...said] of [
    ['Cambria', ['family', 'swiss']],
    ['arial;Nowhere', ['family', 'roman']],
    ['Unheard', ['family', 'auto']],
    ['MS Mincho', ['panose1', '02020609040205080304'], ['charset', '80']],
  ] as Array<[string, ...Array<[string, string]>]>)
    expect(drawn(name, ...said)).toEqual([undefined, name, name])
})
