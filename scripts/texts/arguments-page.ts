/** The arguments of messages, and a sample of each, from whose type the compiler knows what it takes. */
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

/**
 * What stands for an argument in arguments.json, so that its type in TypeScript tells what a caller gives
 * (`Given` in translations/messages.ts): `''` for what stands in the sentence as it is, `0` for what chooses a plural
 * form, `true` for a choice with or without, `null` for a choice of words that has a form for all others, and an object
 * with the words of a choice that has none.
 */
type Sample = '' | 0 | true | null | Readonly<Record<string, ''>>

/** Keys of a select; `other` where it says something. */
function keysOf(options: Readonly<Record<string, { value: MessageFormatElement[] }>>): string[] {
  return Object.keys(options).filter(
    (key) => key !== 'other' || (options.other?.value.length ?? 0) > 0,
  )
}

function choiceOf(keys: readonly string[]): Sample {
  const own = keys.filter((key) => key !== 'other')
  if (own.join() === 'true') return true
  // Without a key there is nothing to choose: the message declares an argument that other languages need.
  if (own.length === 0) return ''
  return keys.includes('other') ? null : Object.fromEntries(own.map((key) => [key, '']))
}

/** The arguments of a message by name, each with its sample. */
export function argumentsOf(text: string): Map<string, Sample> {
  const found = new Map<string, Sample>()
  const note = (name: string, sample: Sample): void => {
    // What chooses a wording decides the type, wherever else the argument stands.
    const before = found.get(name)
    if (before === undefined || before === '') found.set(name, sample)
  }
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isArgumentElement(element)) note(element.value, '')
      if (!isPluralElement(element) && !isSelectElement(element)) continue
      note(element.value, isPluralElement(element) ? 0 : choiceOf(keysOf(element.options)))
      for (const option of Object.values(element.options)) visit(option.value)
    }
  }
  visit(elementsOf(text))
  return found
}

type Samples = { [name: string]: Sample | Samples }

/** The members of a part of the catalogue that take arguments, or hold some that do. */
function samplesOf(part: object): Samples {
  const members = Object.entries(part).flatMap(([name, each]: [string, unknown]) => {
    if (name.startsWith('@') || Array.isArray(each)) return []
    if (typeof each === 'string')
      return hasArguments(each) ? [[name, Object.fromEntries(argumentsOf(each))]] : []
    const inner = samplesOf(each as object)
    return Object.keys(inner).length === 0 ? [] : [[name, inner]]
  })
  return Object.fromEntries(members)
}

/** The whole file. */
export const argumentsPage = (english: object): string =>
  `${JSON.stringify(samplesOf(english), null, 2)}\n`
