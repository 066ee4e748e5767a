/** The tokens of docxtemplater, as far as rich tags need them. */
import type { Token as EngineToken } from '../tags/engine-tokens.ts'

/** Kind of a rich tag; set on its token by the matchers. */
export type RichKind = 'picture' | 'markup' | 'break' | 'signature' | 'field'

/** Where a rich tag is: determined once for the whole part, before loops are cut out of it. */
export interface TagContext {
  /** Element that contains the text: `w:t`, or `a:t`, `dc:title` … where no rich content is possible. */
  textTag: string
  /** Content of the `w:pPr` of its paragraph. */
  paragraph: string
  /** Content of the `w:rPr` of its run. */
  run: string
  /** Whether the tag replaces its paragraph, being alone in it. */
  block: boolean
  inHyperlink: boolean
  /** The picture of the template that a tag in its alternative text replaces: its size, in EMU. */
  replaced?: { width: number; height: number }
  /** Largest width and height of inserted content, in EMU. */
  room: { width: number; height: number }
}

/** One token of a template part; the members are those of rich tags. */
export interface Token extends EngineToken {
  kind?: RichKind
  /** `{%%…}`: centred in its own paragraph. */
  centred?: boolean
  tagContext?: TagContext
}

/** Module name for tags of rich values in docxtemplater. */
export const MODULE = 'paraph/rich'

/** Whether a token is a tag of a rich value. */
export const isRichToken = (token: Token): boolean => token.module === MODULE

/** Tags of loops and conditions: any other tag that a module claimed. */
export const isSectionToken = (token: Token): boolean =>
  token.type === 'placeholder' && token.module !== undefined && token.module !== MODULE

/** A paragraph with tags in it. */
export interface PlacedParagraph {
  /** Indexes of the tokens of its start and its end. */
  first: number
  last: number
  /** It contains a `w:sectPr`. */
  hasSection: boolean
  /** It contains something besides text: a drawing, a field, a note reference. */
  busy: boolean
  hasText: boolean
  placed: Token[]
  /** Range marks (bookmarks, comments) that must outlive the paragraph. */
  marks: string[]
}
