/** Runs a new merge worker through all its code once, so that its first caller does not wait. */
import { mergeDocx } from './merge.ts'
import { packDocx } from './package/zip-parts.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Merges needed until the engine's hot functions are compiled. */
const ROUNDS = 5

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`

/** @param turn makes each template different, so that none comes from the cache */
function smallTemplate(round: number): Uint8Array {
  const texts = ['{#items}', '{day | date:"long"} {amount | currency:"EUR"}', '{:else}', '–', '{/}']
  const row = `<w:tr>${cell('{#items}{amount * 2 | number:2}')}${cell('{/}')}</w:tr>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${texts.map(paragraph).join('')}<w:tbl>${row}</w:tbl>${paragraph(`${round} {items | sum:"amount"}`)}${paragraph('{%text | qr | size:"2cm"}')}${paragraph('{~text | html}')}${paragraph('{~text | markdown}')}<w:sectPr/></w:body></w:document>`,
  }
  return packDocx(new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])))
}

/** Merges small templates one after the other. */
export function warmUp(): null {
  const items = Array.from({ length: 10 }, () => ({ day: '2026-01-31', amount: '12.50' }))
  for (let round = 0; round < ROUNDS; round++) {
    mergeDocx({
      template: smallTemplate(round),
      data: { items, text: '<b>x</b> https://example.com/' },
      locale: round % 2 === 0 ? 'fr-FR' : 'en-GB',
      timezone: 'Europe/Paris',
      missing: 'error',
      pictures: new Map(),
    })
  }
  return null
}
