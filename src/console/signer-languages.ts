/** The languages in which a signer can be asked, in lists and in words. */
import { LANGUAGES, type Language, languageFacts } from '../kernel/languages.ts'
import { type Html, html } from '../pages/html.ts'
import type { Locale } from '../pages/locale.ts'

/** Each language by its own name, so that everybody finds theirs. */
export const languageOptions = (chosen: string): Html =>
  html`${LANGUAGES.map(
    (one) =>
      html`<option value="${one}" lang="${one}" ${one === chosen && html`selected`}>${languageFacts(one).name}</option>`,
  )}`

/** A language as a page in another one names it: `German`, `allemand`. */
export const languageName = (language: Language, page: Locale): string =>
  new Intl.DisplayNames([page], { type: 'language' }).of(language) ?? language
