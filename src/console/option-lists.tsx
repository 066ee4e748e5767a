/** Lists of choices: the languages in which a signer can be asked, the countries of telephone numbers. */
import { LANGUAGES, type Language, type Locale, languageFacts } from '../kernel/languages.ts'
import { SelectField } from '../pages/components.tsx'
import type { Html } from '../pages/html.ts'
import type { Sender } from './senders.ts'
import type { Reader } from './words.ts'

/** Each language by its own name, so that everybody finds theirs. */
export const languageOptions = (chosen: string, offered: readonly Language[] = LANGUAGES): Html => (
  <>
    {offered.map((one) => (
      <option value={one} lang={one} selected={one === chosen}>
        {languageFacts(one).name}
      </option>
    ))}
  </>
)

/** A language as a page in another one names it: `German`, `allemand`. */
export const languageName = (language: Language, page: Locale): string =>
  new Intl.DisplayNames([page], { type: 'language' }).of(language) ?? language

/** The countries of an account's numbers. */
export interface PhoneCountries {
  /** Those that codes may be sent to, ISO 3166-1. */
  allowed: readonly string[]
  /** Selected unless another one was chosen; empty: none. */
  likely: string
}

/** Options by name in the reader's language, after an empty one. */
export function countryOptions(visit: Reader, { allowed, likely }: PhoneCountries, chosen = ''): Html {
  const names = new Intl.DisplayNames([visit.locale], { type: 'region' })
  const selected = chosen === '' ? likely : chosen
  const options = allowed
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, visit.locale))
    .map(({ code, name }) => (
      <option value={code} selected={code === selected}>
        {name}
      </option>
    ))
  return (
    <>
      <option value="">–</option>
      {options}
    </>
  )
}

/** The key to send with. */
export const keyField = (
  id: string,
  label: string,
  senders: ReadonlyArray<Pick<Sender, 'id' | 'label'>>,
  hint?: string,
): Html => (
  <SelectField
    id={id}
    name="key"
    label={label}
    {...(hint !== undefined && { hint })}
    choices={senders.map((one) => [one.id, one.label])}
  />
)
