import { describe, expect, test } from 'vitest'
import { makeDocx } from '../../src/office/sample.ts'
import { letter, textParagraph } from './office-documents.ts'
import { failure, openOffice, pause, pdfText } from './office-fixture.ts'

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('a converted document', () => {
  test('is of the kind asked for and says so', async () => {
    const office = await openOffice()
    const docx = letter()
    const marks = {
      pdf: /^%PDF-1\.[67]/,
      'pdfa-2b': /pdfaid:part>2<[\s\S]*pdfaid:conformance>B</,
      'pdfa-3b': /pdfaid:part>3<[\s\S]*pdfaid:conformance>B</,
      pdfua: /pdfuaid:part>1</,
    } as const
    for (const [kind, mark] of Object.entries(marks)) {
      const { pdf } = await office.convert({ docx, kind: kind as keyof typeof marks })
      expect(latin1(pdf), kind).toMatch(mark)
      expect(latin1(pdf), `${kind} is tagged`).toMatch(/\/StructTreeRoot/)
      expect(pdfText(pdf)).toContain('Bonjour')
    }
  })

  test('carries the watermark on every page and none when there is none', async () => {
    const office = await openOffice()
    const docx = makeDocx(
      `${textParagraph('one')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${textParagraph('two')}`,
    )
    const marked = await office.convert({ docx, kind: 'pdf', watermark: 'BROUILLON' })
    expect(pdfText(marked.pdf).match(/BROUILLON/g)).toHaveLength(2)
    const plain = await office.convert({ docx, kind: 'pdf' })
    expect(pdfText(plain.pdf)).not.toContain('BROUILLON')
  })

  test('may have comments: they are left out and LibreOffice does not crash on them', async () => {
    const office = await openOffice()
    const comment = '<w:p><w:r><w:t>seen by nobody</w:t></w:r></w:p>'
    const docx = makeDocx(
      `${textParagraph('before')}<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>remarkable</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
      [{ id: 'rId1', type: 'comments', target: 'comments.xml' }],
      {
        'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="A">${comment}</w:comment></w:comments>`,
      },
    )
    for (let n = 0; n < 2; n++) {
      const text = pdfText((await office.convert({ docx, kind: 'pdf' })).pdf)
      expect(text).toContain('remarkable')
      expect(text).not.toContain('nobody')
    }
    await pause(200)
    expect(office.status().counters).toMatchObject({ crashed: 0, lost: 0 })
  })

  test('holds nothing of the document before it', async () => {
    const office = await openOffice()
    await office.convert({ docx: letter('first secret'), kind: 'pdf' })
    const { pdf } = await office.convert({ docx: letter('second'), kind: 'pdf' })
    expect(pdfText(pdf).trim()).toBe('second')
  })
})

describe('what is no Word document', () => {
  test.each([
    ['an empty file', new Uint8Array()],
    ['random bytes', Buffer.from('Ph\u0001\u0002 not a zip at all')],
    ['HTML', Buffer.from('<html><img src="http://127.0.0.1:9/a.png"></html>')],
    ['a cut-off file', letter().subarray(0, 600)],
    ['a zip without parts', Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`)],
    ['XML that ends early', makeDocx('<w:p><w:r>').slice()],
  ])('%s is refused and the next document is served', async (_, docx) => {
    const office = await openOffice()
    expect(await failure(office.convert({ docx, kind: 'pdf' }))).toMatchObject({
      code: 'render_failed',
    })
    expect(pdfText((await office.convert({ docx: letter(), kind: 'pdf' })).pdf)).toContain(
      'Bonjour',
    )
    expect(office.status().counters.lost).toBe(0)
  })
})
