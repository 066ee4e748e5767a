/** Checks an invoice against an XML schema (XML Schema 1.0, as far as these schemas use it). */
import type { XmlElement } from '../xml/xml-tree.ts'
import { dateOf } from './xpath-functions.ts'

/** What an element holds: children in their order, or a text of a simple type, and attributes. */
export interface ContentType {
  /** Least and most of each child; most is 0 where there is no limit. */
  children?: [name: string, type: string, least: number, most: number][]
  /** One of the children, and not all in their order. */
  isChoice?: true
  text?: string
  attributes?: [name: string, type: string, isRequired: boolean][]
  /** Whatever there is, such as in an extension of UBL. */
  isAny?: true
}

/** A schema as `scripts/facturx-official` extracts it. */
export interface SchemaSource {
  root: [name: string, type: string]
  types: Record<string, ContentType>
}

/** What the schema does not allow. */
export type SchemaFinding =
  | { kind: 'missing'; element: XmlElement; name: string }
  | { kind: 'notExpected'; element: XmlElement; name: string }
  | { kind: 'text'; element: XmlElement; name: string }
  | { kind: 'value'; element: XmlElement; name: string; type: string }
  | { kind: 'attributeMissing'; element: XmlElement; name: string }
  | { kind: 'attributeNotExpected'; element: XmlElement; name: string }

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
const BOOLEAN = /^(true|false|1|0)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/
/** Of a unit: one to three characters. */
const CODE3 = /^.{1,3}$/u
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/
/** Of XML Schema itself: allowed on any element. */
const INSTANCE =
  /^\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}(type|nil|schemaLocation|noNamespaceSchemaLocation)$/

function isOfType(text: string, type: string): boolean {
  switch (type) {
    case 'decimal':
      return DECIMAL.test(text.trim())
    case 'boolean':
      return BOOLEAN.test(text.trim())
    case 'date':
      return dateOf(text) !== undefined
    case 'time':
      return TIME.test(text.trim())
    case 'dateTime': {
      const [day = '', time = ''] = text.trim().split('T')
      return dateOf(day) !== undefined && TIME.test(time)
    }
    case 'code3':
      return CODE3.test(text.trim())
    case 'base64Binary':
      return isBase64(text)
    default:
      return true
  }
}

/** Base64 in pieces: one expression over megabytes would exhaust the stack. */
function isBase64(text: string): boolean {
  const packed = text.replaceAll(/[ \t\r\n]+/g, '')
  const piece = 4096
  for (let at = 0; at < packed.length; at += piece)
    if (!BASE64.test(packed.slice(at, at + piece))) return false
    else if (at + piece < packed.length && packed[at + piece - 1] === '=') return false
  return true
}

type Children = NonNullable<ContentType['children']>

/** The children that may be there: where they are a choice, the one that is. */
function childrenIn(all: Children, { isChoice }: ContentType, first: XmlElement | undefined) {
  const chosen = all.filter(([name]) => name === first?.tag)
  return isChoice === true && chosen.length > 0 ? chosen : all
}

/** What is wrong with a child element: it comes too early, reported as what is missing before it, or is not allowed. */
function findingAt(
  element: XmlElement,
  child: XmlElement,
  [next, ...later]: Children,
  count: number,
): SchemaFinding {
  const isLater = later.some(([name]) => name === child.tag)
  return next !== undefined && isLater && count < next[2]
    ? { kind: 'missing', element, name: next[0] }
    : { kind: 'notExpected', element: child, name: child.tag }
}

/** A compiled schema. */
export class Schema {
  readonly #source: SchemaSource

  constructor(source: SchemaSource) {
    this.#source = source
  }

  /** Everything the schema does not allow, in document order; of one element's children the first. */
  check(root: XmlElement): SchemaFinding[] {
    const [name, type] = this.#source.root
    const findings: SchemaFinding[] = []
    if (root.tag === name) this.#element(root, type, findings)
    else findings.push({ kind: 'notExpected', element: root, name: root.tag })
    return findings
  }

  #element(element: XmlElement, typeName: string, findings: SchemaFinding[]): void {
    const type = this.#source.types[typeName]
    if (type === undefined) throw new Error(`The schema has no type ${typeName}.`)
    if (type.isAny === true) {
      if (element.children.length === 0) findings.push({ kind: 'missing', element, name: '*' })
      return
    }
    attributes(element, type, findings)
    const [first] = element.children
    if (type.children !== undefined) {
      // An element without content may not even hold a space.
      const isEmptyType = type.children.length === 0 && element.children.length === 0
      if (isEmptyType ? element.value !== '' : element.hasOwnText)
        findings.push({ kind: 'text', element, name: element.tag })
      this.#children(element, childrenIn(type.children, type, first), findings)
      return
    }
    if (first !== undefined) findings.push({ kind: 'notExpected', element: first, name: first.tag })
    else if (!isOfType(element.value, type.text ?? 'string'))
      findings.push({ kind: 'value', element, name: element.tag, type: type.text ?? '' })
  }

  #children(element: XmlElement, allowed: Children, findings: SchemaFinding[]): void {
    let [at, count] = [0, 0]
    for (const child of element.children) {
      let next = allowed[at]
      while (next !== undefined && next[0] !== child.tag && count >= next[2]) {
        at += 1
        count = 0
        next = allowed[at]
      }
      if (next === undefined || next[0] !== child.tag || (next[3] > 0 && count >= next[3])) {
        findings.push(findingAt(element, child, allowed.slice(at), count))
        return
      }
      count += 1
      this.#element(child, next[1], findings)
    }
    for (; at < allowed.length; at += 1, count = 0) {
      const [name, , least] = allowed[at] ?? ['', '', 0]
      if (count < least) {
        findings.push({ kind: 'missing', element, name })
        return
      }
    }
  }
}

function attributes(
  element: XmlElement,
  { attributes: allowed = [] }: ContentType,
  findings: SchemaFinding[],
): void {
  for (const name of Object.keys(element.attributes))
    if (!allowed.some(([own]) => own === name) && !INSTANCE.test(name))
      findings.push({ kind: 'attributeNotExpected', element, name })
  for (const [name, type, isRequired] of allowed) {
    const value = element.attributes[name]
    if (value === undefined && isRequired)
      findings.push({ kind: 'attributeMissing', element, name })
    if (value !== undefined && !isOfType(value, type))
      findings.push({ kind: 'value', element, name: `@${name}`, type })
  }
}
