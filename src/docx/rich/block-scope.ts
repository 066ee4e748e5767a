/** What the writers of blocks and of tables share. */
import type { Room } from './drawing.ts'
import type { InlineWriter } from './markup-inlines.ts'
import type { Numbering } from './numbering.ts'
import type { Properties } from './properties.ts'
import type { Styles } from './styles.ts'

/** What blocks are written with. */
export interface BlockScope {
  /** Properties of the tag's paragraph, which inserted paragraphs keep. */
  paragraph: Properties
  inlines: InlineWriter
  styles: Styles
  numbering: Numbering
  room: Room
  /** How many tables these blocks are in. */
  tableDepth: number
}
