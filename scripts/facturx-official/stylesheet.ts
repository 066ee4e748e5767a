/** Reads a schematron as its makers publish it, compiled to XSLT, back into its rules. */
import { SaxesParser } from 'saxes'
import type { AssertSource, RuleSource, SheetSource } from '../../src/facturx/official/sheet.ts'

/** An element of a stylesheet with its text in place. */
export interface MarkupElement {
  name: string
  attributes: Record<string, string>
  content: (MarkupElement | string)[]
}

/** Reads XML of our own build; names keep their prefixes. */
export function parseMarkup(xml: string): MarkupElement {
  const root: MarkupElement = { name: '', attributes: {}, content: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, content: [] }
    open.at(-1)?.content.push(element)
    open.push(element)
  })
  parser.on('text', (text) => open.at(-1)?.content.push(text))
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  const [first] = elementsIn(root)
  if (first === undefined) throw new Error('The file is empty.')
  return first
}

/** The elements directly in one. */
export const elementsIn = ({ content }: MarkupElement): MarkupElement[] =>
  content.filter((each) => typeof each !== 'string')

const named = (element: MarkupElement, name: string): MarkupElement[] =>
  elementsIn(element).filter((each) => each.name === name)

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** An expression on one line; spaces in its texts stay. */
const expression = (text: string | undefined): string => {
  if (text === undefined) throw new Error('An expression is missing.')
  const coded =
    /document\('[^']+_codedb\.xml'\)\/codedb\/cl\[@id=(\d+)\]\/enumeration\[@value=(\$\w+)\]/g
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(coded, 'in-list($1, $2)')
    .trim()
}

/** The words of an assertion; a value that they quote is three dots. */
const wordsOf = (element: MarkupElement): string =>
  element.content
    .map((each) =>
      typeof each === 'string' ? each : each.name === 'xsl:value-of' ? '…' : wordsOf(each),
    )
    .join('')

function attributeSet(element: MarkupElement, name: string): string | undefined {
  const found = named(element, 'xsl:attribute').find(({ attributes }) => attributes.name === name)
  return found === undefined ? undefined : oneLine(wordsOf(found))
}

function assertOf(failed: MarkupElement, test: string): AssertSource {
  const [id, flag] = [attributeSet(failed, 'id'), attributeSet(failed, 'flag')]
  const text = oneLine(named(failed, 'svrl:text').map(wordsOf).join(' '))
  return {
    ...(id !== undefined && { id }),
    ...(flag !== undefined && flag !== 'fatal' && { flag }),
    test,
    text: text
      .replace(/^\[[^\]]+\]\s*-?\s*/, '')
      .replace(/^(?:Num|Code) .*?\[BR-FREXT-[^\]]*\]\s*-\s*/, ''),
  }
}

function statement(element: MarkupElement, rule: RuleSource): void {
  switch (element.name) {
    case 'xsl:variable': {
      const { name = '', select } = element.attributes
      rule.lets = [...(rule.lets ?? []), [name, expression(select)]]
      break
    }
    case 'xsl:choose': {
      const [when] = named(element, 'xsl:when')
      const [failed] = named(element, 'xsl:otherwise').flatMap((each) =>
        named(each, 'svrl:failed-assert'),
      )
      if (when === undefined || failed === undefined) throw new Error('An assertion is unknown.')
      rule.asserts.push(assertOf(failed, expression(when.attributes.test)))
      break
    }
    case 'xsl:if': {
      const [report] = named(element, 'svrl:successful-report')
      if (report === undefined) throw new Error('A report is unknown.')
      rule.asserts.push(assertOf(report, `not(${expression(element.attributes.test)})`))
      break
    }
    default:
      if (!['svrl:fired-rule', 'xsl:apply-templates'].includes(element.name))
        throw new Error(`${element.name} is unknown in a rule.`)
  }
}

/** The pattern (mode) and priority of a rule; undefined for other templates. */
function ruleOf(
  template: MarkupElement,
): [mode: string, priority: number, rule: RuleSource] | undefined {
  const { match, mode = '', priority = '' } = template.attributes
  if (!/^M\d+$/.test(mode) || Number(priority) < 0) return undefined
  const rule: RuleSource = { context: patternOf(expression(match)), asserts: [] }
  for (const element of elementsIn(template)) statement(element, rule)
  return [mode, Number(priority), rule]
}

/** The value of a variable: an expression, a text, or what it holds. */
function valueIn(element: MarkupElement): string {
  const { select } = element.attributes
  if (select !== undefined) return expression(select)
  return elementsIn(element).length === 0 ? `'${wordsOf(element)}'` : resultOf(element)
}

