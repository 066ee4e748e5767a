import { expect, test } from 'vitest'
import { type SheetName, sheetOf } from '../../../src/facturx/official/validate.ts'
import { XmlDocument } from '../../../src/facturx/official/xpath-focus.ts'
import { parseXml, XmlElement } from '../../../src/facturx/xml/xml-tree.ts'
import { groupedXml } from '../../support/grouped-xml.ts'

/** How often a sheet looks at a text of the invoice. */
function looksAt(sheet: SheetName, lines: number): number {
  const document = new XmlDocument(parseXml(Buffer.from(groupedXml(lines))))
  const own = Object.getOwnPropertyDescriptor(XmlElement.prototype, 'value')
  if (own?.get === undefined) throw new Error('A text is read in another way.')
  const { get } = own
  let count = 0
  Object.defineProperty(XmlElement.prototype, 'value', {
    ...own,
    get(this: XmlElement) {
      count += 1
      return get.call(this) as string
    },
  })
  try {
    sheetOf(sheet).check(document)
  } finally {
    Object.defineProperty(XmlElement.prototype, 'value', own)
  }
  return count
}

test.each(['extended', 'fr'] as const)(
  'rules on group lines take work in proportion to the lines, not to their square (%s)',
  (sheet) => {
    const [few, many] = [looksAt(sheet, 60), looksAt(sheet, 240)]
    expect(few).toBeGreaterThan(500)
    expect(many / few).toBeLessThan(5)
  },
)

test('a sum of group lines that is wrong in one place of many is found', () => {
  const right = groupedXml(40)
  const wrong = right.replace(
    /(<ram:LineID>22<\/ram:LineID>[\s\S]*?<ram:LineTotalAmount>)[^<]*/,
    '$17.77',
  )
  const ids = (xml: string): string[] =>
    sheetOf('extended')
      .check(new XmlDocument(parseXml(Buffer.from(xml))))
      .flatMap(({ id }) => id ?? [])
  expect(ids(right)).not.toContain('BR-FXEXT-08')
  expect(ids(wrong)).toContain('BR-FXEXT-08')
  expect(ids(right.replace('<ram:ParentLineID>21<', '<ram:ParentLineID>999<'))).toContain(
    'BR-FXEXT-11',
  )
})
