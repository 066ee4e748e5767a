/** Patterns of XSLT 2.0: whether a rule applies to an element, asked from the element upwards. */
import type { XmlElement } from '../xml/xml-tree.ts'
import type { Evaluate, Focus } from './xpath-focus.ts'
import { isTrue } from './xpath-functions.ts'
import { nameTest } from './xpath-paths.ts'
import type { Expression, Step } from './xpath-syntax.ts'

/** Whether an element is one that the rule is for. */
export type Matches = (focus: Focus, element: XmlElement) => boolean

interface Part {
  /** Whether an element has the right name. */
  isNamed: (tag: string) => boolean
  predicates: Evaluate[]
  /** Whether other elements may stand between this one and the one before. */
  isLoose: boolean
}

function partsOf(steps: readonly Step[], compile: (expression: Expression) => Evaluate): Part[] {
  return steps.map((step) => {
    if (!('axis' in step) || (step.axis !== 'child' && step.axis !== 'descendant'))
      throw new Error(`XPath: ${JSON.stringify(step)} is not known in a pattern`)
    const { axis, test, predicates } = step
    return {
      isNamed: nameTest(test),
      predicates: predicates.map(compile),
      isLoose: axis === 'descendant',
    }
  })
}

const fits = ({ isNamed, predicates }: Part, element: XmlElement, focus: Focus): boolean =>
  isNamed(element.tag) &&
  predicates.every((predicate) =>
    isTrue(predicate(element === focus.item ? focus : { ...focus, item: element })),
  )

/** Whether the parts up to one fit an element and those above it. */
function fitsUpwards(
  parts: readonly Part[],
  last: number,
  element: XmlElement | undefined,
  focus: Focus,
  isAbsolute: boolean,
): boolean {
  const part = parts[last]
  if (part === undefined) return true
  if (element === undefined || !fits(part, element, focus)) return false
  if (last === 0) return part.isLoose || !isAbsolute || element.parent === undefined
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (fitsUpwards(parts, last - 1, at, focus, isAbsolute)) return true
    if (!part.isLoose) return false
  }
  return false
}

/** An alternative of a pattern. */
export interface Alternative {
  /** Whether its names fit an element's path from the root, whatever its predicates say. */
  fitsPath: (path: readonly string[]) => boolean
  /** Undefined when the names decide. */
  matches: Matches | undefined
}

/** Whether the parts up to one fit a path of names up to a place. */
function fitsNames(
  parts: readonly Part[],
  last: number,
  path: readonly string[],
  at: number,
  isAbsolute: boolean,
): boolean {
  const part = parts[last]
  if (part === undefined) return true
  const name = path[at]
  if (name === undefined || !part.isNamed(name)) return false
  if (last === 0) return part.isLoose || !isAbsolute || at === 0
  for (let above = at - 1; above >= 0; above -= 1) {
    if (fitsNames(parts, last - 1, path, above, isAbsolute)) return true
    if (!part.isLoose) return false
  }
  return false
}

type Path = Extract<Expression, { kind: 'path' }>

/** `A/(B | C)[test]/D` as `A/B[test]/D | A/C[test]/D`. @param at the place of the alternatives in the path */
function spread(path: Path, at: number, inner: Expression): Expression {
  if (inner.kind === 'union')
    return { ...inner, left: spread(path, at, inner.left), right: spread(path, at, inner.right) }
  const last = inner.kind === 'path' ? inner.steps.at(-1) : undefined
  if (inner.kind !== 'path' || last === undefined)
    throw new Error(`XPath: ${inner.kind} is no pattern`)
  const predicates = [...last.predicates, ...(path.steps[at]?.predicates ?? [])]
  const own = [...inner.steps.slice(0, -1), { ...last, predicates }]
  const steps = [...path.steps.slice(0, at), ...own, ...path.steps.slice(at + 1)]
  return { kind: 'path', absolute: at === 0 ? inner.absolute : path.absolute, steps }
}

/**
 * The alternatives of a pattern.
 * @throws Error for a pattern of another kind
 */
export function compilePattern(
  pattern: Expression,
  compile: (expression: Expression) => Evaluate,
): Alternative[] {
  if (pattern.kind === 'union')
    return [...compilePattern(pattern.left, compile), ...compilePattern(pattern.right, compile)]
  if (pattern.kind !== 'path') throw new Error(`XPath: ${pattern.kind} is no pattern`)
  const at = pattern.steps.findIndex((step) => 'expression' in step)
  const step = pattern.steps[at]
  if (step !== undefined && 'expression' in step)
    return compilePattern(spread(pattern, at, step.expression), compile)
  const { absolute } = pattern
  const parts = partsOf(pattern.steps, compile)
  const last = parts.length - 1
  const isPlain = parts.every(({ predicates }) => predicates.length === 0)
  return [
    {
      fitsPath: (path) => fitsNames(parts, last, path, path.length - 1, absolute),
      matches: isPlain
        ? undefined
        : (focus, element) => fitsUpwards(parts, last, element, focus, absolute),
    },
  ]
}
