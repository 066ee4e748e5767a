/** The sentence for every entry of a request's trail. */
import type { TrailEntry } from '../../audit/chain.ts'
import type { Locale } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { IconName } from '../../pages/icons.tsx'
import { type CertificateFailure, failureText } from '../../signing/model/certificate-failure.ts'
import { filled, textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'

type Data = TrailEntry['data']

const text = (data: Data, name: string): string => {
  const value = data[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The address of an invitation; empty if it already serves as the name. */
const addressOf = (who: string, data: Data): string => {
  const email = text(data, 'email')
  return email === who ? '' : email
}

/** The addresses of people in a list of the entry. */
const emailsIn = (list: Data[string] | undefined): string =>
  Array.isArray(list) ? list.map((each) => String(membersOf(each).email)).join(', ') : ''

/** Each optional part of a sentence, and whether there is one. */
function optional(who: string, data: Data) {
  const parts = {
    added: emailsIn(data.signers_added),
    address: addressOf(who, data),
    changed: Array.isArray(data.changed) ? data.changed.join(', ') : '',
    host: text(data, 'in_person_host'),
    level: text(data, 'level'),
    origin: text(data, 'embed_origin'),
    phone: text(data, 'phone'),
    reason: text(data, 'reason'),
    removed: emailsIn(data.signers_removed),
    site: text(data, 'host'),
    until: text(data, 'ends_at').slice(0, 10),
  }
  return {
    ...parts,
    hasAdded: parts.added !== '',
    hasAddress: parts.address !== '',
    hasChanged: Array.isArray(data.changed),
    hasHost: parts.host !== '',
    hasLevel: parts.level !== '',
    hasOrigin: parts.origin !== '',
    hasPhone: parts.phone !== '',
    hasReason: parts.reason !== '',
    hasRemoved: parts.removed !== '',
    hasSite: parts.site !== '',
    hasUntil: parts.until !== '',
  }
}

/** What the sentences are filled with. @param who the signer an entry is about */
const valuesOf = (locale: Locale, { type, data }: TrailEntry, who: string) => ({
  ...optional(who, data),
  who,
  // Whom a message or a download is about: who gets a copy, or has delegated, is no signer.
  person: text(data, 'copy') || text(data, 'delegator') || who,
  named: `${text(data, 'first_name')} ${text(data, 'last_name')}`,
  channel: text(data, 'channel'),
  deadline: String(membersOf(data.after).expires_at).slice(0, 10),
  failure:
    type === 'signer.certificate_failed'
      ? failureText(data as unknown as CertificateFailure, locale)
      : '',
  holder: text(data, 'holder'),
  isOtherName: data.name_matches === false,
  left: text(data, 'attempts_left') || '0',
  method: text(data, 'method'),
  seal: String(data.name),
  service: text(data, 'service'),
  signers: text(data, 'signers'),
  to: text(data, 'to'),
})

/** Every entry type that has a sentence. */
export const trailTypes = (): readonly string[] => Object.keys(textsIn('en').console.trail)

/** The sentence of an entry; an unknown type is shown as is. */
export function entrySentence(locale: Locale, entry: TrailEntry, who: string): string {
  const sentence = textUnder(textsIn(locale).console.trail, entry.type)
  return sentence === undefined ? entry.type : filled(sentence, valuesOf(locale, entry, who))
}

/** The mark beside an entry: good, bad or neutral. */
export function entryKind(type: string): 'good' | 'bad' | 'quiet' {
  if (/\.(?:signed|completed|verified)$/.test(type)) return 'good'
  return /\.(?:declined|cancelled|expired|failed|blocked|otp_failed|delivery_failed|certificate_failed|abandoned)$/.test(
    type,
  )
    ? 'bad'
    : 'quiet'
}

const ICONS: ReadonlyArray<readonly [RegExp, IconName]> = [
  [/\.created$/, 'document'],
  [/^document\.sent$/, 'send'],
  [/\.(?:invited|reminded)$|^message\.|\.otp_sent$/, 'mail'],
  [/\.opened$/, 'book'],
  [/\.(?:consented|updated|phone_given)$/, 'pen'],
  [/^document\.(?:completed|sealed)$/, 'shield'],
  [/^document\.downloaded$/, 'download'],
  [/^signature\.intended$|\.key_destroyed$|\.certificate_chosen$/, 'key'],
]

/** The icon beside an entry. */
export function entryIcon(type: string): IconName {
  const kind = entryKind(type)
  const known = ICONS.find(([pattern]) => pattern.test(type))?.[1]
  return known ?? (kind === 'good' ? 'check' : kind === 'bad' ? 'warning' : 'minus')
}