/** What a function, a branch or a variable results in, as one expression. */
function resultOf(element: MarkupElement): string {
  const variables = named(element, 'xsl:variable').map(
    (each) => `for $${each.attributes.name ?? ''} in ${valueIn(each)} return `,
  )
  return `(${variables.join('')}${branchOf(element)})`
}

function branchOf(element: MarkupElement): string {
  const [sequence] = named(element, 'xsl:sequence')
  if (sequence !== undefined) return expression(sequence.attributes.select)
  const [choose] = named(element, 'xsl:choose')
  const [when, otherwise] = choose === undefined ? [] : elementsIn(choose)
  if (when === undefined || otherwise?.name !== 'xsl:otherwise')
    throw new Error('A function without a result.')
  return `if (${expression(when.attributes.test)}) then ${resultOf(when)} else ${resultOf(otherwise)}`
}

function functionOf(element: MarkupElement): NonNullable<SheetSource['functions']>[number] {
  return {
    name: element.attributes.name ?? '',
    parameters: named(element, 'xsl:param').map(({ attributes }) => attributes.name ?? ''),
    lets: named(element, 'xsl:variable').map((each) => [each.attributes.name ?? '', valueIn(each)]),
    value: branchOf(element),
  }
}

/** `(A | B)[test]` as `A[test] | B[test]`, the form of patterns; also with a path after the union. */
function patternOf(match: string): string {
  const [, union, test] = /^\(([^()[\]]+)\)(\[.+\]|\/[^()|]+|)$/.exec(match) ?? []
  return union === undefined
    ? match
    : union
        .split('|')
        .map((each) => each.trim() + test)
        .join(' | ')
}

/** Code lists that a sheet keeps beside itself. */
export function codeListsOf(xml: string): Record<string, string> {
  return Object.fromEntries(
    named(parseMarkup(xml), 'cl').map((list) => [
      list.attributes.id ?? '',
      named(list, 'enumeration')
        .map(({ attributes }) => attributes.value ?? '')
        .join('\n'),
    ]),
  )
}

/** The functions that the rules call, and those that these call; some sheets have others too, of countries they do not judge. */
function usedIn(
  rules: unknown,
  all: readonly MarkupElement[],
): NonNullable<SheetSource['functions']> {
  const used = new Map<string, NonNullable<SheetSource['functions']>[number]>()
  const visit = (text: string): void => {
    for (const element of all) {
      const { name = '' } = element.attributes
      if (used.has(name) || !text.includes(`${name}(`)) continue
      const made = functionOf(element)
      used.set(name, made)
      visit(JSON.stringify(made))
    }
  }
  visit(JSON.stringify(rules))
  return all.flatMap(({ attributes }) => used.get(attributes.name ?? '') ?? [])
}

/** The prefixes that the parser of invoices gives to namespaces of UBL. */
const UBL_PREFIXES: Readonly<Record<string, string>> = { 'Invoice-2': 'ubl', 'CreditNote-2': 'cn' }

/** The sheet with these prefixes, whatever its makers call the namespaces. */
function withOurPrefixes(xslt: string): string {
  const declared =
    /xmlns:([\w-]+)="urn:oasis:names:specification:ubl:schema:xsd:(Invoice-2|CreditNote-2)"/g
  return [...xslt.matchAll(declared)].reduce((text, [, prefix = '', name = '']) => {
    const ours = UBL_PREFIXES[name] ?? prefix
    return prefix === ours
      ? text
      : text.replaceAll(new RegExp(`\\b${prefix}:(?=\\w)`, 'g'), `${ours}:`)
  }, xslt)
}

/** The rules of a stylesheet. @throws Error when it has anything that is not understood: nothing is left out */
export function sheetOf(xslt: string, title: string): SheetSource {
  const root = parseMarkup(withOurPrefixes(xslt))
  if (root.attributes.version !== '2.0') throw new Error('The sheet is not XSLT 2.0.')
  const patterns = new Map<string, [number, RuleSource][]>()
  for (const template of named(root, 'xsl:template')) {
    const found = ruleOf(template)
    if (found === undefined) continue
    const [mode, priority, rule] = found
    patterns.set(mode, [...(patterns.get(mode) ?? []), [priority, rule]])
  }
  const lets = [...named(root, 'xsl:param'), ...named(root, 'xsl:variable')]
    .filter(({ attributes }) => attributes.select !== undefined)
    .map(({ attributes: { name = '', select } }): [string, string] => [name, expression(select)])
  const functions = usedIn([...patterns.values()], named(root, 'xsl:function'))
  return {
    title,
    patterns: [...patterns.values()].map((rules) =>
      rules.sort(([a], [b]) => b - a).map(([, rule]) => rule),
    ),
    ...(lets.length > 0 && { lets }),
    ...(functions.length > 0 && { functions }),
  }
}
