/** The guides: the list in reading order, and their text from docs/. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Plans } from '../accounts/plans.ts'
import type { Locale } from '../kernel/languages.ts'
import { programFile } from '../kernel/program-files.ts'
import listed from './guides.json' with { type: 'json' }
import { type GuideContent, renderGuide } from './markdown.ts'
import { withPlanTables } from './plan-tables.ts'

/** A guide's entry in the list of guides. */
interface Guide {
  name: string
  title: string
  summary: string
  group: 'start' | 'use' | 'run' | 'measured'
}

/** In the other languages that it is written in, `docs/<language>/<name>.md`. */
type Translated = Guide & Partial<Record<Exclude<Locale, 'en'>, Pick<Guide, 'title' | 'summary'>>>

/** A guide as shown: in the requested language if available, else in English. */
export interface ShownGuide extends Guide {
  language: Locale
}

/** Every guide, in reading order; its text is `docs/<name>.md`. */
const GUIDES = listed as readonly Translated[]

/** All guides for a reader of a language, in reading order. */
export const guidesFor = (locale: Locale): ShownGuide[] =>
  GUIDES.map((guide) => {
    const { name, group, title, summary } = guide
    const translated = locale === 'en' ? undefined : guide[locale]
    return translated === undefined
      ? { name, group, title, summary, language: 'en' }
      : { name, group, ...translated, language: locale }
  })

const DOCS = programFile('docs/')

/** The documents as pages; each is read and rendered once. */
export class Guides {
  readonly #origin: string
  readonly #plans: Plans
  readonly #rendered = new Map<string, GuideContent>()

  /** @param origin public origin of the service, used in the commands */
  constructor(origin: string, plans: Plans) {
    this.#origin = origin
    this.#plans = plans
  }

  /** A guide for a reader of a language, or nothing when there is none of that name. */
  find(name: string, locale: Locale = 'en'): (ShownGuide & GuideContent) | undefined {
    const guide = guidesFor(locale).find((one) => one.name === name)
    if (guide === undefined) return undefined
    const { language } = guide
    const path = `${language === 'en' ? '' : `${language}/`}${guide.name}.md`
    const known = this.#rendered.get(path)
    if (known !== undefined) return { ...known, ...guide }
    const text = readFileSync(new URL(path, DOCS), 'utf8')
    const whole = withPlanTables(text, [...this.#plans.values()], language)
    const content = renderGuide(whole, this.#origin, language)
    this.#rendered.set(path, content)
    return { ...content, ...guide }
  }

  /** A picture of a guide or of the first page. */
  picture(name: string): { bytes: Buffer; type: string } | undefined {
    const folder = ['images/', 'home/']
      .map((path) => new URL(path, DOCS))
      .find((path) => readdirSync(path).includes(name))
    if (folder === undefined) return undefined
    return { bytes: readFileSync(new URL(name, folder)), type: 'image/png' }
  }
}
