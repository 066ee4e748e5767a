/** Reads the XML schema of a profile into a table: which children in which order, which attributes, which simple type. */
import type { ContentType, SchemaSource } from '../../src/facturx/official/schema.ts'
import { elementsIn, type MarkupElement, parseMarkup } from './stylesheet.ts'

const PARTS = {
  rsm: '',
  ram: '_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100',
  udt: '_urn_un_unece_uncefact_data_standard_UnqualifiedDataType_100',
  qdt: '_urn_un_unece_uncefact_data_standard_QualifiedDataType_100',
}

const SIMPLE = ['xs:token', 'xs:string', 'xs:decimal', 'xs:boolean', 'xs:base64Binary']

const only = (element: MarkupElement): MarkupElement => {
  const [first, ...others] = elementsIn(element)
  if (first === undefined || others.length > 0)
    throw new Error(`${element.name} is not understood.`)
  return first
}

class Schema {
  readonly types: SchemaSource['types'] = {}
  /** Simple types and what they are made from; none of them restricts any further. */
  readonly #bases = new Map<string, string>()

  constructor(schemas: [prefix: string, root: MarkupElement][]) {
    for (const [prefix, root] of schemas)
      for (const type of elementsIn(root))
        if (type.name === 'xs:simpleType') this.#simple(`${prefix}:${type.attributes.name}`, type)
    for (const [prefix, root] of schemas)
      for (const type of elementsIn(root))
        if (type.name === 'xs:complexType')
          this.types[`${prefix}:${type.attributes.name}`] = this.#complex(
            type,
            prefix,
            `${prefix}:${type.attributes.name}`,
          )
        else if (!['xs:simpleType', 'xs:import', 'xs:element'].includes(type.name))
          throw new Error(`${type.name} is not understood.`)
  }

  #simple(name: string, type: MarkupElement): void {
    const restriction = only(type)
    if (restriction.name !== 'xs:restriction' || elementsIn(restriction).length > 0)
      throw new Error(`${name} restricts more than is understood.`)
    this.#bases.set(name, restriction.attributes.base ?? '')
  }

  #base(name: string): string {
    const base = this.#bases.get(name)
    if (base !== undefined) return this.#base(base)
    if (!SIMPLE.includes(name)) throw new Error(`The type ${name} is not understood.`)
    return name.slice('xs:'.length)
  }

  #complex(type: MarkupElement, prefix: string, name: string): ContentType {
    if (elementsIn(type).length === 0) return { children: [] }
    const model = only(type)
    if (model.name === 'xs:simpleContent') return this.#withText(only(model))
    const isChoiceOfOne = model.name === 'xs:choice' && elementsIn(model).length === 1
    if (model.name !== 'xs:sequence' && !isChoiceOfOne)
      throw new Error(`${model.name} in ${name} is not understood.`)
    return { children: elementsIn(model).map((child) => this.#child(child, prefix, name)) }
  }

  #child(
    child: MarkupElement,
    prefix: string,
    owner: string,
  ): NonNullable<ContentType['children']>[number] {
    const { name, type, minOccurs = '1', maxOccurs = '1' } = child.attributes
    if (child.name !== 'xs:element' || name === undefined)
      throw new Error(`${child.name} in ${owner} is not understood.`)
    const typeName = type ?? `${owner}.${name}`
    if (type === undefined) this.types[typeName] = this.#complex(only(child), prefix, typeName)
    else if (SIMPLE.includes(type)) this.types[type] = { text: this.#base(type) }
    const most = maxOccurs === 'unbounded' ? 0 : Number(maxOccurs)
    return [`${prefix}:${name}`, typeName, Number(minOccurs), most]
  }

  #withText(extension: MarkupElement): ContentType {
    if (extension.name !== 'xs:extension') throw new Error(`${extension.name} is not understood.`)
    const attributes = elementsIn(extension).map(
      ({ name, attributes: { name: own = '', type = '', use } }): [string, string, boolean] => {
        if (name !== 'xs:attribute') throw new Error(`${name} is not understood.`)
        return [own, this.#base(type), use === 'required']
      },
    )
    return {
      text: this.#base(extension.attributes.base ?? ''),
      ...(attributes.length > 0 && { attributes }),
    }
  }
}

/** @param read gives the text of a file of the schema by what its name ends with */
export function schemaOf(read: (part: string) => string): SchemaSource {
  const { types } = new Schema(
    Object.entries(PARTS).map(([prefix, part]) => [prefix, parseMarkup(read(part))]),
  )
  return { root: ['rsm:CrossIndustryInvoice', 'rsm:CrossIndustryInvoiceType'], types }
}

const UBL_PARTS = {
  ubl: 'maindoc/UBL-Invoice',
  cn: 'maindoc/UBL-CreditNote',
  cac: 'common/UBL-CommonAggregateComponents',
  cbc: 'common/UBL-CommonBasicComponents',
  ext: 'common/UBL-CommonExtensionComponents',
  qdt: 'common/UBL-QualifiedDataTypes',
  udt: 'common/UBL-UnqualifiedDataTypes',
  'ccts-cct': 'common/CCTS_CCT_SchemaModule',
}
const ANY: ContentType = { isAny: true }

/** Simple types that restrict a text to a length: what our table calls them. */
const LENGTHS: Readonly<Record<string, string>> = { 'minLength 1,maxLength 3': 'code3' }

