import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextOf, failureOf, makePng, p, render, type Template, xmlOf } from './fixture.ts'
import { all, type Node, parseXml, problemsOf, textOf } from './xml-check.ts'

const context = contextOf({ logo: makePng(40, 20) })

function checked(template: Template, values: unknown) {
  const zip = render(template, values, { context })
  const parts = Object.keys(zip.files).filter((name) => /\.(xml|rels)$/.test(name))
  for (const name of parts)
    expect([name, problemsOf(parseXml(xmlOf(zip, name)))]).toEqual([name, []])
  return (part = 'word/document.xml'): Node => parseXml(xmlOf(zip, part))
}
const html = (text: string, run = '', paragraph = ''): Node =>
  checked({ body: p('{~x | html}', run, paragraph) }, { x: text })()
const inline = (text: string, run = ''): Node =>
  checked({ body: p('a {~x | html} b', run) }, { x: text })()
/** Names of the run properties of the run that holds a text. */
const formatOf = (root: Node, text: string): string[] =>
  all(root, 'w:r')
    .filter((run) => textOf(run).includes(text))
    .flatMap((run) => all(run, 'w:rPr')[0]?.children.map(({ name }) => name) ?? [])
const lines = (root: Node): string[] => all(root, 'w:p').map(textOf)

describe('HTML in a paragraph of its own', () => {
  test('each block becomes a paragraph with the properties of the tag', () => {
    const root = html(
      '<p>one</p><p>two<br>three</p>',
      '<w:color w:val="FF0000"/>',
      '<w:spacing w:after="60"/>',
    )
    expect(lines(root)).toEqual(['one', 'twothree'])
    expect(all(root, 'w:spacing')).toHaveLength(2)
    expect(formatOf(root, 'one')).toEqual(['w:color'])
  })

  test.each([
    ['<b>x</b>', ['w:b', 'w:bCs']],
    ['<em>x</em>', ['w:i', 'w:iCs']],
    ['<u>x</u>', ['w:u']],
    ['<s>x</s>', ['w:strike']],
    ['<sub>x</sub>', ['w:vertAlign']],
    ['<code>x</code>', ['w:rFonts']],
    [
      '<span style="color:#c00;background-color:rgb(255,255,0);font-size:16px">x</span>',
      ['w:color', 'w:sz', 'w:szCs', 'w:shd'],
    ],
    ['<b><i>x</i></b>', ['w:b', 'w:bCs', 'w:i', 'w:iCs']],
  ])('%s has its formatting', (text, expected) => {
    expect(formatOf(html(text), 'x')).toEqual(expected)
  })

  test('white space folds as in a browser, and stays in pre', () => {
    expect(lines(html('<p>  a \n b <b> c</b> </p>'))).toEqual(['a b c'])
    const pre = html('<pre>a\n  b\tc\n</pre>')
    expect(all(pre, 'w:br')).toHaveLength(1)
    expect(all(pre, 'w:tab')).toHaveLength(1)
    expect(textOf(pre)).toBe('a  bc')
  })

  test('scripts and styles are dropped whole, unknown elements keep their text', () => {
    expect(
      lines(html('<script>a()</script><style>b{}</style><blink>kept</blink><iframe>no</iframe>')),
    ).toEqual(['kept'])
  })

  test('a heading takes the style that the template has for it, whatever its id', () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="heading 2"/></w:style>'
    const root = checked(
      { body: p('{~x | html}', '<w:sz w:val="20"/>'), styles },
      { x: '<h2>t</h2>' },
    )()
    expect(all(root, 'w:pStyle')[0]!.attributes['w:val']).toBe('Titre2')
    expect(formatOf(root, 't')).toEqual([])
  })

  test('without such a style it is larger, bold, kept with the next, and an outline level', () => {
    const root = html('<h1>t</h1>', '<w:sz w:val="20"/>')
    expect(formatOf(root, 't')).toEqual(['w:b', 'w:bCs', 'w:sz', 'w:szCs'])
    expect(all(root, 'w:sz').at(-1)!.attributes['w:val']).toBe('40')
    expect(all(root, 'w:outlineLvl')[0]!.attributes['w:val']).toBe('0')
  })

  test('a table has a grid, spans, header rows, and a paragraph after it', () => {
    const root = html(
      '<table><tr><th>a<th>b<th>c</tr><tr><td rowspan=2>1<td colspan=2>2</tr><tr><td>3<td>4</tr></table><table><tr><td>x</table>',
    )
    const [table] = all(root, 'w:tbl')
    expect(all(table!, 'w:gridCol')).toHaveLength(3)
    expect(all(table!, 'w:tblHeader')).toHaveLength(1)
    expect(all(table!, 'w:vMerge').map(({ attributes }) => attributes['w:val'])).toEqual([
      'restart',
      undefined,
    ])
    const width = all(table!, 'w:gridCol').reduce(
      (sum, { attributes }) => sum + Number(attributes['w:w']),
      0,
    )
    expect(width).toBe(9_072)
  })

  test('a picture is a data URI or an uploaded part; an address leaves its text', () => {
    const root = html(
      '<p><img src="logo" width="20"><img src="https://example.org/a.png" alt="photo"></p>',
    )
    expect(all(root, 'wp:extent')[0]!.attributes.cx).toBe(String(20 * 9_525))
    expect(all(root, 'w:drawing')).toHaveLength(1)
    expect(textOf(root)).toBe('photo')
  })

  test('in a table row it fills the cell of each row, lists and tables included', () => {
    const cell = (text: string): string =>
      `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`
    const grid = '<w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>'
    const body = `<w:tbl><w:tblPr/>${grid}<w:tr>${cell('{#rows}{n}')}${cell('{~t | html}{/rows}')}</w:tr></w:tbl>${p('end')}`
    const rows = [
      { n: 1, t: '<ul><li>a<li>b</ul>' },
      { n: 2, t: '<table><tr><td>x</table>' },
      { n: 3, t: '' },
    ]
    const root = checked({ body }, { rows })()
    expect(all(root, 'w:tr')).toHaveLength(4)
    expect(all(root, 'w:numPr')).toHaveLength(2)
  })

  test('a condition around it that is false leaves nothing', () => {
    const root = checked({ body: p('{#no}{~x | html}{/no}') + p('end') }, { x: '<p>a' })()
    expect(lines(root)).toEqual(['end'])
  })

  test('markup that is empty leaves an empty paragraph', () => {
    expect(lines(html('<!-- nothing -->'))).toEqual([''])
  })
})

