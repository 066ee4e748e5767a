/** The single place where pictures, links, HTML and Markdown plug into the template engine. */

import type { FilterTable } from '../language/expression.ts'
import {
  type Filter,
  type FilterContext,
  FilterError,
  type FilterSpec,
} from '../language/filter-contract.ts'
import { describedFilters, FILTERS } from '../language/filters.ts'
import type { OwnModule } from '../tags/engine-tokens.ts'
import { codeFilters } from './codes.ts'
import { linkFilters } from './links.ts'
import { markupFilters } from './markup.ts'
import { richModules as modules, type RichOptions } from './module.ts'
import { pictureFilters } from './pictures.ts'
import { parseLength } from './values.ts'

/** `size`, `fit`, `alt`, `qr`, `epcqr`, `barcode`, `html`, `markdown`, `link`. */
export const richFilters: Readonly<Record<string, Filter>> = {
  ...pictureFilters,
  ...codeFilters,
  ...markupFilters,
  ...linkFilters,
}

/** Modules that write rich values. */
export const richModules = (context: FilterContext, options: RichOptions = {}): OwnModule[] =>
  modules(context, options)

const FITS: ReadonlySet<unknown> = new Set(['contain', 'cover', 'stretch'])

function checkSize(args: readonly unknown[]): void {
  for (const size of args) {
    if (size !== '' && (typeof size !== 'string' || parseLength(size) === null)) {
      throw new FilterError('a size is a text such as "4cm", "40mm", "120px" or "50%"')
    }
  }
}

function checkFit(args: readonly unknown[]): void {
  if (!FITS.has(args[0])) throw new FilterError('it is "contain", "cover" or "stretch"')
}

const CHECKS: Readonly<Record<string, FilterSpec['check']>> = { size: checkSize, fit: checkFit }

const richSpecs = describedFilters(richFilters).map(([name, spec]): [string, FilterSpec] => {
  const check = CHECKS[name]
  return [name, { ...spec, plain: true, ...(check && { check }) }]
})

/** Every filter of the template language. */
export const ALL_FILTERS: FilterTable = new Map([...FILTERS, ...richSpecs])
