/** What a template implies about its data: a tree of guesses, filled from every use of a name. */
import type { ValueKind } from '../language/filter-contract.ts'

/** Uses of a value, strongest evidence last. */
const STRENGTH = [
  'boolean',
  'text',
  'picture',
  'time',
  'datetime',
  'date',
  'number',
  'object',
  'list',
] as const

/** What a value of the data seems to be. */
export type ShapeKind = (typeof STRENGTH)[number]

/** The guess about one value. */
export class Shape {
  readonly kinds = new Set<ShapeKind>()
  readonly members = new Map<string, Shape>()
  /** Shape of the elements, once a use shows that this is a list. */
  element: Shape | undefined
  /** Whether a render without this value fails. */
  required = false
  /** A value the template compares with. */
  example: string | number | boolean | undefined

  /** The elements of a list; reading this makes it one. */
  get item(): Shape {
    this.element ??= new Shape()
    return this.element
  }

  member(name: string): Shape {
    let found = this.members.get(name)
    if (found === undefined) {
      found = new Shape()
      this.members.set(name, found)
    }
    return found
  }

  /** The kind that fits all uses best. */
  get kind(): ShapeKind | undefined {
    if (this.element !== undefined) return 'list'
    if (this.members.size > 0) return 'object'
    return STRENGTH.findLast((kind) => this.kinds.has(kind))
  }
}

/** A list of elements that are already known. */
export function listOf(element: Shape): Shape {
  const list = new Shape()
  list.element = element
  return list
}

/** What a value is used as; `any` reveals nothing. */
export type Wanted = ShapeKind | 'any'

/** What operators and filters want of a value, by kind. */
export const WANTED: Readonly<Record<ValueKind, Wanted>> = {
  number: 'number',
  text: 'text',
  date: 'date',
  list: 'list',
  boolean: 'boolean',
  any: 'text',
  item: 'any',
  rich: 'picture',
}
/** What filters want that say more than a kind. */
export const SPECIAL: Readonly<Record<string, Wanted>> = {
  datetime: 'datetime',
  time: 'time',
  count: 'list',
  epcqr: 'object',
}
/** Sample values of filters that accept only texts of a certain form. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  link: 'https://example.com/',
  html: '<p>Some <b>formatted</b> text</p>',
  markdown: 'Some **formatted** text',
}
/** Examples of what each kind of barcode holds. */
export const BARCODES: Readonly<Record<string, string>> = {
  ean13: '4006381333931',
  ean8: '96385074',
  upca: '036000291452',
  itf14: '15400141288763',
  isbn: '978-1-56581-231-4',
  code39: 'ABC-123',
  code128: 'ABC-123',
}
/** Examples of the members of a payment code. */
export const PAYMENT: Readonly<Record<string, string>> = {
  name: 'Exemple SAS',
  iban: 'FR7630006000011234567890189',
  amount: '120.50',
}
/** Filters of lists whose members are numbers. */
export const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max'])
