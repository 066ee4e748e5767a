/**
 * What a broken official rule says to people, in each language, and where in the invoice JSON it is: words.json, by official
 * id. A rule that is missing there is reported in its official wording, at the member that its element belongs to.
 *
 * A row is `[text, place, about]`. The place is one or several lists of patterns, of which the first that finds something counts:
 * `.` is the member of the element, `./value` below it; `*` is the index that this member has in the list, `+` every index,
 * `[0009]` that of an identifier of this scheme (or a line of this kind). `absent`, `present`, `=X`, `!X` (another than X),
 * `unknown` (not in the list of codes), `differs` (from the first of them) and `wrong` (an amount that does not add up) select
 * among places; `a|b` are absent together. The last entry is a VAT category or a list of codes.
 */
import { readFileSync } from 'node:fs'
import type Big from 'big.js'
import { Cache } from '../../kernel/cache.ts'
import { type Finding, inLanguage, type Wording, wordingOf } from '../../kernel/coded-error.ts'
import { codeFile } from '../../kernel/program-files.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { expectedAmounts, valueAt } from '../complete/expected-amounts.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { capital, comparing, fieldName, fieldPath, findingOf, wordsOf } from '../model/fields.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { pathOf, placeOf, placeOfChild } from './places.ts'
import type { FailedAssertion } from './sheet.ts'
import WORDS from './words.json' with { type: 'json' }

type Row = [text: string, places: string | string[], about?: string]

const { terms, texts, rules } = WORDS as unknown as {
  /** Each is in the order of `LOCALES`. */
  terms: Record<string, string[]>
  /** The last entry marks sums, which say what they must be. */
  texts: Record<string, [detail: string[], fix: string[], kind?: 'sum']>
  rules: Record<string, Row>
}

/** The French sheet numbers the places of a rule (BR-FR-16_BT-119): the rule is what stands before. */
export const ruleOf = (id: string): string => id.replace(/^(BR-FR-(?:[A-Z]+-)?\d+).*$/, '$1')

/** Ids of the rules that have words here. */
export const WORDED_IDS: readonly string[] = [...new Set(Object.keys(rules).map(ruleOf))]

interface CodeList {
  /** Its name. */
  list: string
  codes: string[]
}

/** More than there are. */
const lists = new Cache<CodeList>(100)

const codesIn = (name: string): CodeList =>
  lists.of(
    name,
    () => JSON.parse(readFileSync(codeFile(`facturx/codes/${name}.json`), 'utf8')) as CodeList,
  )

/** Most places reported of one rule; 10,000 wrong lines are one mistake. */
export const PLACES_MAX = 20
/** Most codes listed in a message. */
const CODES_SHOWN = 20

/** An invoice whose breaches are put into words, and the amounts it should have, computed when first asked for. */
export class BreachWords {
  readonly #invoice: CheckedInvoice
  #expected: ((pointer: string) => Big | undefined) | undefined

  constructor(invoice: CheckedInvoice) {
    this.#invoice = invoice
  }

