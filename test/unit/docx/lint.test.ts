/** The upload check against hostile, odd and real templates. */
import { describe, expect, test } from 'vitest'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { packDocx, toPizZip } from '../../../src/docx/package/zip-parts.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import {
  DOCUMENT_TYPE,
  documentXml,
  docxEntries,
  docxOf,
  fieldXml,
  PNG_PIXEL,
  paragraph,
  pictureXml,
} from '../../support/docx-package.ts'
import { CLEANED_DOCX, HOSTILE_DOCX, HOSTILE_TAGS } from '../../support/hostile-docx.ts'
import { zipOf } from '../../support/zip-builder.ts'

function refusal(bytes: Uint8Array): CodedError {
  try {
    lintDocx(bytes)
  } catch (error) {
    if (error instanceof CodedError) return error
    throw error
  }
  throw new Error('the template was accepted')
}

const textOf = (parts: ReadonlyMap<string, Uint8Array>): string =>
  [...parts].map(([name, bytes]) => name + Buffer.from(bytes).toString('utf8')).join('\n')

describe('a hostile template', () => {
  test.each(HOSTILE_DOCX.map((hostile) => [`${hostile.id} ${hostile.name}`, hostile] as const))(
    '%s is refused with its own finding within a second of work',
    (_, hostile) => {
      const bytes = hostile.bytes()
      const start = process.cpuUsage()
      const error = refusal(bytes)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(1000)
      expect(error.errors.map((finding) => finding.code)).toContain(hostile.finding)
      expect(error.code).toBe(hostile.code)
      for (const finding of error.errors) {
        expect(finding.detail).toMatch(/\S.*\.$|DOCTYPE/s)
        expect(finding.fix).toBeTruthy()
      }
    },
  )

  test('a document of 400,000 elements names the part that is too large, also when another one passes the limit', () => {
    const cells = Array.from({ length: 199_990 }, (_, index) => `<w:r w:a="${index}"/>`).join('')
    const styles = Array.from({ length: 110_000 }, (_, index) => `<w:style w:a="${index}"/>`)
    const rels = [{ id: 'rId7', type: 'styles', target: 'styles.xml' }]
    const files = { 'word/styles.xml': `<w:styles xmlns:w="x">${styles.join('')}</w:styles>` }
    for (const body of [`<w:p>${cells}</w:p>`, `<w:p>${cells}${cells}</w:p>`]) {
      const [finding, ...others] = refusal(docxOf({ body, rels, files })).errors
      expect(others).toEqual([])
      expect(finding).toMatchObject({ code: 'too_many_elements', part: 'word/document.xml' })
      expect(finding?.detail).toMatch(
        /largest part is word\/document\.xml, with \d{6} XML elements/,
      )
    }
  })

  test('reports every finding at once, with the part and the relationship', () => {
    const bytes = docxOf({
      body: fieldXml([' DDE a b ']) + pictureXml('rId7', 'link'),
      rels: [
        { id: 'rId7', type: 'vbaProject', target: 'a.bin' },
        { id: 'rId8', type: 'attachedToolbars', target: 'b.bin' },
      ],
    })
    const { errors, code, message } = refusal(bytes)
    expect(code).toBe('template_unsafe')
    expect(errors.map(({ code, part, tag }) => [code, part, tag])).toEqual([
      ['macro', 'word/_rels/document.xml.rels', 'rId7'],
      ['macro', 'word/_rels/document.xml.rels', 'rId8'],
      ['forbidden_field', 'word/document.xml', 'DDE a b'],
    ])
    expect(message).toContain('2 more')
  })

  test('is inflated only when its directory is sound', () => {
    const bomb = HOSTILE_DOCX.find((hostile) => hostile.name.includes('1.5 GiB'))
    const bytes = bomb?.bytes() ?? Buffer.alloc(0)
    const before = process.memoryUsage().rss
    refusal(bytes)
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('a template that holds something needless', () => {
  test.each(CLEANED_DOCX.map((cleaned) => [cleaned.name, cleaned] as const))(
    '%s is accepted without it',
    (_, cleaned) => {
      const before = cleaned.bytes()
      const { parts, mainPart, losses } = lintDocx(before)
      const text = textOf(parts)
      for (const gone of cleaned.gone) expect(text).not.toContain(gone)
      expect(mainPart).toBe('word/document.xml')
      expect([...new Set(losses.map(({ code }) => code))]).toEqual(
        cleaned.warning === undefined ? [] : [cleaned.warning],
      )
      const again = lintDocx(packDocx(parts))
      expect([again.warnings, again.losses]).toEqual([[], []])
    },
  )

  test('says what was left out', () => {
    const template = CLEANED_DOCX.find((cleaned) => cleaned.name.includes('made from'))
    const { warnings } = lintDocx(template?.bytes() ?? Buffer.alloc(0))
    expect(warnings.map(({ part, tag }) => [part, tag])).toEqual([
      ['word/_rels/settings.xml.rels', 'rId1'],
    ])
  })
})

describe('a sound template', () => {
  test.each(HOSTILE_TAGS.map((hostile) => [`${hostile.id} ${hostile.name}`, hostile] as const))(
    '%s passes: its tags are the merge’s business',
    (_, hostile) => {
      expect(lintDocx(hostile.bytes()).mainPart).toBe('word/document.xml')
    },
  )

  test.each([
    ['a web link', 'https://example.com/?a=1&b=2'],
    ['a mail link', 'mailto:a@example.com'],
    ['a telephone link', 'tel:+33102030405'],
    ['a link whose address is a tag', '%7B%7BlinkUrl%7D%7D'],
    ['a relative link', 'other.docx'],
  ])('may hold %s', (_, target) => {
    const rel = { id: 'rId7', type: 'hyperlink', target, mode: 'External' } as const
    const { parts, warnings } = lintDocx(docxOf({ rels: [rel] }))
    expect(textOf(parts)).toContain('rId7')
    expect(warnings).toEqual([])
  })

  test.each([
    ' PAGE ',
    ' MERGEFIELD name ',
    ' TOC \\o "1-3" ',
    ' HYPERLINK "https://a.example" ',
    ' HYPERLINK \\l "mark" ',
  ])('may hold the field %s', (command) => {
    expect(lintDocx(docxOf({ body: fieldXml([command]) })).parts.size).toBe(4)
  })

  test('may hold a field that text about forbidden fields follows', () => {
    const body = fieldXml([' PAGE ']) + paragraph('INCLUDETEXT is a field, so is DDE')
    expect(lintDocx(docxOf({ body })).parts.size).toBe(4)
  })

  test('may hold 16 nested tables but not 17', () => {
    const nested = (depth: number) =>
      docxOf({
        body: `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`,
      })
    expect(lintDocx(nested(16)).parts.size).toBe(4)
    expect(refusal(nested(17)).code).toBe('template_too_complex')
  })

  test('may hold a chart with its workbook', () => {
    const chart = 'word/charts/chart1.xml'
    const bytes = docxOf({
      rels: [{ id: 'rId7', type: 'chart', target: 'charts/chart1.xml' }],
      files: {
        [chart]:
          '<c:chartSpace xmlns:c="c" xmlns:r="r"><c:externalData r:id="rId1"/></c:chartSpace>',
        'word/charts/_rels/chart1.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package" Target="../embeddings/a.xlsx"/></Relationships>',
        'word/embeddings/a.xlsx': zipOf([{ name: 'a', content: 'b' }]),
      },
      types: { [chart]: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml' },
    })
    expect([...lintDocx(bytes).parts.keys()]).toContain('word/embeddings/a.xlsx')
  })

  test('in UTF-16 or with a byte order mark comes out as plain UTF-8', () => {
    const xml = documentXml(paragraph('Été à Łódź'))
    const wide = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const marked = Buffer.from(`\ufeff${xml}`, 'utf8')
    for (const document of [wide, marked]) {
      const { parts } = lintDocx(docxOf({ document }))
      expect(Buffer.from(parts.get('word/document.xml') ?? []).toString('utf8')).toBe(xml)
    }
  })

  test('may be a .dotx and comes out as a .docx', () => {
    const { parts } = lintDocx(
      docxOf({ mainType: DOCUMENT_TYPE.replace('document.main', 'template.main') }),
    )
    const types = Buffer.from(parts.get('[Content_Types].xml') ?? []).toString('utf8')
    expect(types).toContain(DOCUMENT_TYPE)
    expect(types).not.toContain('template.main')
  })

  test('may be streamed: sizes after the data, zip64 fields that are correct', () => {
    const entries = docxEntries().map((entry) => ({ ...entry, flags: 8, localSize: 0 }))
    expect(lintDocx(zipOf(entries)).parts.size).toBe(4)
    const content = Buffer.from(documentXml(''))
    const wide = docxEntries().map((entry) =>
      entry.name === 'word/document.xml'
        ? { ...entry, content, zip64Size: BigInt(content.length) }
        : entry,
    )
    expect(lintDocx(zipOf(wide)).parts.size).toBe(4)
  })

  test('is written byte for byte the same each time and read back unchanged', () => {
    const { parts } = lintDocx(
      docxOf({
        body: pictureXml('rId7'),
        rels: [{ id: 'rId7', type: 'image', target: 'media/é.png' }],
        files: { 'word/media/é.png': PNG_PIXEL },
      }),
    )
    const packed = packDocx(parts)
    expect(packDocx(parts)).toEqual(packed)
    expect(lintDocx(packed).parts).toEqual(parts)
    const zip = toPizZip(parts)
    for (const [name, bytes] of parts)
      expect(Buffer.from(zip.file(name)?.asUint8Array() ?? []).equals(bytes)).toBe(true)
  })
})
