/** The one place where pictures, links, HTML and Markdown join the template engine. */
import type { DXT } from 'docxtemplater'
import type { FilterTable } from './expression.ts'
import type { FilterContext } from './filter.ts'
import { FILTERS } from './filters.ts'

/** Modules that write rich values. */
export const richModules = (_context: FilterContext): DXT.Module[] => []

/** Every filter of the template language. */
export const ALL_FILTERS: FilterTable = FILTERS
