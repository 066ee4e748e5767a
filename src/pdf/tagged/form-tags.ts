/**
 * Signature fields in the structure tree of a tagged PDF (ISO 32000-1, 14.8.4.5; ISO 14289-1, 7.18): each widget is
 * the content of a Form element, and the tab order of its page follows the tree.
 */
import { PDFBool, PDFDict, PDFHexString, PDFString } from 'pdf-lib'
import type { AddedField } from '../new-fields.ts'
import { nameKey as name } from '../pdf-file.ts'
import { itemsIn } from '../pdf-target.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { type Element, StructureTree } from './structure-tree.ts'

/** Whether the document is marked as tagged and has a structure tree. */
export function isTagged(whole: WholePdf): boolean {
  const marked = whole.get(whole.get(whole.catalogRef, 'MarkInfo'), 'Marked')
  return marked === PDFBool.True && whole.get(whole.catalogRef, 'StructTreeRoot') instanceof PDFDict
}

/** An unreadable tree supports no claim that could be lost: the document is signed without it. */
export function treeOf(whole: WholePdf): StructureTree | undefined {
  try {
    return new StructureTree(whole.catalog, whole.context)
  } catch {
    // The document is signed without tags on its fields, as said above.
    return undefined
  }
}

/** The element of the whole document, to which new ones are appended; the root of the tree if there is none. */
function holderOf(tree: StructureTree): Element | undefined {
  const top = tree.elements.filter(({ parent }) => parent === undefined)
  return top.length === 1 && top[0] !== undefined && tree.role(top[0]) === 'Document'
    ? top[0]
    : undefined
}

/** Tags fields that were just added to a tagged document. */
export function tagFields(whole: WholePdf, fields: readonly AddedField[]): void {
  const tree = treeOf(whole)
  if (tree === undefined) return
  const holder = holderOf(tree)
  const root = whole.catalog.get(name('StructTreeRoot'))
  const above = holder?.ref ?? root
  const added = fields.map(({ ref, dict, page, label }) => {
    const element = whole.context.obj({
      Type: 'StructElem',
      S: 'Form',
      Pg: page.ref,
      K: whole.context.obj({ Type: 'OBJR', Obj: ref, Pg: page.ref }),
      ...(label !== undefined && {
        Lang: PDFString.of(label.language),
        Alt: PDFHexString.fromText(label.text),
      }),
    })
    if (above !== undefined) element.set(name('P'), above)
    const elementRef = whole.add(element)
    const key = tree.claim({ ref: elementRef, dict: element, parent: holder })
    dict.set(name('StructParent'), whole.context.obj(key))
    page.dict.set(name('Tabs'), name('S'))
    return elementRef
  })
  if (holder === undefined)
    tree.root.set(name('K'), whole.context.obj([...itemsIn(whole, tree.root, 'K'), ...added]))
  else tree.setKids(holder, [...tree.kids(holder), ...added])
  tree.save()
}
