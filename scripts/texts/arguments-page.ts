/** The arguments of messages, and the types of TypeScript that the compiler checks them by. */
import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { hasArguments } from '../../src/translations/messages.ts'

/** The elements of a message; markup is text. */
export const elementsOf = (text: string): MessageFormatElement[] =>
  parse(text, { ignoreTag: true, shouldParseSkeletons: false })

/** What stands in a sentence as it is. */
const ANY = 'Text'

/** Keys of a select; `other` where it says something. */
function keysOf(options: Readonly<Record<string, { value: MessageFormatElement[] }>>): string[] {
  return Object.keys(options).filter(
    (key) => key !== 'other' || (options.other?.value.length ?? 0) > 0,
  )
}

function typeOf(keys: readonly string[]): string {
  const own = keys.filter((key) => key !== 'other')
  if (own.join() === 'true') return 'boolean'
  // Without a key there is nothing to choose: the message declares an argument that other languages need.
  if (own.length === 0) return ANY
  if (keys.includes('other')) return 'string'
  return own.map((key) => `'${key}'`).join(' | ')
}

/** The arguments of a message by name, each with its type in TypeScript. */
export function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string, type: string): void => {
    const before = found.get(name)
    // What chooses a wording decides the type, wherever else the argument stands.
    if (before === undefined || before === ANY) found.set(name, type)
  }
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isArgumentElement(element)) note(element.value, ANY)
      if (!isPluralElement(element) && !isSelectElement(element)) continue
      note(element.value, isPluralElement(element) ? 'number' : typeOf(keysOf(element.options)))
      for (const option of Object.values(element.options)) visit(option.value)
    }
  }
  visit(elementsOf(text))
  return found
}

const named = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`)

/** One member, on several lines where the formatter would break it. */
function member(indent: string, name: string, types: readonly [string, string][]): string {
  const values = types.map(([argument, type]) => `${argument}: ${type}`)
  const line = `${indent}${name}: (values: { ${values.join('; ')} }) => string`
  if (line.length <= 100) return line
  const lines = types.flatMap(([argument, type]) => {
    const whole = `${indent}  ${argument}: ${type}`
    if (whole.length <= 100) return [whole]
    return [`${indent}  ${argument}:`, ...type.split(' | ').map((each) => `${indent}    | ${each}`)]
  })
  return [`${indent}${name}: (values: {`, ...lines, `${indent}}) => string`].join('\n')
}

/** The members of a part of the catalogue that take arguments, or hold some that do. */
function members(part: object, indent: string): string[] {
  return Object.entries(part).flatMap(([name, each]: [string, unknown]) => {
    if (name.startsWith('@') || Array.isArray(each)) return []
    if (typeof each === 'string') {
      if (!hasArguments(each)) return []
      return [member(indent, named(name), [...argumentsOf(each)])]
    }
    const inner = members(each as object, `${indent}  `)
    return inner.length === 0 ? [] : [`${indent}${named(name)}: {`, ...inner, `${indent}}`]
  })
}

/** The whole file. */
export const argumentsPage = (english: unknown): string =>
  `/** What each message with arguments is given: written by \`npm run texts\` from en.json. */

/** Stands in the sentence as it is. */
type Text = string | number

/** The messages with arguments, by their names in the catalogue. */
export interface Arguments {
${members(english as object, '  ').join('\n')}
}
`
