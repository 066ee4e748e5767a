/** The tokens docxtemplater works on, as far as our modules read and create them. */
import type { Evaluate, Expression } from '../language/expression.ts'
import type { TemplateTag } from './template-tags.ts'

/** A piece of a part between lexing and rendering: XML tag, text or XML in between, or placeholder. */
export interface Token {
  type: string
  value: string
  tag?: string
  position?: string
  text?: boolean
  lIndex: number
  endLindex?: number
  offset?: number
  raw?: string
  // placeholders
  module?: string | undefined
  location?: 'start' | 'end'
  expandTo?: string
  inverted?: boolean
  subparsed?: Token[]
  /** The template tag it came from. */
  source?: TemplateTag
  /** Evaluates the placeholder. */
  evaluate?: Evaluate
  /** Run properties around a text placeholder; undefined outside a Word run. */
  runProperties?: string
  inWordText?: boolean
}

/** Marks `{:else}` until it is rewritten. */
export const ELSE_MODULE = 'paraph/else'
/** docxtemplater's module name for loops and conditions. */
export const LOOP_MODULE = 'loop'

/** Attribute put on paragraphs and rows that vanish when nothing in them is rendered. */
export const EMPTY_BLOCK_MARK = ' paraph-vanish=""'
/** Placed before content that keeps its paragraph or row; never reaches the output. */
export const KEEP_MARK = '<?paraph-keep?>'

/** Template tags; those of other modules may have another type than the engine's own. */
export const isPlaceholder = (token: Token): boolean =>
  token.type === 'placeholder' || token.module !== undefined
/** Tags that print a text belong to no module. */
export const isTextTag = (token: Token): boolean =>
  token.type === 'placeholder' && token.module === undefined
/** A tag token that is not in the document itself. */
export function newTag(value: string, tag: string, lIndex: number): Token {
  const position = value.startsWith('</') ? 'end' : 'start'
  return { type: 'tag', value, tag, position, text: tag === 'w:t', lIndex }
}

/** Parsed expressions of a template by their text. */
export type ExpressionTable = ReadonlyMap<string, Expression>

/** A module of ours. Its hooks are typed more precisely than docxtemplater types them. */
export interface OwnModule {
  readonly name: string
  readonly priority: number
}
