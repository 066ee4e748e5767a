/** Texts shared by several pages of the console, in each language. */
import type { EventType } from '../identity/events.ts'
import { formatBytes, type Locale, languageFacts } from '../kernel/languages.ts'
import { dateLocale, timeInWords } from '../pages/locale.ts'
import { named, type Texts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

/** Who reads a page: in which language, and the texts of the console in it. */
export interface Reader {
  locale: Locale
  words: Texts['console']
}

/** A reader of a language. */
export const readerIn = (locale: Locale): Reader => ({ locale, words: textsIn(locale).console })

/** A message that a page can show on the next one. */
export type FlashCode = keyof Reader['words']['flashes']

/** Whether a cookie's value is a known flash code. */
export const isFlashCode = (code: string | undefined): code is FlashCode =>
  code !== undefined && Object.hasOwn(textsIn('en').console.flashes, code)

/** An event in words; one that an earlier or later version wrote, by its name. */
export const eventText = (visit: Reader, type: string): string => {
  const events: Readonly<Record<EventType, string>> = visit.words.events
  return named(events, type)
}

/** `21 November 2026, 14:00 UTC`. */
export const inWords = (iso: string, visit: Reader): string =>
  timeInWords(iso, visit.locale, 'medium')

/** A file size for pages: `2 MB`, `512 ko`; API messages use formatBytes. */
export function inBytes(bytes: number, visit: Reader): string {
  const text = formatBytes(bytes)
  const [amount = '', unit = ''] = text.split(' ')
  return `${inDigits(Number(amount), visit)} ${unit.replace(/B$/, languageFacts(visit.locale).byte)}`
}

/** A number with the separators of a language. */
export const inDigits = (count: number, visit: Reader): string =>
  new Intl.NumberFormat(dateLocale(visit.locale)).format(count)
