/** Runs an official schematron, compiled from its own text, on the XML of an invoice. */
import { XmlElement } from '../xml-tree.ts'
import { compilePattern, type Matches } from './match-pattern.ts'
import { bound, compileXPath, type Library } from './xpath-compiler.ts'
import { type Evaluate, type Focus, type Variables, XmlDocument } from './xpath-focus.ts'
import { isTrue, type XPathFunction } from './xpath-functions.ts'
import { parseXPath } from './xpath-parser.ts'
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
export interface OfficialBreach {
  id: string | undefined
  isWarning: boolean
  text: string
  element: XmlElement
  /** Why the sheet could not be evaluated here, which its makers' own processor ends with. */
  fault?: string
}

interface CompiledAssert {
  source: AssertSource
  test: Evaluate
}

interface CompiledRule {
  pattern: number
  matches: Matches
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
    const steps = lets.map(([own, text]) => [own, compileXPath(parseXPath(text), library)] as const)
    const result = compileXPath(parseXPath(value), library)
    functions.set(name, (values, { document }) => {
      let variables: Variables | undefined
      parameters.forEach((parameter, index) => {
        const given = values[index] ?? []
        if (given.length > 1) throw new XPathError(`several values for ${name}`)
        variables = bound(parameter, given, variables)
      })
      const focus: Focus = { document, item: undefined, position: 1, size: 1, variables }
      for (const [own, step] of steps) focus.variables = bound(own, step(focus), focus.variables)
      return result(focus)
    })
  }
  return functions
}

/** A compiled sheet. */
export class Sheet {
  readonly title: string
  readonly #rules = new Map<string, CompiledRule[]>()
  readonly #patterns: number
  readonly #lets: [name: string, value: Evaluate][]

  /** @throws Error when the sheet uses what is not known: then the compiler must learn it, no rule is left out */
  constructor(source: SheetSource) {
    this.title = source.title
    this.#patterns = source.patterns.length
    const library = { functions: customFunctions(source), lists: listsOf(source) }
    const compile = (text: string): Evaluate => compileXPath(parseXPath(text), library)
    this.#lets = (source.lets ?? []).map(([name, value]) => [name, compile(value)])
    source.patterns.forEach((rules, pattern) => {
      for (const rule of rules) this.#add(rule, pattern, library)
    })
  }

  #add({ context, lets = [], asserts }: RuleSource, pattern: number, library: Library): void {
    const compile = (text: string): Evaluate => compileXPath(parseXPath(text), library)
    const compiled = {
      lets: lets.map(([name, value]): [string, Evaluate] => [name, compile(value)]),
      asserts: asserts.map((source) => ({ source, test: compile(source.test) })),
    }
    const byName = compilePattern(parseXPath(context), (part) => compileXPath(part, library))
    for (const { name, matches } of byName) {
      const rules = this.#rules.get(name) ?? []
      this.#rules.set(name, rules)
      rules.push({ pattern, matches, ...compiled })
    }
  }

  /** Everything that the sheet finds, in document order. */
  check(document: XmlDocument): OfficialBreach[] {
    const breaches: OfficialBreach[] = []
    const anywhere = this.#rules.get('*') ?? []
    const start: Focus = { document, item: undefined, position: 1, size: 1, variables: undefined }
    setVariables(this.#lets, start)
    const done = new Int32Array(this.#patterns)
    let visit = 0
    for (const element of document.root.walk()) {
      visit += 1
      const rules = this.#rules.get(element.tag) ?? []
      for (const rule of anywhere.length === 0 ? rules : [...rules, ...anywhere]) {
        if (done[rule.pattern] === visit) continue
        const focus = { ...start, item: element }
        if (!fits(rule, focus, element)) continue
        done[rule.pattern] = visit
        apply(rule, focus, element, breaches)
      }
    }
    return breaches
  }
}

/** Sets the variables of a rule; one that cannot be evaluated is missing, which only those who ask for it notice. */
function setVariables(lets: readonly [name: string, value: Evaluate][], focus: Focus): void {
  for (const [name, value] of lets) {
    try {
      focus.variables = bound(name, value(focus), focus.variables)
    } catch (error) {
      if (!(error instanceof XPathError)) throw error
    }
  }
}

/** Whether a rule is for an element; an error in a pattern is a no (XSLT 2.0, 5.5.4). */
function fits({ matches }: CompiledRule, focus: Focus, element: XmlElement): boolean {
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
  breaches: OfficialBreach[],
): void {
  setVariables(rule.lets, focus)
  for (const { source, test } of rule.asserts) {
    const breach = { id: source.id, isWarning: isWarning(source), text: source.text, element }
    try {
      if (!isTrue(test(focus))) breaches.push(breach)
    } catch (error) {
      if (!(error instanceof XPathError)) throw error
      breaches.push({ ...breach, fault: error.message })
    }
  }
}

const isWarning = ({ id, flag }: AssertSource): boolean => id === undefined || flag === 'warning'

/** A document to check, made once for all sheets. */
export const documentOf = (root: XmlElement): XmlDocument => new XmlDocument(root)
