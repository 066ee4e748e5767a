/** The contract between the template engine and its filters; an error class is the only code here. */

/** What a filter may know besides its input. */
export interface FilterContext {
  locale: string // BCP 47, e.g. fr-FR
  timezone: string // IANA, e.g. Europe/Paris
  pictures: ReadonlyMap<string, Uint8Array> // uploaded parts by name
  nowMs?: number // when the render began; the clock's time when absent
}

/** A pure function from a value to a value. Throws FilterError for invalid use. */
export type Filter = (input: unknown, args: readonly unknown[], context: FilterContext) => unknown

/** A filter was given something it cannot process; becomes a template error with tag and part. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
}

/** An expression that cannot be read: a stable code, a message, and the fix. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly code: string
  readonly fix: string

  constructor(code: string, detail: string, fix: string) {
    super(detail)
    this.code = code
    this.fix = fix
  }
}

// How a filter is described: what it takes and returns, for checks, inspection and documentation.

/** The kinds of values filters take and return. */
export type ValueKind = 'number' | 'text' | 'date' | 'list' | 'boolean' | 'any' | 'item' | 'rich'

/** One filter. */
export interface FilterSpec {
  apply: Filter
  /** Minimum and maximum number of arguments. */
  args: readonly [number, number]
  takes: ValueKind
  gives: ValueKind
  /** A valid use, without braces. */
  example: string
  /** Whether the filter is also called when its input is missing. */
  acceptsMissing?: true
  /** Whether the input must be a JSON value (decimals as their texts). */
  plain?: true
  /** Whether its first argument names a member of each item, or is an expression over it. */
  perItem?: true
  /** Checks literal arguments when the template is read. @throws FilterError */
  check?: (args: readonly unknown[]) => void
}

/** A filter, and the check of its literal arguments. */
export type CheckedFilter = readonly [apply: Filter, check: NonNullable<FilterSpec['check']>]

/** Filters by name; filters.json has what else is known of each. */
export type FilterGroup = Readonly<Record<string, Filter | CheckedFilter>>
