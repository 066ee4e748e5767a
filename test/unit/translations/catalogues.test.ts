import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { argumentsOf, argumentsPage, elementsOf } from '../../../scripts/texts/arguments-page.ts'
import { parsedPart } from '../../../scripts/texts/page-texts.ts'
import { LANGUAGES, LOCALES, languageFacts } from '../../../src/kernel/languages.ts'
import { codeFile } from '../../../src/kernel/program-files.ts'
import {
  hasArguments,
  type Part,
  SIGNERS_AREAS,
  type Texts,
  textsOf,
} from '../../../src/translations/messages.ts'
import { catalogueFile, catalogueTexts } from '../../support/catalogues.ts'
import { misplacedMarks } from '../../support/typography.ts'

const SRC = resolve(import.meta.dirname, '../../../src')
const english = catalogueTexts('en')

/** Every element of a message, those inside its choices too. */
function* allOf(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element
    if (isPluralElement(element) || isSelectElement(element))
      for (const { value } of Object.values(element.options)) yield* allOf(value)
  }
}

const argumentsIn = (text: string): ReturnType<typeof argumentsOf> =>
  hasArguments(text) ? argumentsOf(text) : new Map()

test('there is one catalogue for each language and no other', () => {
  const files = readdirSync(resolve(SRC, 'translations')).filter((name) => name.endsWith('.json'))
  expect(files.sort()).toEqual([...LANGUAGES, 'arguments'].map((name) => `${name}.json`).sort())
})

test('the types of arguments are those of the English catalogue', () => {
  const written = readFileSync(codeFile('translations/arguments.json'), 'utf8')
  expect(written).toBe(argumentsPage(JSON.parse(catalogueFile('en')) as object))
})

test('every name of a text is used by the program', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    // The codes of what is wrong with a template or an invoice are data beside their code.
    (name) =>
      /\.tsx?$|^(?:docx|facturx\/rules)\/.*\.json$/.test(name) && !name.startsWith('translations/'),
  )
  const words = new Set(
    sources.flatMap((name) => readFileSync(resolve(SRC, name), 'utf8').split(/[^\w$-]+/)),
  )
  const used = new Set([...words].flatMap((word) => [word, ...word.split('-')]))
  const names = [...english.keys()].flatMap((path) => path.split(/[.:]/))
  const unused = new Set(names.filter((name) => !/^\d+$/.test(name) && !used.has(name)))
  expect([...unused]).toEqual([])
})