describe('lists', () => {
  const listed = (text: string, numbering?: string) =>
    checked(
      { body: p('{~x | html}'), ...(numbering === undefined ? {} : { numbering }) },
      { x: text },
    )
  const places = (root: Node): string[] =>
    all(root, 'w:numPr').map((one) =>
      one.children.map(({ attributes }) => attributes['w:val']).join('/'),
    )

  test('bullets share one numbering, each numbered list counts for itself', () => {
    const part = listed(
      '<ul><li>a<ul><li>b</ul></ul><ol><li>c<li>d</ol><p>x</p><ol start=5><li>e</ol>',
    )
    expect(places(part())).toEqual(['0/1', '1/1', '0/2', '0/2', '0/3'])
    const numbering = part('word/numbering.xml')
    const starts = all(numbering, 'w:num').map(
      (num) => all(num, 'w:startOverride')[0]?.attributes['w:val'],
    )
    expect(starts).toEqual([undefined, '1', '5'])
  })

  test('the numbering part is created with its relationship and content type', () => {
    const part = listed('<ul><li>a</ul>')
    const relation = all(part('word/_rels/document.xml.rels'), 'Relationship').at(-1)!.attributes
    expect(relation).toMatchObject({ Target: 'numbering.xml' })
    const types = all(part('[Content_Types].xml'), 'Override').map(
      ({ attributes }) => attributes.PartName,
    )
    expect(types).toContain('/word/numbering.xml')
  })

  test('or the one of the template is extended without touching its numbers', () => {
    const own =
      '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num><w:numIdMacAtCleanup w:val="2"/>'
    const part = listed('<ol><li>a</ol>', own)
    expect(places(part())).toEqual(['0/5'])
    expect(part('word/numbering.xml').children.map(({ name }) => name)).toEqual([
      ...[
        'w:abstractNum',
        'w:abstractNum',
        'w:abstractNum',
        'w:num',
        'w:num',
        'w:numIdMacAtCleanup',
      ],
    ])
  })

  test('a second paragraph of an item is indented without a bullet', () => {
    const root = listed('<ul><li><p>a</p><p>b</p></li></ul>')()
    expect(places(root)).toEqual(['0/1'])
    expect(all(root, 'w:ind')[0]!.attributes['w:left']).toBe('720')
  })
})

describe('links', () => {
  const linked = (text: string) => checked({ body: p('{~x | html}') }, { x: text })

  test('a link has an external relationship and the Hyperlink style, which is added if missing', () => {
    const part = linked('<a href="https://example.org/?a=1&amp;b=%20">t</a>')
    const relation = all(part('word/_rels/document.xml.rels'), 'Relationship').find(
      ({ attributes }) => attributes.TargetMode === 'External',
    )!.attributes
    expect(relation.Target).toBe('https://example.org/?a=1&b=%20')
    expect(all(part(), 'w:hyperlink')[0]!.attributes['r:id']).toBe(relation.Id)
    expect(all(part('word/styles.xml'), 'w:style')[0]!.attributes['w:styleId']).toBe('Hyperlink')
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    '/relative',
    'data:text/html,x',
    'ftp://a/b',
    '',
  ])('the address %j leaves only its text', (address) => {
    const root = linked(`<a href="${address}">t</a>`)()
    expect(all(root, 'w:hyperlink')).toHaveLength(0)
    expect(textOf(root)).toBe('t')
  })

  test('the link filter also reads what people write', () => {
    const part = checked(
      { body: p('{~a | link} {~b | link:"mail us"} {~c | link}') },
      { a: 'www.example.org', b: 'me@example.org', c: '+33 1 23 45 67 89' },
    )
    const targets = all(part('word/_rels/document.xml.rels'), 'Relationship').map(
      ({ attributes }) => attributes.Target,
    )
    expect(targets).toEqual(
      expect.arrayContaining([
        'https://www.example.org/',
        'mailto:me@example.org',
        'tel:+33123456789',
      ]),
    )
    expect(textOf(part())).toBe('www.example.org mail us +33 1 23 45 67 89')
  })

  test('an address that is none is an error', () => {
    const failures = failureOf(() =>
      render({ body: p('{~x | link:"t"}') }, { x: 'javascript:alert(1)' }),
    )
    expect(failures.join()).toContain('not an http, https, mailto or tel address')
  })

  test('inside a hyperlink of the template only the text is written', () => {
    const body = `<w:p><w:hyperlink w:anchor="x"><w:r><w:t>{~x | html}</w:t></w:r></w:hyperlink><w:r><w:t>z</w:t></w:r></w:p>`
    const root = checked({ body }, { x: '<a href="https://example.org">t</a>' })()
    expect(all(root, 'w:hyperlink')).toHaveLength(1)
  })

  test('in a header the relationship is the header’s own', () => {
    const part = checked(
      { body: p('x'), header: p('a {~x | link:"t"}') },
      { x: 'https://example.org' },
    )
    expect(all(part('word/_rels/header1.xml.rels'), 'Relationship')).toHaveLength(1)
  })
})

