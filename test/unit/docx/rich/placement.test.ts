import { describe, expect, test } from 'vitest'
import {
  contextOf,
  failureOf,
  makeDocx,
  makePng,
  p,
  render,
  SECTION,
  type Template,
  xmlOf,
} from './fixture.ts'
import { all, type Node, parseXml, problemsOf, textOf } from './xml-check.ts'

const MM = 36_000
const context = contextOf({
  logo: makePng(200, 100),
  big: makePng(3_000, 300),
  tall: makePng(10, 4_000),
})
const data = { pic: 'logo', big: 'big', tall: 'tall', on: true, off: false, items: [1, 2, 3] }

/** Renders and checks every part of the result for damage. */
function checked(template: Template, values: unknown = data, missing = '') {
  const zip = render(template, values, { context, missing })
  const parts = Object.keys(zip.files).filter((name) => /\.(xml|rels)$/.test(name))
  for (const name of parts)
    expect([name, problemsOf(parseXml(xmlOf(zip, name)))]).toEqual([name, []])
  return { zip, root: (part = 'word/document.xml'): Node => parseXml(xmlOf(zip, part)) }
}
const extents = (root: Node): number[][] =>
  all(root, 'wp:extent').map(({ attributes }) => [Number(attributes.cx), Number(attributes.cy)])
const millimetres = (root: Node): number[][] =>
  extents(root).map((pair) => pair.map((emu) => Math.round((emu / MM) * 10) / 10))
const relationsOf = (root: Node): Record<string, string>[] =>
  all(root, 'Relationship').map(({ attributes }) => attributes)
const cell = (width: number, inner: string, type = 'dxa'): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="${type}"/></w:tcPr>${inner}</w:tc>`
const table = (rows: string, grid = '<w:gridCol w:w="3000"/><w:gridCol w:w="1500"/>'): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl>`

