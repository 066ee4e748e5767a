/**
 * Spoils an invoice XML in one way at a time: each kind of element and attribute removed or changed. What the official
 * rules say of the results is compared with what ours say, so that rules no public invoice breaks are compared too.
 */

/** An invoice with one thing wrong, and what that is. */
export interface Mutant {
  what: string
  xml: string
}

interface Element {
  /** Names from the root on, without prefixes. */
  path: string
  start: number
  end: number
  /** Where the text of a leaf stands; undefined for elements with children. */
  text?: { start: number; end: number }
  /** Where the children stand; undefined for leaves. */
  children?: { start: number; end: number }
  attributes: { name: string; start: number; end: number; valueStart: number; valueEnd: number }[]
}

const TAG = /<(\/?)(?:\w+:)?(\w+)([^<>]*?)(\/?)>/g
const ATTRIBUTE = / ([\w:]+)="([^"]*)"/g

/** All elements of XML as our writer makes it: no comments, no CDATA. */
function elementsOf(xml: string): Element[] {
  const open: { name: string; element: Element; bodyStart: number }[] = []
  const elements: Element[] = []
  for (const tag of xml.matchAll(TAG)) {
    const [whole, closing, name = '', attributes = '', empty] = tag
    const end = tag.index + whole.length
    if (closing === '/') {
      const { element, bodyStart } = open.pop()!
      element.end = end
      const body = { start: bodyStart, end: tag.index }
      if (xml.slice(bodyStart, tag.index).includes('<')) element.children = body
      else element.text = body
      continue
    }
    const attributesStart = tag.index + whole.indexOf(attributes, name.length)
    const element: Element = {
      path: [...open.map((each) => each.name), name].join('/'),
      start: tag.index,
      end,
      attributes: [...attributes.matchAll(ATTRIBUTE)].map((match) => {
        const start = attributesStart + match.index
        const valueEnd = start + match[0].length - 1
        return {
          name: match[1]!,
          start,
          end: valueEnd + 1,
          valueStart: valueEnd - match[2]!.length,
          valueEnd,
        }
      }),
    }
    elements.push(element)
    if (empty !== '/') open.push({ name, element, bodyStart: end })
  }
  return elements
}

const replaced = (xml: string, start: number, end: number, text: string): string =>
  xml.slice(0, start) + text + xml.slice(end)

/** Other values for a text, by what it looks like. */
function otherValues(path: string, text: string): string[] {
  const name = path.split('/').at(-1)!
  if (/^\d{8}$/.test(text)) return ['20261345', '19991231']
  if (/(Amount|Percent|Quantity)$/.test(name))
    return [
      (Number(text) + 7.13).toFixed(2),
      String(-Math.abs(Number(text)) - 1),
      `${Math.trunc(Number(text))}.12345678`,
    ]
  if (name === 'CategoryCode')
    return ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', 'QQ'].filter((code) => code !== text)
  if (path.endsWith('ExchangedDocument/TypeCode')) return ['381', '384', '386', '262', '325', 'QQ']
  if (/(Code|ID|Indicator)$/.test(name)) return ['QQ', `${text} ${'x'.repeat(130)}`]
  return ['']
}

/** All mutants; each kind of element (path without positions) is spoiled at its first occurrence only. */
export function mutantsOf(xml: string): Mutant[] {
  const seen = new Set<string>()
  return elementsOf(xml).flatMap((element) => {
    const { path, start, end, text, children, attributes } = element
    if (seen.has(path) || !path.includes('/')) return []
    seen.add(path)
    const short = path.split('/').slice(-3).join('/')
    const old = text === undefined ? '' : xml.slice(text.start, text.end)
    return [
      { what: `without ${short}`, xml: replaced(xml, start, end, '') },
      ...(children === undefined
        ? []
        : [{ what: `empty ${short}`, xml: replaced(xml, children.start, children.end, '') }]),
      ...(text === undefined
        ? []
        : otherValues(path, old).map((value) => ({
            what: `${short} = "${value.slice(0, 20)}"`,
            xml: replaced(xml, text.start, text.end, value),
          }))),
      ...attributes.flatMap((attribute) => [
        {
          what: `without ${short}@${attribute.name}`,
          xml: replaced(xml, attribute.start, attribute.end, ''),
        },
        {
          what: `${short}@${attribute.name} = "QQ"`,
          xml: replaced(xml, attribute.valueStart, attribute.valueEnd, 'QQ'),
        },
      ]),
    ]
  })
}
