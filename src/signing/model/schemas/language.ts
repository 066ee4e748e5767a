/** The language of a person as it is sent and as it is shown. */
import { Type } from 'typebox'
import { LANGUAGE_TAG_PATTERN, LANGUAGES } from '../../../kernel/languages.ts'

/** A language in an answer. */
export const LanguageSchema = Type.Enum([...LANGUAGES], { title: 'Language' })

/** Any tag of a language of ours; the enumeration beside it lists those without a region. */
const TaggedLanguage = Type.String({
  pattern: LANGUAGE_TAG_PATTERN,
  maxLength: 35,
  description: 'Tag of one of these languages (BCP 47), such as de-AT',
})

/** A language in an order: one of ours, with or without a region (BCP 47). @param unless what holds if it is absent */
export const languageTag = (unless?: string) =>
  Type.Union([Type.Enum([...LANGUAGES], { title: 'Language' }), TaggedLanguage], {
    description: `Language, also with a region, such as de-AT${unless === undefined ? '' : `. Default: ${unless}`}`,
  })
