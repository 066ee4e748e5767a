/** The addresses and languages of people, and which mails the sender of a request gets, as the request itself says. */
import { type Static, Type } from 'typebox'
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

// What senders get mails about.

/** What a sender can get a mail about. */
export const NOTICE_KINDS = [
  'completed',
  'declined',
  'expired',
  'failed',
  'bounced',
  'delegated',
  'returned',
] as const

/** What a mail to the sender is about; `bounced`: the mail server refused a signer's address; `delegated`: to another. */
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A syntactically valid mail address; the mail server has the final say. */
export const EMAIL_PATTERN = '^[^\\s@<>",;:]{1,64}@[^\\s@<>",;:.]+(\\.[^\\s@<>",;:.]+)+$'

const ADDRESSES_MAX = 5

/** Which mails the sender gets about a request. */
export const NotifySchema = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(Type.Enum([...NOTICE_KINDS], { title: 'NotifyKind' }), {
        uniqueItems: true,
        maxItems: NOTICE_KINDS.length,
        description: '[]: none. Default: as set in the developer area',
      }),
    ),
    emails: Type.Optional(
      Type.Array(Type.String({ pattern: EMAIL_PATTERN, maxLength: 254 }), {
        uniqueItems: true,
        minItems: 1,
        maxItems: ADDRESSES_MAX,
        description: 'Your account’s address, also with a +tag',
      }),
    ),
    locale: Type.Optional(languageTag('the account’s')),
  },
  {
    additionalProperties: false,
    $id: 'Notify',
    description: 'Which e-mails you receive about this request',
  },
)
/** Which mails the sender gets about a request. */
export type Notify = Static<typeof NotifySchema>
