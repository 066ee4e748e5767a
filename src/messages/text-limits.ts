/** How many text messages may be sent; shapes that the operator's settings and their users share. */

/** At most so many in any hour, and in any 24 hours. */
export interface HourAndDay {
  hour: number
  day: number
}

/** What the operator decides about text messages. */
export interface TextLimits {
  /** ISO 3166-1 codes; an account may have a list of its own. */
  countries: readonly string[]
  key: HourAndDay
  account: HourAndDay
  /** Of the whole service, to numbers that differ in their last four digits alone, of which no code was entered. */
  prefix: HourAndDay
}
