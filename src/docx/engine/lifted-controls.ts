/** Check boxes, drop-down lists and date fields (ISO/IEC 29500-1, 17.5.2; [MS-DOCX] 2.5.6) filled by the tag that they are named with. */

import { escapeXml, unescapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'

const NAME = 'paraph-sdt'
const FILLED = new RegExp(
  `(<w:sdtPr>(?:(?!</w:sdtPr>).)*?)<${NAME}>([^<]*)</${NAME}>((?:(?!</w:sdtPr>).)*</w:sdtPr>)((?:(?!<w:sdtContent).)*<w:sdtContent>)(.*?)(?=</w:sdtContent>)`,
  'gs',
)
const ITEM = /<w:listItem\s[^>]*>/g
const TEXT = /<w:t(?:\s[^>]*)?(?:\/>|>[^<]*<\/w:t>)|<w:sym\s[^>]*\/>/g
const NO: ReadonlySet<string> = new Set(['', 'false', '0', 'no'])
const LISTED_MAX = 20

/** Marks the properties of a control with its value, already escaped. */
export const controlMark = (value: string): string => `<${NAME}>${value}</${NAME}>`

const attributeOf = (element: string, name: string): string =>
  unescapeXml(attribute(element, name) ?? '')

/** The content with a text in the place of what it shows. */
function withText(content: string, text: string): string {
  let isFirst = true
  return content.replace(/<w:rStyle\s+w:val="PlaceholderText"\s*\/>/g, '').replace(TEXT, () => {
    const shown = isFirst ? `<w:t xml:space="preserve">${escapeXml(text)}</w:t>` : ''
    isFirst = false
    return shown
  })
}

/** A box that is checked or not, with the character and the font that it has for that. */
function checked(properties: string, content: string, isOn: boolean): [string, string] {
  const state =
    new RegExp(`<w14:${isOn ? '' : 'un'}checkedState\\s[^>]*>`).exec(properties)?.[0] ?? ''
  const code = Number.parseInt(attributeOf(state, 'w14:val'), 16)
  const char = String.fromCodePoint(Number.isNaN(code) ? (isOn ? 0x2612 : 0x2610) : code)
  const font = attributeOf(state, 'w14:font')
  const mark = `<w14:checked w14:val="${isOn ? 1 : 0}"/>`
  const without = properties.replace(/<w14:checked\s[^>]*\/>/, '')
  const shown = withText(content, char)
  return [
    without.replace(
      /<w14:checkbox((?:\s[^>]*?)?)(\/?)>/,
      (_all, attributes: string, empty: string) =>
        `<w14:checkbox${attributes}>${mark}${empty === '' ? '' : '</w14:checkbox>'}`,
    ),
    font === ''
      ? shown
      : shown.replace(
          /(\sw:(?:ascii|hAnsi|eastAsia|cs)=")[^"]*"/g,
          (_all, start) => `${start}${escapeXml(font)}"`,
        ),
  ]
}

/** What a list shows for a value: the text of the item that has it. @throws nothing; undefined where none has */
function chosen(properties: string, value: string): string | undefined {
  const items = [...properties.matchAll(ITEM)].map(([item]) => [
    attributeOf(item, 'w:value'),
    attributeOf(item, 'w:displayText'),
  ])
  const item = items.find((names) => names.includes(value))
  if (item !== undefined) return item[1] || item[0]
  return /<w:comboBox[\s>]/.test(properties) ? value : undefined
}

/**
 * Fills the marked controls of a part.
 * @param wrong receives what is wrong with a value that is not in its list
 */
export const fillControls = (xml: string, wrong: (detail: string) => void): string =>
  xml.includes(`<${NAME}>`)
    ? xml.replace(FILLED, (...[, head, text, tail, open, content]: string[]) => {
        const value = unescapeXml(text ?? '').trim()
        const properties = `${head}${tail}`.replace(/<w:showingPlcHdr(?:\s[^>]*)?\/>/, '')
        if (properties.includes('<w14:checkbox')) {
          const [after, shown] = checked(properties, content ?? '', !NO.has(value.toLowerCase()))
          return after + open + shown
        }
        const isList = /<w:(?:dropDownList|comboBox)[\s>]/.test(properties)
        const shown = isList && value !== '' ? chosen(properties, value) : value
        if (shown === undefined) {
          const names = [...properties.matchAll(ITEM)].map(
            ([item]) => attributeOf(item, 'w:displayText') || attributeOf(item, 'w:value'),
          )
          const listed = names
            .filter((name) => name !== '')
            .slice(0, LISTED_MAX)
            .join(', ')
          wrong(`The value is not in the list of the drop-down: ${listed}`)
        }
        return (
          properties.replace(/\sw:fullDate="[^"]*"/, '') +
          open +
          withText(content ?? '', shown ?? '')
        )
      })
    : xml
