/** Limits on text messages; types shared by the operator's settings and the code that applies them. */

/** Maximum in any hour, and in any 24 hours. */
export interface HourAndDay {
  hour: number
  day: number
}

/** Operator settings for text messages. */
export interface TextLimits {
  /** ISO 3166-1 codes; an account may have a list of its own. */
  countries: readonly string[]
  key: HourAndDay
  account: HourAndDay
  /** Of the whole service, to numbers that differ in their last four digits alone, of which no code was entered. */
  prefix: HourAndDay
}
