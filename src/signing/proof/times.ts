/** Times as evidence writes them: UTC with `Z`, and local ones whose zone is named. */

/** Whether the runtime knows a zone by this name. */
function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}

/** `2026-11-21T12:00:03.250Z` as `2026-11-21 12:00:03Z`. */
export const utc = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)}Z`

/** `2026-11-21T12:00:03.250Z` as `2026-11-21 12:00:03.250Z`. */
export const utcExact = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 23)}Z`

/** Writes times of one zone. */
export class LocalTimes {
  /** Name of the zone; null where there is none to add to UTC. */
  readonly zone: string | null
  readonly #format: Intl.DateTimeFormat

  constructor(timeZone: string) {
    this.zone = timeZone !== 'UTC' && isZone(timeZone) ? timeZone : null
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone: this.zone ?? 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
  }

  /** `2026-11-21 13:00:03 +01:00`; empty where there is no zone. */
  text(at: string): string {
    if (this.zone === null) return ''
    const parts = new Map<string, string>(
      this.#format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
    )
    const [year, month, day] = ['year', 'month', 'day'].map((part) => parts.get(part))
    const [hour, minute, second] = ['hour', 'minute', 'second'].map((part) => parts.get(part))
    const offset = (parts.get('timeZoneName') ?? '').replace('GMT', '') || '+00:00'
    return `${year}-${month}-${day} ${hour}:${minute}:${second} ${offset}`
  }

  /** Both: `2026-11-21 12:00:03Z (2026-11-21 13:00:03 +01:00 Europe/Paris)`. */
  both(at: string): string {
    return this.zone === null ? utc(at) : `${utc(at)}  (${this.text(at)} ${this.zone})`
  }
}
