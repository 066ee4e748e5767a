/** Choices on a page before something is created, and the same choices in the equivalent curl command. */
import type { Locale } from '../kernel/languages.ts'
import { SelectField } from '../pages/components.tsx'
import type { Html } from '../pages/html.ts'
import { dateLocale } from '../pages/locale.ts'

/** One of several values. */
interface Option {
  value: string
  label: string
  /** Replacements in the command, by the name in braces; by default, the value under the choice's own name. */
  curl?: Readonly<Record<string, string>>
}

/** A field to choose from. */
export interface Choice {
  name: string
  label: string
  options: readonly Option[]
  chosen: string
}

const optionHtml = ({ value, label, curl = {} }: Option, chosen: string): Html => (
  <option
    value={value}
    {...Object.fromEntries(Object.entries(curl).map(([name, text]) => [`data-curl-${name}`, text]))}
    selected={value === chosen}
  >
    {label}
  </option>
)

const choiceField = ({ name, label, options, chosen }: Choice): Html => (
  <SelectField id={name} label={label}>
    {options.map((option) => optionHtml(option, chosen))}
  </SelectField>
)

/** The fields side by side; a choice with a single option is left out. */
export const choiceRow = (choices: readonly Choice[]): Html => (
  <div class="choices-row">{choices.filter(({ options }) => options.length > 1).map(choiceField)}</div>
)

/**
 * The command for the current choices. The page's script does the same when a choice changes.
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

/** Locales for numbers and dates offered on the pages; the API accepts any (BCP 47). */
const RENDER_LOCALES = ['fr-FR', 'en-GB', 'en-US', 'de-DE', 'es-ES', 'it-IT', 'nl-NL']

/** A language's own name for itself, so that everybody finds theirs; with the country where there are two. */
function languageName(tag: string): string {
  const [language = tag] = tag.split('-')
  const only = RENDER_LOCALES.filter((one) => one.startsWith(`${language}-`)).length === 1
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(only ? language : tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** The choice of a language. @param wanted as submitted; ignored if it is not offered */
export const localeChoice = (page: Locale, label: string, wanted: string | undefined): Choice => ({
  name: 'locale',
  label,
  options: RENDER_LOCALES.map((value) => ({ value, label: languageName(value) })),
  chosen: RENDER_LOCALES.find((one) => one === wanted) ?? dateLocale(page),
})
