/** Writes rich values as WordprocessingML at the place of their tag, inline or as blocks. */
import { BLANK_PNG } from '../../images/png-write.ts'
import { escapeXml } from '../../xml/escape.ts'
import { FilterError } from '../language/filter-contract.ts'
import { bytesFor, inlineDrawing, placePicture } from './drawing.ts'
import { flattenBlocks } from './flatten.ts'
import { writeBlocks } from './markup-blocks.ts'
import { type BlockScope, InlineWriter } from './markup-inlines.ts'
import type { PackageParts } from './package-parts.ts'
import type { Room } from './page-room.ts'
import { Properties } from './properties.ts'
import { replacementText } from './replaced-pictures.ts'
import { type SignerPlace, signerDrawing } from './signature.ts'
import type { TagContext } from './tokens.ts'
import type { Block, Inline, Picture, RichValue } from './values.ts'

const BREAKS: Readonly<Record<string, string>> = {
  pagebreak: '<w:br w:type="page"/>',
  columnbreak: '<w:br w:type="column"/>',
  linebreak: '<w:br/>',
}

/** Closes the text of the run, inserts something into the same run, and reopens text. */
const insideRun = (xml: string): string => `</w:t>${xml}<w:t xml:space="preserve">`

/** What can be written into a part, bound to the tag's surroundings. */
export class Writer {
  readonly #parts: PackageParts
  readonly #part: string
  readonly #place: TagContext
  readonly #inlines: InlineWriter

  /** @param part path of the part that is being rendered. */
  constructor(parts: PackageParts, part: string, place: TagContext) {
    this.#parts = parts
    this.#part = part
    this.#place = place
    this.#inlines = new InlineWriter({
      run: Properties.of('w:rPr', place.run),
      get styles() {
        return parts.styles
      },
      inHyperlink: place.inHyperlink,
      link: (address) => parts.hyperlink(part, address),
      drawing: (picture, room) => this.#drawing(picture, room),
    })
  }

  #drawing(picture: Picture, room: Room): string {
    const { image } = picture
    const placement = placePicture(picture, room)
    const id = this.#parts.nextDrawing()
    const format = image.kind === 'code' ? 'png' : image.format
    const embed = this.#parts.picture(this.#part, bytesFor(image, placement), format)
    return inlineDrawing(image, placement, picture.alt ?? '', { embed, id, name: `Picture ${id}` })
  }

  /** What the picture of the template becomes: settled when the tag goes back into its alternative text. */
  #replacement(picture: Picture, box: Room): string {
    const { width, height } = picture
    const whole = width === undefined && height === undefined
    const sized = whole
      ? { ...picture, width: { emu: box.width }, height: { emu: box.height } }
      : picture
    const placement = placePicture(sized, whole ? box : this.#place.room)
    const format = picture.image.kind === 'code' ? 'png' : picture.image.format
    const embed = this.#parts.picture(this.#part, bytesFor(picture.image, placement), format)
    return replacementText(picture, placement, embed)
  }

  get #paragraph(): Properties {
    return Properties.of('w:pPr', this.#place.paragraph).without('w:sectPr')
  }

  /** A picture; a centred one that is alone in its paragraph becomes a paragraph of its own. */
  picture(picture: Picture): string[] {
    const { replaced } = this.#place
    if (replaced !== undefined) return [this.#replacement(picture, replaced)]
    const drawing = this.#drawing(picture, this.#place.room)
    if (!this.#place.block) return [insideRun(drawing)]
    const properties = this.#paragraph.with({ 'w:jc': '<w:jc w:val="center"/>' }).element()
    const run = Properties.of('w:rPr', this.#place.run).element()
    return [`<w:p>${properties}<w:r>${run}${drawing}</w:r></w:p>`]
  }

  /** Blocks replace the paragraph when the tag is alone in it; otherwise their text flows inline. */
  markup(blocks: readonly Block[]): string[] {
    if (!this.#place.block) return this.inlines(flattenBlocks(blocks))
    const scope: BlockScope = {
      paragraph: this.#paragraph,
      inlines: this.#inlines,
      styles: this.#parts.styles,
      numbering: this.#parts.numbering,
      room: this.#place.room,
      tableDepth: 0,
    }
    const written = writeBlocks(blocks, scope)
    return written.length > 0 ? written : [`<w:p>${this.#paragraph.element()}</w:p>`]
  }

  /** Pieces of text at the place of the tag. */
  inlines(pieces: readonly Inline[]): string[] {
    const runs = this.#inlines.runs(pieces, this.#place.room)
    if (this.#place.block) return [`<w:p>${this.#paragraph.element()}${runs}</w:p>`]
    if (runs === '') return []
    const again = Properties.of('w:rPr', this.#place.run).element()
    return [`</w:t></w:r>${runs}<w:r>${again}<w:t xml:space="preserve">`]
  }

  /** The text alone, for places without runs (properties, DrawingML shapes). */
  plain(value: RichValue): string[] {
    if (value.rich === 'picture') throw new FilterError('a picture cannot stand here')
    if (value.rich === 'link') return [escapeXml(value.text)]
    return flattenBlocks(value.blocks).map((piece) =>
      piece.kind === 'text' ? escapeXml(piece.text) : ' ',
    )
  }

  /** `pagebreak`, `columnbreak` or `linebreak`. */
  pause(name: string): string[] {
    return [insideRun(BREAKS[name] ?? '')]
  }

  /** Blank room of the requested size; marked, it becomes a link annotation in the PDF. */
  signerPlace(place: SignerPlace, marked: boolean): string[] {
    const { room } = this.#place
    const shrink = Math.min(1, room.width / place.width)
    const size = { ...place, width: Math.round(place.width * shrink) }
    const id = this.#parts.nextDrawing()
    const embed = this.#parts.picture(this.#part, BLANK_PNG, 'png')
    const { name } = place
    const names = marked
      ? {
          embed,
          id,
          name,
          link: this.#parts.hyperlink(this.#part, place.address),
        }
      : { embed, id, name }
    return [insideRun(signerDrawing(size, names))]
  }
}
