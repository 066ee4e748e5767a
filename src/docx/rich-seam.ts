/** The one place where pictures, links, HTML and Markdown join the template engine. */
import type { DXT } from 'docxtemplater'
import type { FilterTable } from './expression.ts'
import type { FilterContext } from './filter.ts'
import type { FilterSpec } from './filter-spec.ts'
import { FILTERS } from './filters.ts'
import { richFilters } from './rich/filters.ts'
import { richModules as modules } from './rich/module.ts'

/** Modules that write rich values. */
export const richModules = (context: FilterContext): DXT.Module[] => modules(context)

const richSpecs = Object.entries(richFilters).map(
  ([name, apply]): [string, FilterSpec] => [
    name,
    { apply, args: [0, 4], takes: 'any', gives: 'rich', example: `value | ${name}`, plain: true },
  ],
)

/** Every filter of the template language. */
export const ALL_FILTERS: FilterTable = new Map([...FILTERS, ...richSpecs])
