/** All filters a template may use, in one table. */
import type { FilterGroup, FilterSpec } from './filter-contract.ts'
import described from './filters.json' with { type: 'json' }
import { dateFilters } from './filters-date.ts'
import { listFilters } from './filters-list.ts'
import { numberFilters } from './filters-number.ts'
import { textFilters } from './filters-text.ts'
import { wordFilters } from './filters-words.ts'

const FACTS = described as unknown as Readonly<Record<string, Omit<FilterSpec, 'apply' | 'check'>>>

/** Filters with what is known of each. @throws TypeError for one that filters.json does not describe */
export const describedFilters = (filters: FilterGroup): [name: string, FilterSpec][] =>
  Object.entries(filters).map(([name, filter]) => {
    const facts = FACTS[name]
    if (facts === undefined) throw new TypeError(`filters.json does not describe ${name}`)
    if (typeof filter === 'function') return [name, { ...facts, apply: filter }]
    const [apply, check] = filter
    return [name, { ...facts, apply, check }]
  })

/** Every filter by name. */
export const FILTERS: ReadonlyMap<string, FilterSpec> = new Map(
  describedFilters({
    ...numberFilters,
    ...dateFilters,
    ...textFilters,
    ...listFilters,
    ...wordFilters,
  }),
)
