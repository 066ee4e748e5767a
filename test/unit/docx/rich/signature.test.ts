import Docxtemplater from 'docxtemplater'
import { describe, expect, test } from 'vitest'
import { richModules } from '../../../../src/docx/rich/module.ts'
import { parseSignature } from '../../../../src/docx/rich/signature.ts'
import { isRichToken, type Token } from '../../../../src/docx/rich/tokens.ts'
import { contextOf, failureOf, makeDocx, p, parserOf, render, xmlOf } from './fixture.ts'
import { all, type Node, parseXml, problemsOf } from './xml-check.ts'

const MM = 36_000
const rootOf = (body: string, signatures: 'blank' | 'mark' = 'blank', part = 'document'): Node => {
  const zip = render(
    { body, header: p('{signature:head:3cm:1cm}') },
    {},
    { options: { signatures } },
  )
  const root = parseXml(xmlOf(zip, `word/${part}.xml`))
  expect(problemsOf(root)).toEqual([])
  return root
}

describe('a place for a signature', () => {
  test.each([
    ['{signature:signer1}', [60, 20]],
    ['{signature:signer1:80mm}', [80, 20]],
    ['{ signature : client.1 : 5cm : 2cm }', [50, 20]],
    ['{signature:signer1:400mm:20mm}', [160, 20]],
  ])('%s leaves room of %j mm', (tag, [width, height]) => {
    const { cx, cy } = all(rootOf(p(`Sign ${tag} here`)), 'wp:extent')[0]!.attributes
    expect(Math.abs(Number(cx) - width! * MM)).toBeLessThan(MM / 10)
    expect(Number(cy)).toBe(height! * MM)
  })

  test('blank has no link, mark has the address that becomes a rectangle in the PDF', () => {
    expect(all(rootOf(p('{signature:a}')), 'a:hlinkClick')).toHaveLength(0)
    const zip = render({ body: p('{signature:client}') }, {}, { options: { signatures: 'mark' } })
    const relation = all(parseXml(xmlOf(zip, 'word/_rels/document.xml.rels')), 'Relationship').find(
      ({ attributes }) => attributes.TargetMode === 'External',
    )
    expect(relation?.attributes.Target).toBe('urn:paraph:signature:client')
  })

  test('works in a header', () => {
    expect(all(rootOf(p('x'), 'mark', 'header1'), 'w:drawing')).toHaveLength(1)
  })

  test.each([
    '{signature:}',
    '{signature:a b}',
    '{signature:a:wide}',
    '{signature:a:1cm:1cm:1cm}',
    '{signature:a:50%}',
  ])('%s is an error of the template, found when it is compiled', (tag) => {
    const compile = (): unknown =>
      new Docxtemplater(makeDocx({ body: p(tag) }), {
        errorLogging: false,
        modules: richModules(contextOf()),
      })
    expect(failureOf(compile)).toHaveLength(1)
  })

  test('is distinguished from data in the compiled template', () => {
    const tags: unknown[] = []
    const doc = new Docxtemplater(makeDocx({ body: p('{signature:a} {name} {~pagebreak}') }), {
      errorLogging: false,
      parser: (tag: string) => {
        tags.push(tag)
        return parserOf(contextOf())(tag)
      },
      modules: richModules(contextOf()),
    }) as unknown as { compiled: Record<string, { postparsed: Token[] }> }
    expect(tags).toEqual(['name'])
    const places = doc.compiled['word/document.xml']!.postparsed.filter(
      (token) => isRichToken(token) && token.kind === 'signature',
    )
    expect(places.map(({ value }) => parseSignature(value))).toEqual([
      { signer: 'a', width: 60 * MM, height: 20 * MM },
    ])
  })
})

describe('breaks', () => {
  test.each([
    ['pagebreak', 'page'],
    ['columnbreak', 'column'],
    ['linebreak', undefined],
  ])('{~%s} is a break of type %s', (name, type) => {
    const root = rootOf(p(`a{~ ${name} }b`, '<w:b/>'))
    const runs = all(root, 'w:r')
    expect(runs).toHaveLength(1)
    expect(all(root, 'w:br')[0]!.attributes['w:type']).toBe(type)
  })

  test('a page break in a loop comes with each item', () => {
    const zip = render(
      { body: p('{#i}') + p('{.}{~pagebreak}') + p('{/i}') },
      { i: ['a', 'b', 'c'] },
    )
    expect(all(parseXml(xmlOf(zip)), 'w:br')).toHaveLength(3)
  })
})
