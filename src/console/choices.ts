/** What can be chosen on a page before something is made, and the same choices in the command that does it by curl. */
import { type Html, html } from '../pages/html.ts'
import { dateLocale, type Locale } from '../pages/locale.ts'

/** One of several values. */
export interface Option {
  value: string
  label: string
  /** What it puts into the command, by the name in braces; under the choice's own name its value by default. */
  curl?: Readonly<Record<string, string>>
}

/** A field to choose from. */
export interface Choice {
  name: string
  label: string
  options: readonly Option[]
  chosen: string
}

const optionHtml = ({ value, label, curl = {} }: Option, chosen: string): Html =>
  html`<option value="${value}" ${Object.entries(curl).map(([name, text]) => html`data-curl-${name}="${text}" `)}${value === chosen && html`selected`}>${label}</option>`

const choiceField = ({ name, label, options, chosen }: Choice): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map((option) => optionHtml(option, chosen))}</select></div>`

/** The fields beside each other; a choice among one is none. */
export const choiceRow = (choices: readonly Choice[]): Html =>
  html`<div class="choices-row">${choices.filter(({ options }) => options.length > 1).map(choiceField)}</div>`

/**
 * A command for what is chosen. The page's script does the same when another choice is made.
 * @param pattern the command, with names in braces where choices go
 */
export function chosenCurl(pattern: string, choices: readonly Choice[]): string {
  const texts = new Map<string, string>()
  for (const { name, options, chosen } of choices) {
    const option = options.find(({ value }) => value === chosen) ?? options[0]
    texts.set(name, option?.value ?? '')
    for (const [key, text] of Object.entries(option?.curl ?? {})) texts.set(key, text)
  }
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => texts.get(name) ?? whole)
}

/** Languages of numbers and dates that the pages offer; the API takes every one (BCP 47). */
const RENDER_LOCALES = ['fr-FR', 'en-GB', 'en-US', 'de-DE', 'es-ES', 'it-IT', 'nl-NL']

/** The words of a language for itself, so that everybody finds theirs; with its country where there are two. */
function languageName(tag: string): string {
  const [language = tag] = tag.split('-')
  const only = RENDER_LOCALES.filter((one) => one.startsWith(`${language}-`)).length === 1
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(only ? language : tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** The choice among languages. @param wanted what was sent; another language than offered is not taken */
export const localeChoice = (page: Locale, label: string, wanted: string | undefined): Choice => ({
  name: 'locale',
  label,
  options: RENDER_LOCALES.map((value) => ({ value, label: languageName(value) })),
  chosen: RENDER_LOCALES.find((one) => one === wanted) ?? dateLocale(page),
})
