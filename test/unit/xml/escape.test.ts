/** Text in XML, and back. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childrenOf } from '../../../src/docx/rich/properties.ts'
import { escapeAttribute, escapeXml, unescapeXml } from '../../../src/xml/escape.ts'

describe('text for XML', () => {
  test('has its four characters escaped', () => {
    expect(escapeXml('a < b & "c" > d')).toBe('a &lt; b &amp; &quot;c&quot; &gt; d')
  })

  test('loses what XML 1.0 cannot hold, even escaped, and keeps white space and emoji', () => {
    expect(escapeXml('a\u0000\u0008b\t\r\n\ufffe\uffff😀')).toBe('ab\t\r\n😀')
    expect(escapeXml('\ud83dx\ude00')).toBe('x')
  })

  test('stays on one line in an attribute', () => {
    expect(escapeAttribute('a\n\t "b"')).toBe('a &quot;b&quot;')
  })

  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unescapeXml(escapeXml(text))).toBe(text)
      }),
    )
  })
})

describe('references', () => {
  test.each([
    ['&#65;&#x41;', 'AA'],
    // However many zeros come first, a reader of XML takes it: a check must too.
    ['&#x000000000041;&#0000000000065;', 'AA'],
    ['&lt;&gt;&amp;&quot;&apos;', `<>&"'`],
    ['&amp;lt;', '&lt;'],
    ['&#0;&#x110000;&nbsp;&AMP;&#x;', '&#0;&#x110000;&nbsp;&AMP;&#x;'],
  ])('%s is %s', (given, expected) => {
    expect(unescapeXml(given)).toBe(expected)
  })
})

test('the elements of a sequence are found whole, whatever is between them', () => {
  const sequence = '<w:b/> x <w:rFonts w:ascii="a>b"/><!-- <w:i/> --><w:c><w:d/></w:c>'
  expect(childrenOf(sequence)).toEqual([
    { name: 'w:b', xml: '<w:b/>' },
    { name: 'w:rFonts', xml: '<w:rFonts w:ascii="a>b"/>' },
    { name: 'w:c', xml: '<w:c><w:d/></w:c>' },
  ])
  expect(childrenOf('')).toEqual([])
})