describe('markup inside a sentence', () => {
  test('keeps inline formatting over that of the run', () => {
    const root = inline('<p>x <b>y</b></p>', '<w:i/>')
    expect(lines(root)).toEqual(['a x y b'])
    expect(formatOf(root, 'y')).toEqual(['w:b', 'w:bCs', 'w:i'])
  })

  test('blocks become lines', () => {
    const root = inline('<p>x</p><ol start=2><li>y<li>z</ol>')
    expect(textOf(root)).toBe('a x2. y3. z b')
    expect(all(root, 'w:br')).toHaveLength(2)
  })
})

describe('Markdown', () => {
  test('goes through the same subset', () => {
    const body = p('{~x | markdown}')
    const text =
      '# T\n\n**b** `c` [l](https://example.org) <script>no</script><u>raw</u>\n\n- [x] done\n\n|a|b|\n|-|-:|\n|1|2|\n'
    const root = checked({ body }, { x: text })()
    expect(lines(root)).toEqual(['T', 'b c l raw', '☑ done', 'a', 'b', '1', '2', ''])
    expect(all(root, 'w:hyperlink')).toHaveLength(1)
  })
})

describe('what needs a filter', () => {
  test('{~x} of plain text explains which filters there are', () => {
    const failures = failureOf(() => render({ body: p('{~x}') }, { x: 'a' }))
    expect(failures.join()).toContain('{~x | html}')
  })

  test('{%x | html} explains that it is no picture', () => {
    const failures = failureOf(() => render({ body: p('{%x | html}') }, { x: 'a' }))
    expect(failures.join()).toContain('takes a picture')
  })

  test('in a document property only the text is written', () => {
    const part = checked({ body: p('x'), title: '{~x | html}' }, { x: '<b>a &amp; b</b>' })
    expect(part('docProps/core.xml').children[0]!.text).toBe('a & b')
  })
})

describe('any text at all', () => {
  const pieces = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul>',
      '<ol start="-3">',
      '<li>',
      '</li>',
      '</ul>',
      '<table>',
      '<tr>',
      '<td rowspan="3" colspan="2">',
      '<th>',
      '</table>',
      '<a href="https://x.y/&quot;">',
      '</a>',
      '<h1>',
      '</h3>',
      '<br>',
      '<hr>',
      '<pre>',
      '</pre>',
      '<blockquote>',
      '&amp;',
      '&#0;',
      '&#xFFFF;',
      '<img src="logo">',
      '<!--',
      '-->',
      '<![CDATA[',
      '<span style="color:red;text-align:">',
      '# ',
      '- ',
      '1. ',
      '|a|b|\n|-|-|\n',
      '> ',
      '```\n',
      '**',
      '_',
      '\n\n',
      '\u0000',
      '\ud800',
      '\ufffe',
      ' ',
      'text',
      '"',
      "'",
    ],
  )
  const soup = fc.oneof(
    fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 30 })
      .map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )

  test('as HTML or Markdown, alone or in a sentence, gives a sound document', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom('html', 'markdown'), (text, filter) => {
        checked({ body: p(`{~x | ${filter}}`) + p(`a {~x | ${filter}} b`) }, { x: text })
      }),
      { numRuns: 250 },
    )
  })

  test('as a link text or an alternative text gives a sound document', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const value = { rich: 'link', address: 'https://example.org/', text }
        checked({ body: p('{~x}') }, { x: value })
      }),
      { numRuns: 60 },
    )
  })

  test('nested without end is laid out or refused, and never overflows', () => {
    for (const open of ['<div>', '<ul><li>', '<blockquote>', '<b>', '<table><tr><td>']) {
      expect(() => html(`${open.repeat(3_000)}x`)).not.toThrow()
    }
  })
})
