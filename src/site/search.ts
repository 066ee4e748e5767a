/** The search in the guides: sections that have every word of a question, the best ones first. */
import { setImmediate } from 'node:timers/promises'
import type { Locale } from '../kernel/languages.ts'
import { type Guides, guidesFor, type ShownGuide } from './guides.ts'

/** Longest question in characters; the rest is ignored. */
export const QUESTION_MAX = 100
const WORDS_MAX = 8
/** Most sections of an answer. */
export const RESULTS_MAX = 20
const EXCERPT_LENGTH = 240
/** How much of an excerpt stands before the first word that was found. */
const LEAD_LENGTH = 60
const TITLE_WEIGHT = 4
const HEADING_WEIGHT = 10
/** For words that stand together as they were asked. */
const PHRASE_WEIGHT = 10
/** Reports of measurements say much in passing. */
const MEASURED_SHARE = 0.3
/** A section that says a word often is not about it that much more. */
const TIMES_MAX = 5

/** A section of a guide, as found. */
export interface FoundSection {
  guide: ShownGuide
  heading: string
  /** Of the heading; empty: the guide's beginning. */
  id: string
  /** Some of its text; every second piece is one of the words. */
  excerpt: readonly string[]
}

type Section = ReturnType<typeof sectionsOf>[number]

/** One letter for one letter, so that a place in the one text is the same place in the other. */
const fold = (text: string): string =>
  [...text]
    .map((letter) => {
      const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')

/** At the start of a word only. */
const finderOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(quoted).join('|')})`, 'gu')

/** One after the other, with nothing but signs between them. */
const phraseOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${words.map(quoted).join('[^\\p{L}\\p{N}]{1,3}')}`, 'u')

const quoted = (word: string): string => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plainText = (markup: string): string =>
  markup
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)])/g, '')
    .trim()

function sectionsOf(guide: ShownGuide, body: string) {
  const section = (id: string, heading: string, markup: string) => {
    const text = plainText(markup)
    /** The same without accents and capitals, letter by letter. */
    const folded = { title: fold(guide.title), heading: fold(heading), text: fold(text) }
    return { guide, id, heading, text, folded }
  }
  const pieces = body.split(/<h[23] id="([^"]*)">(.*?)<\/h[23]>/s)
  const [before = ''] = pieces
  const sections = [section('', guide.title, before.replace(/<h1>.*?<\/h1>/s, ''))]
  for (let at = 1; at + 2 < pieces.length; at += 3)
    sections.push(section(pieces[at] ?? '', plainText(pieces[at + 1] ?? ''), pieces[at + 2] ?? ''))
  return sections
}

/** How often each word is said, the places that count more included; zero if one is missing. */
function weightOf({ guide, folded }: Section, finders: readonly RegExp[], phrase: RegExp): number {
  let weight = phrase.test(folded.text) ? PHRASE_WEIGHT : 0
  for (const finder of finders) {
    const times = (text: string) => [...text.matchAll(finder)].length
    const own =
      times(folded.heading) * HEADING_WEIGHT +
      times(folded.title) * TITLE_WEIGHT +
      Math.min(times(folded.text), TIMES_MAX)
    if (own === 0) return 0
    weight += own
  }
  return guide.group === 'measured' ? weight * MEASURED_SHARE : weight
}

function excerptOf({ text, folded }: Section, finder: RegExp): string[] {
  const first = Math.max(folded.text.search(finder), 0)
  const from = first <= LEAD_LENGTH ? 0 : text.lastIndexOf(' ', first - LEAD_LENGTH) + 1
  const rest = text.indexOf(' ', from + EXCERPT_LENGTH)
  const to = rest === -1 ? text.length : rest
  const pieces: string[] = []
  let at = from
  for (const { index, 0: word } of folded.text.slice(0, to).matchAll(finder)) {
    if (index < at) continue
    pieces.push(text.slice(at, index), text.slice(index, index + word.length))
    at = index + word.length
  }
  pieces.push(text.slice(at, to))
  pieces[0] = `${from > 0 ? '… ' : ''}${pieces[0]}`
  return to < text.length ? [...pieces.slice(0, -1), `${pieces.at(-1)} …`] : pieces
}

/** Looks in the guides as a reader of a language gets them; their text is read once. */
export class GuideSearch {
  readonly #guides: Guides
  readonly #sections = new Map<Locale, Promise<readonly Section[]>>()

  constructor(guides: Guides) {
    this.#guides = guides
  }

  /** At most twenty sections; none for a question without a word. */
  async find(question: string, locale: Locale): Promise<FoundSection[]> {
    const words = fold(question.slice(0, QUESTION_MAX))
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .slice(0, WORDS_MAX)
    if (words.length === 0) return []
    const finders = words.map((word) => finderOf([word]))
    const [finder, phrase] = [finderOf(words), phraseOf(words)]
    return (await this.#read(locale))
      .map((section) => ({ section, weight: weightOf(section, finders, phrase) }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, RESULTS_MAX)
      .map(({ section }) => ({ ...section, excerpt: excerptOf(section, finder) }))
  }

  #read(locale: Locale): Promise<readonly Section[]> {
    let read = this.#sections.get(locale)
    if (read === undefined) {
      read = this.#readAll(locale)
      this.#sections.set(locale, read)
    }
    return read
  }

  /** Guide by guide: others are served in between. */
  async #readAll(locale: Locale): Promise<Section[]> {
    const sections: Section[] = []
    for (const guide of guidesFor(locale)) {
      const found = this.#guides.find(guide.name, locale)
      if (found !== undefined) sections.push(...sectionsOf(guide, String(found.body)))
      await setImmediate()
    }
    return sections
  }
}
