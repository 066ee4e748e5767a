/** Parts that are added to a package are registered in the way the package writes its lists. */
import { expect, test } from 'vitest'
import {
  addPartType,
  addRelations,
  appendToRoot,
  type PackageTexts,
} from '../../../src/docx/package/registrations.ts'

const packageOf = (parts: Record<string, string>) => {
  const zip: PackageTexts = {
    files: {},
    file: (name, data) => {
      zip.files[name] = { asText: () => data }
    },
  }
  for (const [name, data] of Object.entries(parts)) zip.file(name, data)
  return zip
}

test.each([
  ['<Types></Types>\n', '<Types><Override/></Types>\n'],
  ['<Types a="b"/>', '<Types a="b"><Override/></Types>'],
  // An element without the prefix would be in no namespace, and the part unknown.
  ['<x:Types><x:Default/></x:Types>', '<x:Types><x:Default/><x:Override/></x:Types>'],
  ['<x:Types/>', '<x:Types><x:Override/></x:Types>'],
])('%s is added to', (before, after) => {
  expect(appendToRoot(before, 'Types', '<Override/>')).toBe(after)
})

test('a part has its type, and its relationship where the package had none', () => {
  const zip = packageOf({ '[Content_Types].xml': '<Types/>' })
  addPartType(zip, 'word/a.xml', 'text/a')
  addRelations(zip, 'word/document.xml', '<Relationship Id="a"/>')
  addRelations(zip, '', '<Relationship Id="b"/>')
  expect(zip.files['[Content_Types].xml']?.asText()).toBe(
    '<Types><Override PartName="/word/a.xml" ContentType="text/a"/></Types>',
  )
  expect(zip.files['word/_rels/document.xml.rels']?.asText()).toContain(
    'relationships"><Relationship Id="a"/></Relationships>',
  )
  expect(zip.files['_rels/.rels']?.asText()).toContain('<Relationship Id="b"/></Relationships>')
})
