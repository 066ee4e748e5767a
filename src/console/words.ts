/** Texts shared by several pages of the console, in each language. */
import type { EventType } from '../identity/events.ts'
import type { IdentityErrorCode } from '../identity/identity-error.ts'
import { formatBytes, type Locale, languageFacts } from '../kernel/languages.ts'
import { dateLocale, timeInWords } from '../pages/locale.ts'
import { type ConsoleTexts, named } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

/** A message that a page can show on the next one. */
export type FlashCode = keyof ConsoleTexts['flashes']

/** Whether a cookie's value is a known flash code. */
export const isFlashCode = (code: string | undefined): code is FlashCode =>
  code !== undefined && Object.hasOwn(textsIn('en').console.flashes, code)

/** The text of a flash. */
export const flashText = (locale: Locale, code: FlashCode): string =>
  textsIn(locale).console.flashes[code]

/** An event in words; one that an earlier or later version wrote, by its name. */
export const eventText = (locale: Locale, type: string): string => {
  const events: Readonly<Record<EventType, string>> = textsIn(locale).console.events
  return named(events, type)
}

/** The text of a log-in error. */
export const identityErrorText = (locale: Locale, code: IdentityErrorCode): string =>
  textsIn(locale).console.refusals[code]

/** `21 November 2026, 14:00 UTC`. */
export const inWords = (iso: string, locale: Locale): string => timeInWords(iso, locale, 'medium')

/** A file size for pages: `2 MB`, `512 ko`; API messages use formatBytes. */
export function inBytes(bytes: number, locale: Locale): string {
  const text = formatBytes(bytes)
  const [amount = '', unit = ''] = text.split(' ')
  return `${inDigits(Number(amount), locale)} ${unit.replace(/B$/, languageFacts(locale).byte)}`
}

/** A number with the separators of a language. */
export const inDigits = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(dateLocale(locale)).format(count)