describe('where a picture is placed', () => {
  test('in a sentence it stays in the run, at its natural size', () => {
    const { root } = checked({ body: p('a {%pic} b', '<w:b/>') })
    const [run] = all(root(), 'w:r')
    expect(run!.children.map(({ name }) => name)).toEqual(['w:rPr', 'w:t', 'w:drawing', 'w:t'])
    expect(extents(root())).toEqual([[200 * 9_525, 100 * 9_525]])
  })

  test.each([
    ['size:"4cm"', [40, 20]],
    ['size:"":"1cm"', [20, 10]],
    ['size:"4cm":"4cm"', [40, 20]],
    ['size:"4cm":"4cm" | fit:"stretch"', [40, 40]],
    ['size:"4cm":"4cm" | fit:"cover"', [40, 40]],
    ['size:"50%"', [80, 40]],
    ['size:"1in"', [25.4, 12.7]],
  ])('%s gives %j mm', (filter, size) => {
    const { root } = checked({ body: p(`{%pic | ${filter}}`) })
    expect(millimetres(root())).toEqual([size])
  })

  test('fit:"cover" cuts the longer side evenly', () => {
    const { root } = checked({ body: p('{%pic | size:"4cm":"4cm" | fit:"cover"}') })
    expect(all(root(), 'a:srcRect')[0]!.attributes).toEqual({
      l: '25000',
      t: '0',
      r: '25000',
      b: '0',
    })
  })

  test('a picture wider than the text is shrunk to its width, a taller one to its height', () => {
    const { root } = checked({ body: p('{%big}') + p('{%tall}') })
    const [wide, tall] = millimetres(root())
    expect(wide).toEqual([160, 16])
    expect(tall![1]).toBeLessThanOrEqual(248)
  })

  test('two columns, indents, a landscape section and a cell each have their own width', () => {
    const landscape = SECTION.replace('w:w="11906" w:h="16838"', 'w:w="16838" w:h="11906"')
    const ends = `<w:p><w:pPr><w:sectPr>${landscape}</w:sectPr></w:pPr></w:p>`
    const { root } = checked({
      body:
        p('{%big}') +
        ends +
        p('{%big}') +
        p('{%big}', '', '<w:ind w:left="1134"/>') +
        table(`<w:tr>${cell(3_000, p('{%big}'))}${cell(0, p('{%big}'), 'auto')}</w:tr>`) +
        p('end'),
      section: `${SECTION}<w:cols w:num="2" w:space="708"/>`,
    })
    const widths = millimetres(root()).map(([width]) => width)
    expect(widths).toEqual([247, 73.8, 53.8, 49.1, 22.6])
  })

  test('a text box limits its pictures', () => {
    const box = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="1800000" cy="900000"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:docPr id="1" name="Box"/><wp:cNvGraphicFramePr/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx><w:txbxContent>${p('{%%big}')}${p('{%pic}')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const { root } = checked({ body: box + p('{%pic}') })
    expect(extents(root()).map(([width]) => width)).toEqual([
      1_800_000, 1_617_120, 1_617_120, 1_905_000,
    ])
    expect(all(root(), 'wp:docPr').map(({ attributes }) => attributes.id)).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
  })

  test('{%%…} alone becomes a centred paragraph that keeps the properties of its own', () => {
    const { root } = checked({ body: p('{%%pic}', '', '<w:keepNext/><w:spacing w:after="60"/>') })
    const properties = all(root(), 'w:pPr')[0]!
    expect(properties.children.map(({ name }) => name)).toEqual(['w:keepNext', 'w:spacing', 'w:jc'])
    expect(all(root(), 'w:p')).toHaveLength(1)
  })

  test('{%%…} among text stays in the line', () => {
    const { root } = checked({ body: p('see {%%pic}') })
    expect(all(root(), 'w:jc')).toHaveLength(0)
    expect(all(root(), 'w:drawing')).toHaveLength(1)
  })

  test('a false condition around it leaves no empty paragraph', () => {
    const { root } = checked({ body: p('{#off}{%%pic}{/off}') + p('after') })
    expect(all(root(), 'w:p')).toHaveLength(1)
  })

  test('a bookmark around a lifted paragraph survives', () => {
    const marked = p('{%%pic}').replace('<w:r>', '<w:bookmarkStart w:id="0" w:name="x"/><w:r>')
    const { root } = checked({
      body: `${marked}${p('b').replace('</w:p>', '<w:bookmarkEnd w:id="0"/></w:p>')}`,
    })
    expect(all(root(), 'w:bookmarkStart')).toHaveLength(1)
  })

  test('the paragraph that ends a section stays when its tag is lifted', () => {
    const { root } = checked({ body: p('{%%pic}', '', `<w:sectPr>${SECTION}</w:sectPr>`) + p('b') })
    expect(all(root(), 'w:sectPr')).toHaveLength(2)
    expect(all(root(), 'w:drawing')).toHaveLength(1)
  })

  test('a tag that Word split over runs is still one picture', () => {
    const { root } = checked({
      body: '<w:p><w:r><w:t>a {</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>%pi</w:t></w:r><w:r><w:t>c} b</w:t></w:r></w:p>',
    })
    expect(all(root(), 'w:drawing')).toHaveLength(1)
  })
})

describe('what a picture adds to the package', () => {
  const everywhere = checked({
    body:
      p('{%pic}{%pic}') +
      p('{#items}') +
      p('{%%pic | alt:"Our logo"}') +
      p('{/items}') +
      p('x').replace('</w:p>', '<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'),
    header: p('{%%pic}'),
    footer: p('foot {%pic}'),
    footnote:
      '<w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> {%pic}</w:t></w:r></w:p>',
  })

  test('each part that shows it has its own relationship to the one file', () => {
    const media = Object.keys(everywhere.zip.files).filter((name) => name.startsWith('word/media/'))
    expect(media).toHaveLength(1)
    for (const part of ['document', 'header1', 'footer1', 'footnotes']) {
      const images = relationsOf(everywhere.root(`word/_rels/${part}.xml.rels`)).filter(
        ({ Type }) => Type!.endsWith('/image'),
      )
      expect(images.map(({ Target }) => `word/${Target}`)).toEqual(media)
      const embeds = all(everywhere.root(`word/${part}.xml`), 'a:blip')
      expect(new Set(embeds.map(({ attributes }) => attributes['r:embed']))).toEqual(
        new Set([images[0]!.Id]),
      )
    }
  })

  test('the content type of its extension is declared once', () => {
    const defaults = all(everywhere.root('[Content_Types].xml'), 'Default')
    expect(defaults.filter(({ attributes }) => attributes.Extension === 'png')).toHaveLength(1)
  })

  test('the drawings of all parts have different ids', () => {
    const ids = ['document', 'header1', 'footer1', 'footnotes'].flatMap((part) =>
      all(everywhere.root(`word/${part}.xml`), 'wp:docPr').map(({ attributes }) => attributes.id),
    )
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(8)
  })

  test('the picture has the alternative text it was given, or the name of its tag', () => {
    const texts = all(everywhere.root(), 'wp:docPr').map(({ attributes }) => attributes.descr)
    expect(texts).toEqual(['pic', 'pic', 'Our logo', 'Our logo', 'Our logo'])
  })

  test('a document without rich values is left as it was', () => {
    const { zip } = checked({ body: p('plain') })
    expect(Object.keys(zip.files).filter((name) => /media|numbering/.test(name))).toEqual([])
  })
})

describe('pictures that cannot be', () => {
  test.each([
    ['https://example.org/a.png', 'never fetched'],
    ['nothing.png', 'nor the name of an uploaded picture (uploaded: logo, big, tall)'],
    ['data:image/png;base64,AAAA', 'of an unknown kind'],
    [42, 'type number'],
    [[1], 'a list'],
  ])('%j is an error that says so', (value, reason) => {
    const [message] = failureOf(() => render({ body: p('{%pic}') }, { pic: value }, { context }))
    expect(message).toContain(reason)
  })

  test('all wrong pictures are reported together', () => {
    const failures = failureOf(() => render({ body: p('{%a}') + p('{%b}') }, { a: 1, b: 2 }))
    expect(failures).toHaveLength(2)
  })

  test.each(['size:"4 parsecs"', 'size:"0mm"', 'fit:"nice"', 'size'])('%s is refused', (filter) => {
    const failures = failureOf(() => render({ body: p(`{%pic | ${filter}}`) }, data, { context }))
    expect(failures.join()).toMatch(/^(size|fit):|size:|fit:/)
  })

  test('a missing picture asks the missing policy, whose text is printed to be seen', () => {
    const { root } = checked({ body: p('a {%none}') + p('{%%none}') }, data, 'MISSING')
    expect(textOf(root())).toBe('a MISSINGMISSING')
    expect(all(root(), 'w:shd')).toHaveLength(2)
  })

  test('blank leaves the line without the picture', () => {
    const { root } = checked({ body: p('a {%none} b') + p('{%%none}') })
    expect(textOf(root())).toBe('a  b')
    expect(all(root(), 'w:p')).toHaveLength(2)
  })

  test('a document property cannot hold a picture', () => {
    const failures = failureOf(() => render({ body: p('x'), title: '{%pic}' }, data, { context }))
    expect(failures.join()).toContain('cannot stand here')
  })
})

describe('the package of the template', () => {
  test('an id that the template already uses is not taken', () => {
    const zip = makeDocx({ body: p('{%pic}') })
    const rels = xmlOf(zip, 'word/_rels/document.xml.rels')
    zip.file(
      'word/_rels/document.xml.rels',
      rels.replace(
        '</Relationships>',
        '<Relationship Id="rIdRich1" Type="x" Target="y"/></Relationships>',
      ),
    )
    const result = parseXml(xmlOf(render(zip, data, { context }), 'word/_rels/document.xml.rels'))
    const ids = relationsOf(result).map(({ Id }) => Id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an empty relationships part is filled', () => {
    const zip = makeDocx({ body: p('{%pic}') })
    zip.file(
      'word/_rels/document.xml.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
    )
    const result = parseXml(xmlOf(render(zip, data, { context }), 'word/_rels/document.xml.rels'))
    expect(relationsOf(result)).toHaveLength(1)
  })
})
