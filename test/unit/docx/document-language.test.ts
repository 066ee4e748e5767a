import { describe, expect, test } from 'vitest'
import { p, partXml } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'

const STYLES = 'word/styles.xml'
const defaults = (run: string): string =>
  `<w:docDefaults><w:rPrDefault>${run}</w:rPrDefault><w:pPrDefault/></w:docDefaults>`

/** What becomes of `word/styles.xml` with the given content. */
const written = (styles: string, options: Parameters<typeof merge>[3]): string =>
  partXml(merge([p('{a}')], { a: 1 }, { styles }, options).docx, STYLES)

describe('a locale that was asked for', () => {
  test('becomes the language of the document', () => {
    const styles = defaults(
      '<w:rPr><w:lang w:val="fr-FR" w:eastAsia="zh-CN" w:bidi="ar-SA"/></w:rPr>',
    )
    expect(written(styles, { language: 'de-DE' })).toContain(
      '<w:lang w:val="de-DE" w:eastAsia="zh-CN" w:bidi="ar-SA"/>',
    )
    expect(written(styles, { language: 'ja' })).toContain('w:eastAsia="ja"')
    expect(written(styles, { language: 'ar-EG-u-nu-latn' })).toContain('w:bidi="ar-EG"')
  })
  test.each([
    ['no defaults', ''],
    ['empty defaults', '<w:docDefaults/>'],
    ['defaults without run properties', defaults('')],
    ['an empty run default', '<w:docDefaults><w:rPrDefault/></w:docDefaults>'],
    ['run properties without a language', defaults('<w:rPr><w:sz w:val="22"/></w:rPr>')],
  ])('is written where the template has %s', (_name, styles) => {
    const xml = written(styles, { language: 'en-GB' })
    expect(xml.match(/<w:docDefaults>.*<w:lang w:val="en-GB"\/><\/w:rPr>/)).not.toBeNull()
  })
  test('leaves passages of another language theirs', () => {
    const styles = `${defaults('<w:rPr><w:lang w:val="fr-FR"/></w:rPr>')}<w:style w:type="character" w:styleId="Q"><w:rPr><w:lang w:val="la"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="N"><w:rPr><w:lang w:val="fr-FR"/></w:rPr></w:style>`
    const xml = written(styles, { language: 'en-GB' })
    expect([...xml.matchAll(/w:lang w:val="([^"]*)"/g)].map(([, tag]) => tag)).toEqual([
      'en-GB',
      'la',
      'en-GB',
    ])
  })
})

describe('without one', () => {
  test('the language of the template is used', () => {
    const styles = defaults('<w:rPr><w:lang w:val="en-US"/></w:rPr>')
    expect(written(styles, {})).toContain('<w:lang w:val="en-US"/>')
  })
  test('a template that states none gets the one its numbers are written in', () => {
    expect(written(defaults(''), {})).toContain('<w:lang w:val="fr-FR"/>')
  })
})
