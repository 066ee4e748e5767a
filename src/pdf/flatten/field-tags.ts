/**
 * Fields in the structure tree of a tagged document: an element that contained a field contains the marked content
 * that the field has become (ISO 32000-2, 14.7.5).
 */
import { PDFName } from 'pdf-lib'
import { numberOf } from '../pdf-file.ts'
import { isTagged, treeOf } from '../tagged/form-tags.ts'
import type { StructureTree } from '../tagged/structure-tree.ts'
import { tagText } from '../tagged/tagged-page.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { Widget } from './widgets.ts'

/** The tags of the fields of one document. */
export class FieldTags {
  readonly #tree: StructureTree

  private constructor(tree: StructureTree) {
    this.#tree = tree
  }

  /** Undefined for a document without tags, or with an unreadable tree. */
  static of(whole: WholePdf): FieldTags | undefined {
    const tree = isTagged(whole) ? treeOf(whole) : undefined
    return tree && new FieldTags(tree)
  }

  /**
   * Removes a field from the tree.
   * @param isPainted whether its appearance is painted on the page
   * @returns the operator that begins its marked content, if an element contained it
   */
  mark({ page, dict }: Widget, isPainted: boolean): string | undefined {
    const number = numberOf(dict.lookup(PDFName.of('StructParent')), -1)
    const owner = number < 0 ? undefined : this.#tree.takeObject(number)
    if (owner === undefined) return undefined
    const mcid = this.#tree.replaceObject(owner, dict, isPainted ? page : undefined)
    return mcid === undefined
      ? undefined
      : `${tagText(this.#tree.role(owner))} <</MCID ${mcid}>> BDC`
  }

  save(): void {
    this.#tree.save()
  }
}