describe.each(LANGUAGES)('%s', (language) => {
  const texts = catalogueTexts(language)
  const { tag } = languageFacts(language)
  const hasAll = LOCALES.some((locale) => locale === language)
  const areas = SIGNERS_AREAS.map((area) => `${area}.`)
  const expected = [...english.keys()].filter(
    (path) => hasAll || areas.some((area) => path.startsWith(area)),
  )

  test('has the texts of the areas of the English catalogue that it needs, in its order and form', () => {
    const file = catalogueFile(language)
    expect(file).toBe(`${JSON.stringify(JSON.parse(file), null, 2)}\n`)
    expect([...texts.keys()]).toEqual(expected)
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('gives each message the arguments that the English one has', () => {
    const differing = [...texts].flatMap(([path, text]) => {
      const [own, theirs] = [argumentsIn(text), argumentsIn(english.get(path) ?? '')]
      // A number may stand in the sentence as it is.
      const fits = ([name, sample]: [string, unknown]): boolean =>
        isDeepStrictEqual(own.get(name), sample) || (sample === 0 && own.get(name) === '')
      return own.size === theirs.size && [...theirs].every(fits) ? [] : [`${path}: ${text}`]
    })
    expect(differing).toEqual([])
  })

  test('distinguishes only the numbers that the language does, and always has the other case', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
    const wrong = [...texts].flatMap(([path, text]) => {
      if (!hasArguments(text)) return []
      return [...allOf(elementsOf(text))].flatMap((element) => {
        if (!isPluralElement(element) && !isSelectElement(element)) return []
        const cases = Object.keys(element.options)
        const known = (one: string): boolean =>
          isSelectElement(element) ||
          one.startsWith('=') ||
          pluralCategories.some((each) => each === one)
        return cases.includes('other') && cases.every(known) ? [] : [`${path}: ${cases}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('breaks a text into the lines that the English one has: none is lost', () => {
    const lines = (text: string | undefined): number | undefined => text?.split('\n').length
    const differing = [...texts].filter(([path, text]) => lines(text) !== lines(english.get(path)))
    expect(differing).toEqual([])
  })

  test('means what it says where nothing is filled in: no quote is lost', () => {
    const plain = [...texts].filter(([, text]) => !hasArguments(text))
    const differing = plain.filter(([, text]) => {
      const [element] = elementsOf(text)
      return !(element && 'value' in element) || element.value !== textsOf(text, tag)
    })
    expect(differing).toEqual([])
  })

  // French marks get their spaces where the text is shown.
  test.skipIf(language === 'fr')('sets its marks as the language does', () => {
    const misplaced = [...texts].flatMap(([path, text]) =>
      misplacedMarks(language, text).map((mark) => `${path}: ${mark}`),
    )
    expect(misplaced).toEqual([])
  })
})

test('a mark that is set otherwise is found in every language', () => {
  const wrong = { fr: 'Bonjour: « oui »' } as Record<string, string>
  for (const language of LANGUAGES)
    expect(misplacedMarks(language, wrong[language] ?? 'Hello : yes')).not.toEqual([])
})

test('braces, quotes, number signs and markup stay what they are, in texts and in what is filled in', () => {
  const value = "{name} '' '{' # </b> ' {x, plural, other {}}"
  const part = {
    plain: "It's # <b>",
    braces: "a '{'b'}' it''s",
    quoted: "'{it''s'} l'{'",
    message: "l'{'{name}'}' ''{name} {count, plural, one {'#' {count}} other {{count}}}",
    '@message': 'note',
    list: ['a', 'b {name}'],
  }
  const made = textsOf(part, 'en-GB') as {
    plain: string
    braces: string
    quoted: string
    message: (values: object) => string
    list: [string, (values: object) => string]
  }
  expect(Object.keys(made)).toEqual(['plain', 'braces', 'quoted', 'message', 'list'])
  expect(made.plain).toBe("It's # <b>")
  expect(made.braces).toBe("a {b} it's")
  expect(made.quoted).toBe(new IntlMessageFormat(part.quoted, 'en-GB').format())
  expect(made.message({ name: value, count: 1 })).toBe(`l{${value}} '${value} # 1`)
  expect(made.message({ name: '', count: 1000 })).toBe("l{} ' 1000")
  expect(made.list[1]({ name: value })).toBe(`b ${value}`)
})

test('a key of a choice that the object has by inheritance chooses the other case', () => {
  const said = textsOf('{kind, select, a {A} other {B}}', 'en') as (values: object) => string
  for (const kind of ['constructor', '__proto__', 'toString']) expect(said({ kind })).toBe('B')
})

test('scripts of pages have parsed messages that say the same', () => {
  const part = JSON.parse(catalogueFile('pl')).signing.pages.sign as Part
  const whole = textsOf(part, 'pl-PL') as Texts['signing']['pages']['sign']
  const packed = textsOf(
    JSON.parse(JSON.stringify(parsedPart(part))) as Part,
    'pl-PL',
  ) as typeof whole
  for (const left of [0, 1, 2, 5, 22]) {
    expect(packed.code.attempts({ left })).toBe(whole.code.attempts({ left }))
    expect(whole.code.attempts({ left })).toContain(String(left))
  }
  expect(packed.sign.looks).toEqual(whole.sign.looks)
})
