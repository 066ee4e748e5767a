import { describe, expect, test } from 'vitest'
import { p, partXml } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'

const metadata = { title: 'Facture <1> & "2"', author: 'Ada', subject: 'S', keywords: 'a, b' }

describe('metadata', () => {
  test('replaces what the template has and escapes it', () => {
    const { docx } = merge([p('x')], {}, { title: 'old {a}' }, { metadata, missing: 'blank' })
    const core = partXml(docx, 'docProps/core.xml')
    expect(core).toContain('<dc:title>Facture &lt;1&gt; &amp; &quot;2&quot;</dc:title>')
    expect(core).toContain('<dc:creator>Ada</dc:creator>')
    expect(core).toContain('<cp:keywords>a, b</cp:keywords>')
    expect(core.match(/<dc:title>/g)).toHaveLength(1)
  })
  test('is created with its part, type and relationship when the template has none', () => {
    const { docx } = merge([p('x')], {}, { noProperties: true }, { metadata })
    expect(partXml(docx, 'docProps/core.xml')).toContain('<dc:subject>S</dc:subject>')
    expect(partXml(docx, '[Content_Types].xml')).toContain('PartName="/docProps/core.xml"')
    expect(partXml(docx, '_rels/.rels')).toContain('Target="docProps/core.xml"')
  })
  test('leaves out what is not given', () => {
    const { docx } = merge([p('x')], {}, { title: 'kept' }, { metadata: { author: 'Ada' } })
    expect(partXml(docx, 'docProps/core.xml')).toContain('<dc:title>kept</dc:title>')
  })
  test.each(['', '  '])(
    'a title of "%s" is none, so the name of the template is taken',
    (title) => {
      const { docx } = merge([p('x')], {}, { title }, { metadata: { untitled: 'letter' } })
      expect(partXml(docx, 'docProps/core.xml')).toContain('<dc:title>letter</dc:title>')
    },
  )
})
