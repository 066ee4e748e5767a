/** Runs an official schematron, compiled from its own text, on the XML of an invoice. */
import type { XmlElement } from '../xml/xml-tree.ts'
import { type Alternative, compilePattern, type Matches } from './match-pattern.ts'
import {
  bound,
  boundLater,
  compileCondition,
  compileXPath,
  type Library,
} from './xpath-compiler.ts'
import type { Condition, Evaluate, Focus, Variables, XmlDocument } from './xpath-focus.ts'
import type { XPathFunction } from './xpath-functions.ts'
import { parseXPath } from './xpath-parser.ts'
import type { Expression } from './xpath-syntax.ts'
import { XPathError } from './xpath-values.ts'

/** One assertion: what must hold at each place of its rule. */
export interface AssertSource {
  /** The official id. Absent for what a sheet only reports: an element it marks as not used. */
  id?: string
  /** `warning` where the sheet says so; else the file is wrong. */
  flag?: string
  test: string
  /** The official words, in the language of the sheet. */
  text: string
}

/** A rule of a sheet: where it applies, its variables, its assertions. */
export interface RuleSource {
  context: string
  lets?: [name: string, value: string][]
  asserts: AssertSource[]
}

/** A sheet as `scripts/facturx-official` extracts it: in each pattern the first rule whose context fits is applied. */
export interface SheetSource {
  title: string
  patterns: RuleSource[][]
  /** Variables of the whole sheet. */
  lets?: [name: string, value: string][]
  functions?: { name: string; parameters: string[]; lets: [string, string][]; value: string }[]
  lists?: Record<string, string>
}

/** An assertion that does not hold at a place. */
export interface FailedAssertion {
  id: string | undefined
  isWarning: boolean
  text: string
  element: XmlElement
  /** Why the sheet could not be evaluated here, which its makers' own processor ends with. */
  finding?: string
}

interface CompiledAssert {
  source: AssertSource
  test: Condition
}

interface CompiledRule {
  pattern: number
  alternatives: Alternative[]
  lets: [name: string, value: Evaluate][]
  asserts: CompiledAssert[]
}

/** A code list in a sheet, one that it reads from another file. */
const listsOf = (source: SheetSource): Library['lists'] =>
  new Map(
    Object.entries(source.lists ?? {}).map(([id, values]) => [id, new Set(values.split('\n'))]),
  )

function customFunctions(source: SheetSource): ReadonlyMap<string, XPathFunction> {
  const functions = new Map<string, XPathFunction>()
  const library: Library = { functions, lists: new Map() }
  for (const { name, parameters, lets, value } of source.functions ?? []) {
    // later, when every function is known: some call each other
    const steps = lets.map(([own, text]): [string, Evaluate] => [
      own,
      lazily(text, library, compileXPath),
    ])
    const result = lazily(value, library, compileXPath)
    functions.set(name, (values, { document }) => {
      let variables: Variables | undefined
      parameters.forEach((parameter, index) => {
        const given = values[index] ?? []
        if (given.length > 1) throw new XPathError(`several values for ${name}`)
        variables = bound(parameter, given, variables)
      })
      const focus: Focus = { document, item: undefined, position: 1, size: 1, variables }
      setVariables(steps, focus)
      return result(focus)
    })
  }
  return functions
}

/** A rule at a place of the invoice, and what its predicates ask. */
interface Candidate {
  rule: CompiledRule
  /** Undefined when the place alone decides. */
  matches: Matches | undefined
}

/** A path of names from the root, with the rules for it. */
interface Place {
  path: readonly string[]
  candidates: Candidate[]
  below: Map<string, Place>
}

/** An invoice has some hundred places; a stranger's file may have any number of them. */
const PLACES_KEPT_MAX = 2000

/** Compiles at first use: an invoice asks for a small part of a sheet. */
function lazily<Value>(
  text: string,
  library: Library,
  compile: (expression: Expression, library: Library) => (focus: Focus) => Value,
): (focus: Focus) => Value {
  let compiled: ((focus: Focus) => Value) | undefined
  return (focus) => {
    compiled ??= compile(parseXPath(text), library)
    return compiled(focus)
  }
}

/** A compiled sheet. */
export class Sheet {
  readonly title: string
  readonly #rules: CompiledRule[] = []
  readonly #patterns: number
  readonly #lets: [name: string, value: Evaluate][]
  #top: Place = { path: [], candidates: [], below: new Map() }
  #places = 0

