/** The pieces docxtemplater cuts a part into, as far as the rich tags look at them. */

/** What a rich tag is; written on its token by the matchers. */
export type RichKind = 'picture' | 'markup' | 'break' | 'signature'

/** Where a rich tag stands: found once for the whole part, before loops are cut out of it. */
export interface TagContext {
  /** Element that holds the text: `w:t`, or `a:t`, `dc:title` … where nothing rich can stand. */
  textTag: string
  /** Inside of the `w:pPr` of its paragraph. */
  paragraph: string
  /** Inside of the `w:rPr` of its run. */
  run: string
  /** Whether the tag replaces its paragraph, being alone in it. */
  block: boolean
  inHyperlink: boolean
  /** Largest width and height of what is put here, in EMU. */
  room: { width: number; height: number }
}

/** One token of a template part. */
export interface Token {
  type: string
  value: string
  module?: string
  tag?: string
  text?: boolean
  position?: string
  location?: string
  raw?: string
  offset?: number
  lIndex?: number
  /** Only on rich tags. */
  kind?: RichKind
  /** `{%%…}`: centred in its own paragraph. */
  centred?: boolean
  tagContext?: TagContext
}

/** Name by which docxtemplater knows tags of rich values. */
export const MODULE = 'paraph/rich'

/** Whether a token is a tag of a rich value. */
export const isRichToken = (token: Token): boolean => token.module === MODULE

/** Tags of loops and conditions: anything else that a module claimed for itself. */
export const isSectionToken = (token: Token): boolean =>
  token.type === 'placeholder' && token.module !== undefined && token.module !== MODULE

/** Whether a token is a tag of the template rather than its XML. */
export const isPlaced = (token: Token): boolean =>
  token.type === 'placeholder' || token.module !== undefined

/** A paragraph with tags in it. */
export interface PlacedParagraph {
  /** Indexes of the tokens of its start and its end. */
  first: number
  last: number
  /** It holds a `w:sectPr`. */
  hasSection: boolean
  /** It holds something besides text: a drawing, a field, a note reference. */
  busy: boolean
  hasText: boolean
  placed: Token[]
  /** Range marks (bookmarks, comments) that must survive the paragraph. */
  marks: string[]
}
