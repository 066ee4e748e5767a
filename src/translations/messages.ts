/**
 * Texts of a catalogue as the program uses them: a text stays a string, a text with arguments (ICU MessageFormat)
 * becomes a function of them. Also part of scripts for the browser, where messages come parsed.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import type samples from './arguments.json'
import type en from './en.json'

/** What the arguments of a message are given as. */
type Values = Readonly<Record<string, string | number | boolean>>

/** What an argument is given as, by its sample in arguments.json (scripts/texts/arguments-page.ts writes it). */
type Given<Sample> = Sample extends string
  ? string | number
  : Sample extends number
    ? number
    : Sample extends boolean
      ? boolean
      : Sample extends null
        ? string
        : keyof Sample
type Message<Samples> = (values: { [Name in keyof Samples]: Given<Samples[Name]> }) => string

/** A part of a catalogue, each message with arguments as a function of them; `@` begins the notes for translators. */
type Filled<Part, Samples> = {
  readonly [Name in keyof Part as Name extends `@${string}`
    ? never
    : Name]: Name extends keyof Samples
    ? Part[Name] extends string
      ? Message<Samples[Name]>
      : Filled<Part[Name], Samples[Name]>
    : Untouched<Part[Name]>
}
type Untouched<Part> = Part extends string | readonly unknown[] ? Part : Filled<Part, object>

/** Every text, by area. English decides which there are. */
export type Texts = Filled<typeof en, typeof samples>
/** The areas that every language has; the others are for `LOCALES` only. */
export const SIGNERS_AREAS = ['common', 'mails', 'signing'] as const satisfies (keyof Texts)[]
/** The texts that every language has. */
export type SignersTexts = Pick<Texts, (typeof SIGNERS_AREAS)[number]>
/** Those of the console. */
export type ConsoleTexts = Texts['console']
/** Those of the page that checks a signed file. */
export type VerificationTexts = Texts['verification']['page']
/** Those around the description of the API. */
export type ReferenceTexts = Texts['site']['reference']
/** Those of the signer's page. */
export type SignTexts = Texts['signing']['pages']['sign']
/** Those of the proof certificate. */
export type CertificateTexts = Texts['signing']['proof']['certificate']

/** A message that the build has parsed, since the parser is too large for pages. */
export interface ParsedMessage {
  parsed: Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>
}

/** A part of a catalogue, as its file or the build has it. */
export type Part = string | ParsedMessage | readonly Part[] | { readonly [name: string]: Part }

const QUOTED = /''|'[{}](?:[^']|'')*'?/g

/** Whether a text takes arguments: it has a brace that is not quoted. */
export const hasArguments = (text: string): boolean =>
  text.includes('{') && text.replace(QUOTED, '').includes('{')

/** A text without arguments as it is meant; the parser would take a tenth of a second when a catalogue is read. */
const unquoted = (text: string): string =>
  text.replace(QUOTED, (quoted) =>
    quoted === "''" ? "'" : quoted.replace(/^'|'$/g, '').replaceAll("''", "'"),
  )

const isParsed = (part: object): part is ParsedMessage => 'parsed' in part

/** A message as a function of its arguments; it is parsed when it is first used. */
function filler(
  message: string | ParsedMessage['parsed'],
  tag: string,
): (values: Values) => string {
  let format: IntlMessageFormat | undefined
  return (values) => {
    format ??= new IntlMessageFormat(message, tag, undefined, { ignoreTag: true })
    return String(format.format(values))
  }
}

/**
 * A part of a catalogue as the program uses it.
 * @param tag BCP 47, for the plural categories of CLDR
 */
export function textsOf(part: Part, tag: string): unknown {
  if (typeof part === 'string') {
    if (hasArguments(part)) return filler(part, tag)
    return part.includes("'{") || part.includes("'}") ? unquoted(part) : part
  }
  if (Array.isArray(part)) return part.map((each: Part) => textsOf(each, tag))
  if (isParsed(part)) return filler(part.parsed, tag)
  const named = Object.entries(part).filter(([name]) => !name.startsWith('@'))
  return Object.fromEntries(named.map(([name, each]) => [name, textsOf(each, tag)]))
}

/** A part of the texts as the script of a page gets it: a message has `{name}` where an argument stands. */
export type Templates<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends string | ((...values: never[]) => string)
    ? string
    : Templates<Part[Name]>
}

const GAPS: Values = new Proxy({}, { has: () => true, get: (_, name) => `{${String(name)}}` })

/** A part of the texts for a script that fills them in itself; it cannot choose, so its messages have no plurals. */
export const templatesOf = <Part extends object>(part: Part): Templates<Part> =>
  Object.fromEntries(
    Object.entries(part).map(([name, each]: [string, unknown]) => {
      if (typeof each === 'function') return [name, (each as (values: Values) => string)(GAPS)]
      return [name, typeof each === 'object' && each !== null ? templatesOf(each) : each]
    }),
  ) as Templates<Part>

/** What a table has under a name that comes from elsewhere. */
export const textUnder = <Said>(texts: Readonly<Record<string, Said>>, name: string) =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

/** The text of a table under a name that comes from elsewhere; a name that it lacks is returned unchanged. */
export const named = (texts: Readonly<Record<string, string>>, name: string): string =>
  textUnder(texts, name) ?? name

/** A text of a table where some take arguments and others do not. */
export const filled = <Given>(text: string | ((values: Given) => string), values: Given): string =>
  typeof text === 'string' ? text : text(values)
