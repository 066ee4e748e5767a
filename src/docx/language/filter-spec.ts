/** How a filter is described: what it takes and gives, for checks, inspection and documentation. */
import type { Filter } from './filter-contract.ts'

/** The kinds of values filters take and give. */
export type ValueKind = 'number' | 'text' | 'date' | 'list' | 'boolean' | 'any' | 'item' | 'rich'

/** One filter. */
export interface FilterSpec {
  apply: Filter
  /** Least and most number of arguments. */
  args: readonly [number, number]
  takes: ValueKind
  gives: ValueKind
  /** A correct use, without braces. */
  example: string
  /** Whether the filter is also asked when its input is missing. */
  acceptsMissing?: true
  /** Whether the input must be a JSON value (decimals as their texts). */
  plain?: true
  /** Checks literal arguments when the template is read. @throws FilterError */
  check?: (args: readonly unknown[]) => void
}
