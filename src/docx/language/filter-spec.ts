/** How a filter is described: what it takes and returns, for checks, inspection and documentation. */
import type { Filter } from './filter-contract.ts'

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
