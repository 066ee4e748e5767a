/** All filters a template may use, in one table. */
import type { FilterSpec } from './filter-contract.ts'
import { dateFilters } from './filters-date.ts'
import { listFilters } from './filters-list.ts'
import { numberFilters } from './filters-number.ts'
import { textFilters } from './filters-text.ts'
import { wordFilters } from './filters-words.ts'

/** Every filter by name. */
export const FILTERS: ReadonlyMap<string, FilterSpec> = new Map(
  Object.entries({
    ...numberFilters,
    ...dateFilters,
    ...textFilters,
    ...listFilters,
    ...wordFilters,
  }),
)
