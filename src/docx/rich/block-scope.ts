/** What the writers of blocks and of tables share. */
import type { Room } from './drawing.ts'
import type { InlineWriter } from './markup-inlines.ts'
import type { Numbering } from './numbering.ts'
import type { Properties } from './properties.ts'
import type { Styles } from './styles.ts'

/** The context in which blocks are written. */
export interface BlockScope {
  /** Properties of the tag's paragraph, which inserted paragraphs keep. */
  paragraph: Properties
  inlines: InlineWriter
  styles: Styles
  numbering: Numbering
  room: Room
  /** Nesting depth of tables around these blocks. */
  tableDepth: number
}
