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
    text: text.replace(/^\[[^\]]+\]\s*-?\s*/, ''),
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
  const rule: RuleSource = { context: expression(match), asserts: [] }
  for (const element of elementsIn(template)) statement(element, rule)
  return [mode, Number(priority), rule]
}

function functionOf(element: MarkupElement): NonNullable<SheetSource['functions']>[number] {
  const selected = (each: MarkupElement): string => expression(each.attributes.select)
  const [result] = named(element, 'xsl:sequence')
  if (result === undefined) throw new Error('A function without a result.')
  return {
    name: element.attributes.name ?? '',
    parameters: named(element, 'xsl:param').map(({ attributes }) => attributes.name ?? ''),
    lets: named(element, 'xsl:variable').map((each) => [
      each.attributes.name ?? '',
      selected(each),
    ]),
    value: selected(result),
  }
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

/** The rules of a stylesheet. @throws Error when it has anything that is not understood: nothing is left out */
export function sheetOf(xslt: string, title: string): SheetSource {
  const root = parseMarkup(xslt)
  if (root.attributes.version !== '2.0') throw new Error('The sheet is not XSLT 2.0.')
  const patterns = new Map<string, [number, RuleSource][]>()
  for (const template of named(root, 'xsl:template')) {
    const found = ruleOf(template)
    if (found === undefined) continue
    const [mode, priority, rule] = found
    patterns.set(mode, [...(patterns.get(mode) ?? []), [priority, rule]])
  }
  const lets = named(root, 'xsl:variable')
    .filter(({ attributes }) => attributes.select !== undefined)
    .map(({ attributes: { name = '', select } }): [string, string] => [name, expression(select)])
  const functions = named(root, 'xsl:function').map(functionOf)
  return {
    title,
    patterns: [...patterns.values()].map((rules) =>
      rules.sort(([a], [b]) => b - a).map(([, rule]) => rule),
    ),
    ...(lets.length > 0 && { lets }),
    ...(functions.length > 0 && { functions }),
  }
}
