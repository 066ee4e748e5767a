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
