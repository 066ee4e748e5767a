/** What a template implies about its data: a tree of guesses, filled from every use of a name. */

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
