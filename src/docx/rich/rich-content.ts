/** The single place where pictures, links, HTML and Markdown plug into the template engine. */

import type { FilterTable } from '../language/expression.ts'
import {
  type Filter,
  type FilterContext,
  FilterError,
  type FilterSpec,
} from '../language/filter-contract.ts'
import { FILTERS } from '../language/filters.ts'
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

type Facts = Pick<FilterSpec, 'args' | 'takes' | 'gives' | 'example'> &
  Pick<Partial<FilterSpec>, 'check'>

/** Arguments that each rich filter takes; one that is not listed takes any. */
const FACTS: Readonly<Record<string, Facts>> = {
  size: {
    args: [1, 2],
    takes: 'rich',
    gives: 'rich',
    example: '%logo | size:"4cm":"2cm"',
    check: checkSize,
  },
  fit: {
    args: [1, 1],
    takes: 'rich',
    gives: 'rich',
    example: '%logo | fit:"contain"',
    check: checkFit,
  },
  alt: { args: [1, 1], takes: 'rich', gives: 'rich', example: '%logo | alt:"Our logo"' },
  qr: { args: [0, 1], takes: 'text', gives: 'rich', example: '%url | qr' },
  epcqr: { args: [0, 9], takes: 'any', gives: 'rich', example: '%payment | epcqr' },
  barcode: { args: [0, 2], takes: 'text', gives: 'rich', example: '%code | barcode:"code128"' },
  html: { args: [0, 0], takes: 'text', gives: 'rich', example: '~text | html' },
  markdown: { args: [0, 0], takes: 'text', gives: 'rich', example: '~text | markdown' },
  link: { args: [0, 1], takes: 'text', gives: 'rich', example: '~url | link:"text"' },
}

const richSpecs = Object.entries(richFilters).map(([name, apply]): [string, FilterSpec] => {
  const facts = Object.hasOwn(FACTS, name) ? FACTS[name] : undefined
  const open: Facts = { args: [0, 9], takes: 'any', gives: 'rich', example: `value | ${name}` }
  return [name, { apply, plain: true, ...(facts ?? open) }]
})

/** Every filter of the template language. */
export const ALL_FILTERS: FilterTable = new Map([...FILTERS, ...richSpecs])
