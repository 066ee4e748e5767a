import { describe, expect, test } from 'vitest'
import { mergeDocx } from '../../../src/docx/merge.ts'
import { docx, paragraph, partXml, run, texts } from '../../support/docx-builder.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const commented = paragraph(
  `<w:commentRangeStart w:id="0"/>${run('Dear {name}')}<w:commentRangeEnd w:id="0"></w:commentRangeEnd><w:r><w:commentReference w:id="0"/></w:r>`,
)
const template = docx([commented], {
  extra: {
    'word/comments.xml': `<w:comments xmlns:w="${W}"><w:comment w:id="0" w:author="A"><w:p/></w:comment></w:comments>`,
  },
})
// The check keeps only what relationships lead to.
const merge = (comments?: 'keep' | 'drop') => {
  const rels = partXml(template, 'word/_rels/document.xml.rels').replace(
    '</Relationships>',
    '<Relationship Id="rIdC" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/></Relationships>',
  )
  return mergeDocx({
    template: docx([commented], {
      extra: {
        'word/comments.xml': partXml(template, 'word/comments.xml'),
        'word/_rels/document.xml.rels': rels,
      },
    }),
    data: { name: 'Ada' },
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    missing: 'error',
    pictures: new Map(),
    ...(comments && { comments }),
  }).docx
}

describe('comments of a template', () => {
  test('stay in a document that is delivered as Word file', () => {
    expect(partXml(merge()).match(/<w:comment/g)).toHaveLength(3)
  })
  test('are out of one that becomes a PDF, and the text stays', () => {
    const merged = merge('drop')
    expect(partXml(merged)).not.toContain('comment')
    expect(texts(merged)).toEqual(['Dear Ada'])
  })
})
