/** Local times with their zone, as people write them; shared by the files we draw and the signer's page. */
import { type Language, languageFacts } from '../../kernel/languages.ts'

/** Whether a name is that of a time zone (IANA) this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/**
 * A moment in a time zone, in the ways a stamp may write it, from the longest to the shortest.
 * @param at RFC 3339
 * @param timeZone IANA name; one that is not known counts as the usual zone of the language
 */
export function stampTime(at: string, timeZone: string, locale: Language) {
  const zone = isTimeZone(timeZone) ? timeZone : languageFacts(locale).zone
  const moment = new Date(at)
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(languageFacts(locale).tag, { timeZone: zone, ...options }).format(
      moment,
    )
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const medium = format({ day: 'numeric', month: 'short', year: 'numeric' })
  const numeric = format({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const hour = `${clock} (${offsetOf(moment, zone)})`
  return {
    /** `23 nov. 2026, 16:05 (UTC+1)`. */
    short: `${medium}, ${hour}`,
    /** `23 novembre 2026`. */
    day,
    /** `23/11/2026`; in English `23 Nov 2026`, since the order of figures differs between countries. */
    shortDay: locale === 'en' ? medium : numeric,
    /** `16:05 (UTC+1)`. */
    hour,
  }
}

/** `UTC+1`, `UTC−3:30`, `UTC`. */
function offsetOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined || Number(hours) + Number(minutes) === 0) return 'UTC'
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}