/** A library of types, of which an invoice uses a part: of UBL, whose elements are declared apart from the types that they stand in, and of CII. */
class LibrarySchema {
  readonly types: SchemaSource['types'] = { any: ANY }
  readonly #elements = new Map<string, string>()
  readonly #definitions = new Map<string, [prefix: string, MarkupElement]>()
  /** Simple types and what they are made from. */
  readonly #bases = new Map<string, string>()

  constructor(schemas: [prefix: string, root: MarkupElement][]) {
    const full = (prefix: string, name = ''): string =>
      name.includes(':') ? name : `${prefix}:${name}`
    for (const [prefix, root] of schemas)
      for (const each of elementsIn(root)) {
        const { name, type } = each.attributes
        if (each.name === 'xsd:element') this.#elements.set(full(prefix, name), full(prefix, type))
        if (each.name === 'xsd:complexType')
          this.#definitions.set(full(prefix, name), [prefix, each])
        if (each.name === 'xsd:simpleType') this.#bases.set(full(prefix, name), baseOf(only(each)))
      }
  }

  /** The content of a type, and of those in it; a type that only renames another is that one. */
  add(name: string): string {
    if (this.types[name] !== undefined) return name
    if (name === 'ext:ExtensionContentType') return 'any'
    if (name.startsWith('xsd:') || this.#bases.has(name)) {
      this.types[name] = { text: this.#base(name) }
      return name
    }
    const [prefix, definition] = this.#definitions.get(name) ?? []
    if (prefix === undefined || definition === undefined) throw new Error(`${name} is unknown.`)
    const model = elementsIn(definition).find((each) => each.name !== 'xsd:annotation')
    if (model?.name === 'xsd:simpleContent') return this.#text(name, model)
    if (model?.name !== 'xsd:sequence' && model?.name !== 'xsd:choice')
      throw new Error(`${name} is not understood.`)
    const children: NonNullable<ContentType['children']> = []
    this.types[name] = { children, ...(model.name === 'xsd:choice' && { isChoice: true }) }
    for (const child of elementsIn(model)) children.push(this.#child(child, prefix, name))
    return name
  }

  #child(
    child: MarkupElement,
    prefix: string,
    owner: string,
  ): NonNullable<ContentType['children']>[number] {
    const { ref, name = '', minOccurs = '1', maxOccurs = '1' } = child.attributes
    const tag = ref?.includes(':') ? ref : `${prefix}:${ref ?? name}`
    const inner = elementsIn(child).find((each) => each.name === 'xsd:complexType')
    if (inner !== undefined) this.#definitions.set(`${owner}.${name}`, [prefix, inner])
    const type =
      ref === undefined ? (child.attributes.type ?? `${owner}.${name}`) : this.#elements.get(tag)
    if (child.name !== 'xsd:element' || type === undefined)
      throw new Error(`${child.name} ${tag} in ${owner} is not understood.`)
    const most = maxOccurs === 'unbounded' ? 0 : Number(maxOccurs)
    return [tag, this.add(type), Number(minOccurs), most]
  }

  #base(name: string): string {
    const base = this.#bases.get(name)
    return base === undefined ? name.replace('xsd:', '') : this.#base(base)
  }

  #text(name: string, model: MarkupElement): string {
    const content = elementsIn(model).find((each) => each.name !== 'xsd:annotation')
    const { base = '' } = content?.attributes ?? {}
    const own = elementsIn(content ?? model).filter((each) => each.name === 'xsd:attribute')
    const isPlain = base.startsWith('xsd:') || this.#bases.has(base)
    const above = isPlain ? undefined : this.add(base)
    if (above !== undefined && own.length === 0) return above
    const before = above === undefined ? [] : (this.types[above]?.attributes ?? [])
    const attributes = new Map(before.map((each) => [each[0], each]))
    for (const { attributes: given } of own) {
      const { name: attribute = '', type = '', use } = given
      attributes.set(attribute, [attribute, this.#base(type), use === 'required'])
    }
    this.types[name] = {
      text: isPlain ? this.#base(base) : (this.types[above ?? '']?.text ?? ''),
      ...(attributes.size > 0 && { attributes: [...attributes.values()] }),
    }
    return name
  }
}

/** What a simple type restricts; one that is understood only where its limits are. */
function baseOf(restriction: MarkupElement): string {
  const limits = elementsIn(restriction)
    .map(({ name, attributes }) => `${name.replace('xsd:', '')} ${attributes.value ?? ''}`)
    .join()
  const base = limits === '' ? restriction.attributes.base : LENGTHS[limits]
  if (restriction.name !== 'xsd:restriction' || base === undefined)
    throw new Error(`${limits} restricts more than is understood.`)
  return base
}

const libraryOf = (parts: Readonly<Record<string, string>>, read: (part: string) => string) =>
  new LibrarySchema(
    Object.entries(parts).map(([prefix, part]) => [prefix, parseMarkup(read(part))]),
  )

/** The schema of the invoice of UBL 2.1, with that of the credit note. @param read gives a file by the start of its path */
export function ublSchemaOf(read: (part: string) => string): SchemaSource {
  const schema = libraryOf(UBL_PARTS, read)
  const root: SchemaSource['root'] = ['ubl:Invoice', schema.add('ubl:InvoiceType')]
  schema.add('cn:CreditNoteType')
  return { root, types: schema.types }
}

/** The whole schema of CII, of which the profiles have parts. @param read gives a file by what its name ends with */
export function ciiSchemaOf(read: (part: string) => string): SchemaSource {
  const schema = libraryOf(PARTS, read)
  const type = schema.add('rsm:CrossIndustryInvoiceType')
  const { any: _, ...types } = schema.types
  return { root: ['rsm:CrossIndustryInvoice', type], types }
}