  #expectedAt(pointer: string): Big | undefined {
    this.#expected ??= expectedAmounts(this.#invoice)
    return this.#expected(pointer)
  }

  /** Whether an amount differs from what it must be, as far as that can be computed. */
  #isWrong(pointer: string, value: unknown): boolean {
    const expected = this.#expectedAt(pointer)
    return expected !== undefined && Number(value) !== expected.toNumber()
  }

  #holds(condition: string | undefined, pointers: string[], about: string | undefined): boolean {
    if (condition === undefined) return true
    const [pointer = ''] = pointers
    const value = valueAt(this.#invoice, pointer)
    if (condition === 'absent')
      return pointers.every((each) => valueAt(this.#invoice, each) === undefined)
    if (condition === 'present') return value !== undefined
    if (condition === 'wrong') return this.#isWrong(pointer, value)
    if (typeof value !== 'string') return false
    if (condition === 'unknown') return !codesIn(about ?? '').codes.includes(value)
    return condition.startsWith('=') === (value === condition.slice(1))
  }

  /** The pointers that a pattern has for an element's; none when the element is in another list. */
  #expand(pattern: string, place: string): string[] {
    const own = place.split('/')
    const absolute = pattern.startsWith('.') ? `${place}${pattern.slice(1)}` : pattern
    return absolute
      .split('/')
      .slice(1)
      .reduce<string[]>(
        (pointers, segment, at) =>
          pointers.flatMap((pointer) => {
            if (segment === '*')
              return own.slice(0, at + 1).join('/') === pointer && own[at + 1] !== undefined
                ? [`${pointer}/${own[at + 1]}`]
                : []
            const each = Object.entries(membersOf(valueAt(this.#invoice, pointer)))
            if (segment === '+') return each.map(([name]) => `${pointer}/${name}`)
            if (!segment.startsWith('[')) return [`${pointer}/${segment}`]
            const wanted = segment.slice(1, -1)
            return each
              .filter(([, value]) =>
                [membersOf(value).scheme, membersOf(value).kind].includes(wanted),
              )
              .map(([name]) => `${pointer}/${name}`)
          }),
        [''],
      )
  }

  #placesOf([, places, about]: Row, element: XmlElement): string[] {
    const own = placeOf(element)
    for (const list of [places].flat()) {
      const found = list.split(', ').flatMap((each) => {
        const [patterns = '', condition] = each.split(' ')
        const [first = '', ...others] = patterns.split('|')
        return this.#expand(first, own).filter((pointer, at, pointers) => {
          const beside = others.flatMap((other) => this.#expand(other, own)[at] ?? [])
          return condition === 'differs'
            ? valueAt(this.#invoice, pointer) !== valueAt(this.#invoice, pointers[0] ?? '')
            : this.#holds(condition, [pointer, ...beside], about)
        })
      })
      if (found.length > 0) return found
    }
    return [own]
  }

  /** What a text says, with what is given and what is expected, for an amount that is off. */
  #compared(said: Wording, pointer: string, isSum: boolean, wrong: string | undefined): Wording {
    const value = wrong ?? valueAt(this.#invoice, pointer)
    if (typeof value !== 'string') return said
    // An amount that is right itself breaks a rule of sums when another amount is wrong.
    const isOff = isSum && this.#isWrong(pointer, value)
    return comparing(said, value, isOff ? this.#expectedAt(pointer)?.toFixed(2) : undefined)
  }

  /** A finding in the words of a text. @param own text of the element that the finding is about, where that breaks the rule */
  #say(code: string, name: string, pointer: string, about: string | undefined, own?: string) {
    const [detail = [], fix = [], kind] = texts[name] ?? []
    const pattern = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
    const field = fieldName(pattern)
    const term = terms[about ?? '']
    const codes = about === undefined || term !== undefined ? undefined : codesIn(about)
    const values = codes?.codes.join(', ') ?? ''
    const isShort = (codes?.codes.length ?? 0) <= CODES_SHOWN
    const fill = (row: readonly string[]): Wording => {
      const text = wordsOf(row)
      return wordingOf((locale) => {
        const name = inLanguage(field, locale)
        const value: Record<string, string | undefined> = {
          name,
          Name: capital(name),
          path: fieldPath(pattern),
          profile: this.#invoice.profile,
          term: term && inLanguage(wordsOf(term), locale),
          list: codes?.list,
          codes: isShort ? `: ${values}` : '',
          values,
        }
        return inLanguage(text, locale).replace(/\{(\w+)\}/g, (_, key) => value[String(key)] ?? '')
      })
    }
    // XML may repeat what the JSON has once, and the member has the first of them, which may be right.
    const isOther = codes?.codes.some((known) => known === valueAt(this.#invoice, pointer))
    const given = isOther === true ? own : undefined
    const said = this.#compared(fill(detail), pointer, kind === 'sum', given)
    return findingOf({ code, pointer, detail: said, fix: fill(fix) })
  }

  /** What a sheet says of an element in one of its few sentences; undefined for another one. */
  #ofSheet(code: string, { text, element }: FailedAssertion): Finding | undefined {
    const [, tag = '', count] =
      /^Element (?:variant )?'([\w:]+).*' (?:must occur|may occur) (exactly|at least|at maximum)/.exec(
        text,
      ) ?? []
    if (count !== undefined) {
      const there = element.children.filter((child) => child.tag === tag)
      const pointer = placeOfChild(element, tag)
      if (pointer === placeOf(element)) return undefined
      if (there.length === 0) return this.#say(code, 'missing', pointer, undefined)
      const last = there.at(-1)
      return this.#say(code, 'once', last === undefined ? pointer : placeOf(last), undefined)
    }
    const own = placeOf(element)
    const [, name = '', what] =
      /^(?:Attribute|Value of) '(@?[\w:]+)' is (required|not allowed)/.exec(text) ?? []
    const pointer = name.startsWith('@') ? placeOfChild(element, name) : own
    // An attribute without a member of its own, such as the format of a date, is reported as the sheet does.
    if (what === undefined || pointer === '' || (name.startsWith('@') && pointer === own))
      return undefined
    return this.#say(code, what === 'required' ? 'missing' : 'value', pointer, undefined)
  }

  /** The findings about a breach: one for each place. */
  findingsOf(assertion: FailedAssertion, code: string): Finding[] {
    const { id = '', text, element } = assertion
    // EXTENDED-CTC-FR has rules of EXTENDED, and of EN 16931, under names of its own.
    const row =
      rules[id] ??
      rules[ruleOf(id)] ??
      rules[id.replace('-FREXT-', '-FXEXT-')] ??
      rules[id.replace(/-FREXT-(?=[A-Z])(BR-)?/, '-')]
    if (row !== undefined) {
      const [name, places, about] = row
      const own = places === '.' ? element.value.trim() : undefined
      return this.#placesOf(row, element)
        .slice(0, PLACES_MAX)
        .map((pointer) => this.#say(code, name, pointer, about, own))
    }
    const worded = this.#ofSheet(code, assertion)
    if (worded !== undefined) return [worded]
    const [pointer, path] = [placeOf(element), pathOf(element)]
    if (!id.startsWith('BR-FR')) return [{ code, pointer, detail: `${text} At ${path}.` }]
    return [findingOf({ code, pointer, detail: say('invoiceWords.french', { text, path }) })]
  }
}
