import { describe, expect, test } from 'vitest'
import { withXmpSchema } from '../../../src/pdf/xmp.ts'

const schema = (prefix: string) => ({
  title: `Schema ${prefix}`,
  prefix,
  namespace: `urn:test:${prefix}#`,
  properties: [{ name: 'Kind', value: 'a < b', description: 'A & B' }],
})
const packet = [
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
  ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '  <rdf:Description rdf:about=""/>',
  ' </rdf:RDF>',
  '</x:xmpmeta>',
  '<?xpacket end="w"?>',
].join('\n')

describe('an XMP packet', () => {
  test('keeps what is there and gets the schema with its description', () => {
    const added = withXmpSchema(packet, schema('one'))
    expect(added.startsWith(packet.slice(0, packet.indexOf('</rdf:RDF>')))).toBe(true)
    expect(added.endsWith('</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>')).toBe(true)
    expect(added).toContain('<one:Kind>a &lt; b</one:Kind>')
    expect(added).toContain('<pdfaProperty:description>A &amp; B</pdfaProperty:description>')
  })

  test('has one list of schemas, however many are added', () => {
    const added = withXmpSchema(withXmpSchema(packet, schema('one')), schema('two'))
    expect(added.match(/<pdfaExtension:schemas>/g)).toHaveLength(1)
    expect(added.match(/<pdfaSchema:prefix>\w+/g)).toEqual([
      '<pdfaSchema:prefix>one',
      '<pdfaSchema:prefix>two',
    ])
  })

  test('is refused when it is none, or has the schema', () => {
    expect(() => withXmpSchema('<x/>', schema('one'))).toThrow('no XMP metadata')
    expect(() => withXmpSchema(withXmpSchema(packet, schema('one')), schema('one'))).toThrow(
      'already',
    )
  })
})
