import { expect, it } from 'vitest'
import { dropBindings } from '../../../../src/docx/layout/bindings.ts'

const control = (binding: string): string =>
  `<w:sdt><w:sdtPr>${binding}<w:text/></w:sdtPr><w:sdtContent><w:r><w:t>1.00</w:t></w:r></w:sdtContent></w:sdt>`
const binding = (path: string, mappings = ''): string =>
  `<w:dataBinding${mappings} w:xpath="${path}" w:storeItemID="{7E93F72A-5097-4344-9C5C-91ADA9B832C6}"/>`

it('drops a binding whose path has a prefix without a namespace, or is no path', () => {
  const wrong = ['/ns0:map[1]/ns0:version[1]', '/a/@b:c', '/a[1', '///', 'a b', '/a[foo()]', '/*:a']
  for (const path of wrong) expect(dropBindings(control(binding(path)))).toBe(control(''))
  const other = ` w:prefixMappings="xmlns:ns1='urn:x'"`
  expect(dropBindings(control(binding('/ns0:map[1]', other)))).toBe(control(''))
})

it('keeps a binding whose path can be followed', () => {
  const mappings = ` w:prefixMappings="xmlns:ns0='urn:x' xmlns:ns1='urn:y'"`
  for (const path of ['/ns0:map[1]/ns1:version[1]', '/ns0:map/@ns1:id', '/map/text()', '']) {
    const kept = control(binding(path, mappings))
    expect(dropBindings(kept)).toBe(kept)
  }
})