  constructor(source: SheetSource) {
    this.title = source.title
    this.#patterns = source.patterns.length
    const library = { functions: customFunctions(source), lists: listsOf(source) }
    const compile = (text: string): Evaluate => lazily(text, library, compileXPath)
    this.#lets = (source.lets ?? []).map(([name, value]) => [name, compile(value)])
    source.patterns.forEach((rules, pattern) => {
      for (const { context, lets = [], asserts } of rules)
        this.#rules.push({
          pattern,
          alternatives: compilePattern(parseXPath(context), (part) => compileXPath(part, library)),
          lets: lets.map(([name, value]): [string, Evaluate] => [name, compile(value)]),
          asserts: asserts.map((source) => ({
            source,
            test: lazily(source.test, library, compileCondition),
          })),
        })
    })
  }

  /** The rules for a place; of a pattern none after one that has no further condition. */
  #candidates(path: readonly string[]): Candidate[] {
    const decided = new Set<number>()
    const candidates: Candidate[] = []
    for (const rule of this.#rules) {
      if (decided.has(rule.pattern)) continue
      const fitting = rule.alternatives.filter(({ fitsPath }) => fitsPath(path))
      if (fitting.some(({ matches }) => matches === undefined)) {
        decided.add(rule.pattern)
        candidates.push({ rule, matches: undefined })
      } else if (fitting.length > 0) {
        const [first, ...others] = fitting.map(({ matches }) => matches)
        const matches: Matches = (focus, element) =>
          fitting.some((each) => each.matches?.(focus, element))
        candidates.push({ rule, matches: others.length === 0 ? first : matches })
      }
    }
    return candidates
  }

  #placeOf(element: XmlElement, above: Place): Place {
    const known = above.below.get(element.tag)
    if (known !== undefined) return known
    const path = [...above.path, element.tag]
    const place = { path, candidates: this.#candidates(path), below: new Map() }
    if (this.#places < PLACES_KEPT_MAX) {
      this.#places += 1
      above.below.set(element.tag, place)
    }
    return place
  }

  /** Everything that the sheet finds, in document order. */
  check(document: XmlDocument): FailedAssertion[] {
    const start: Focus = { document, item: undefined, position: 1, size: 1, variables: undefined }
    setVariables(this.#lets, start)
    const walk: Walk = { start, done: new Int32Array(this.#patterns), visit: 0, assertions: [] }
    this.#visit(document.root, this.#top, walk)
    return walk.assertions
  }

  #visit(element: XmlElement, above: Place, walk: Walk): void {
    const place = this.#placeOf(element, above)
    walk.visit += 1
    const { visit } = walk
    const { document, variables } = walk.start
    for (const { rule, matches } of place.candidates) {
      if (walk.done[rule.pattern] === visit) continue
      const focus: Focus = { document, item: element, position: 1, size: 1, variables }
      if (matches !== undefined && !fits(matches, focus, element)) continue
      walk.done[rule.pattern] = visit
      apply(rule, focus, element, walk.assertions)
    }
    for (const child of element.children) this.#visit(child, place, walk)
  }
}

/** One run of a sheet over a document. */
interface Walk {
  start: Focus
  /** Per pattern the last element at which one of its rules was applied. */
  done: Int32Array
  visit: number
  assertions: FailedAssertion[]
}

/** Sets the variables of a rule. */
function setVariables(lets: readonly [name: string, value: Evaluate][], focus: Focus): void {
  for (const [name, value] of lets) focus.variables = boundLater(name, value, focus)
}

/** Whether a rule is for an element; an error in a pattern is a no (XSLT 2.0, 5.5.4). */
function fits(matches: Matches, focus: Focus, element: XmlElement): boolean {
  try {
    return matches(focus, element)
  } catch (error) {
    if (!(error instanceof XPathError)) throw error
    return false
  }
}

function apply(
  rule: CompiledRule,
  focus: Focus,
  element: XmlElement,
  assertions: FailedAssertion[],
): void {
  setVariables(rule.lets, focus)
  for (const { source, test } of rule.asserts) {
    try {
      if (!test(focus)) assertions.push(assertionOf(source, element))
    } catch (error) {
      if (!(error instanceof XPathError)) throw error
      assertions.push({ ...assertionOf(source, element), finding: error.message })
    }
  }
}

const assertionOf = (source: AssertSource, element: XmlElement): FailedAssertion => ({
  id: source.id,
  isWarning: isWarning(source),
  text: source.text,
  element,
})

const isWarning = ({ id, flag }: AssertSource): boolean =>
  id === undefined || flag === 'warning' || flag === 'information'
