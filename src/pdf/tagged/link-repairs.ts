/**
 * Repairs of links: LibreOffice does not tag those on pictures, in headers and footers, and on note numbers. Each
 * gets a Link element around what it covers (ISO 14289-1, 7.18.5), pages with annotations their tab order (7.18.3).
 */
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber } from 'pdf-lib'
import { isText } from '../form-fields.ts'
import { numberOf } from '../pdf-file.ts'
import type { Box, Mark } from './content-marks.ts'
import { boxOf, descriptionOf, isAt } from './figure-repairs.ts'
import type { Element, StructureTree } from './structure-tree.ts'
import type { TaggedPage } from './tagged-page.ts'

/** Tolerance in points between the frame of a picture and the rectangle of its link. */
const PICTURE_TOLERANCE = 2
/**
 * Points by which a text may begin left of its link; text that begins this close to its right edge belongs to the
 * next one.
 */
const TEXT_TOLERANCE = 0.5

const STRUCT_PARENT = PDFName.of('StructParent')
const CONTENTS = PDFName.of('Contents')
const TABS = PDFName.of('Tabs')

/** A link that is not in any element. */
interface LooseLink {
  page: TaggedPage
  annotation: PDFDict
  box: Box
}

function rectangleOf(annotation: PDFDict): Box {
  const sides = annotation.lookupMaybe(PDFName.of('Rect'), PDFArray)?.asArray() ?? []
  const [a = 0, b = 0, c = 0, d = 0] = sides.map((side) => numberOf(side))
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

const isLink = (annotation: PDFDict): boolean =>
  annotation.get(PDFName.of('Subtype')) === PDFName.of('Link')

/** The target of a link, in words for those who cannot see it. */
function addressOf(annotation: PDFDict): string | undefined {
  const action = annotation.lookupMaybe(PDFName.of('A'), PDFDict)
  const address = action?.lookup(PDFName.of('URI'))
  return isText(address) ? address.decodeText() : undefined
}

function describe(annotation: PDFDict, text: string | undefined): void {
  if (annotation.has(CONTENTS)) return
  annotation.set(CONTENTS, PDFHexString.fromText(text ?? addressOf(annotation) ?? 'Link'))
}

/** Tags the loose links of a document. */
class Links {
  private readonly tree: StructureTree
  private readonly order: Map<TaggedPage['ref'], number>

  constructor(tree: StructureTree, pages: readonly TaggedPage[]) {
    this.tree = tree
    this.order = new Map(pages.map(({ ref }, at) => [ref, at]))
  }

  tag(link: LooseLink): void {
    const done = this.aroundPicture(link) || this.aroundText(link)
    if (!done) this.alone(link)
  }

  /** Adds the annotation itself to its element. */
  private hold(element: Element, { page, annotation }: LooseLink): void {
    const { tree } = this
    const ref = tree.context.getObjectRef(annotation) ?? tree.context.register(annotation)
    const held = tree.context.obj({ Type: 'OBJR', Pg: page.ref, Obj: ref })
    tree.setKids(element, [...tree.kids(element), held])
    annotation.set(STRUCT_PARENT, PDFNumber.of(tree.claim(element)))
  }

  private aroundPicture(link: LooseLink): boolean {
    const { tree } = this
    const picture = tree.elements.find((each) => {
      if (tree.role(each) !== 'Figure' || tree.page(each) !== link.page.ref) return false
      const box = boxOf(each)
      return box !== undefined && isAt(box, link.box, PICTURE_TOLERANCE)
    })
    const parent = picture?.parent
    if (picture === undefined || parent === undefined) return false
    if (tree.role(parent) === 'Link') this.hold(parent, link)
    else {
      const element = tree.create('Link', parent, link.page.ref)
      const kids = tree.kids(parent).map((kid) => (kid === picture.ref ? element.ref : kid))
      tree.setKids(parent, kids)
      tree.setKids(element, [picture.ref])
      tree.adopt(picture, element)
      this.hold(element, link)
    }
    describe(link.annotation, descriptionOf(picture))
    return true
  }

  /** Wraps the pieces of text that begin within the link, provided that one element contains them. */
  private aroundText(link: LooseLink): boolean {
    const { tree } = this
    const covered = link.page.marks.filter((mark) => isCovered(mark, link.box))
    const first = covered[0]?.mcid
    const owner = first === undefined ? undefined : tree.ownerOf(link.page, first)
    if (owner === undefined) return false
    if (tree.role(owner) === 'Link') this.hold(owner, link)
    else {
      const marks = new Set(covered.map(({ mcid }) => mcid))
      const isInside = (kid: Parameters<StructureTree['markOf']>[2]): boolean => {
        const mcid = tree.markOf(link.page, owner, kid)
        return mcid !== undefined && marks.has(mcid)
      }
      const inside = tree.kids(owner).filter(isInside)
      if (inside.length === 0) return false
      const element = tree.create('Link', owner, link.page.ref)
      const kids = tree.kids(owner).map((kid) => (kid === inside[0] ? element.ref : kid))
      tree.setKids(
        owner,
        kids.filter((kid) => !inside.includes(kid)),
      )
      tree.setKids(element, inside)
      for (const kid of inside) this.reassign(link.page, owner, element, kid)
      this.hold(element, link)
    }
    describe(link.annotation, undefined)
    return true
  }

  private reassign(
    page: TaggedPage,
    owner: Element,
    element: Element,
    kid: Parameters<StructureTree['markOf']>[2],
  ): void {
    const mcid = this.tree.markOf(page, owner, kid)
    if (mcid !== undefined) this.tree.reassign(page, mcid, element)
  }

  /** In a paragraph of its own after the other content of its page: its text is an artifact. */
  private alone(link: LooseLink): void {
    const { tree } = this
    const document = tree.elements.find((each) => tree.role(each) === 'Document')
    if (document === undefined) return
    const paragraph = tree.create('P', document, link.page.ref)
    const element = tree.create('Link', paragraph, link.page.ref)
    const kids = tree.kids(document)
    kids.splice(this.placeAfter(link.page, document), 0, paragraph.ref)
    tree.setKids(document, kids)
    tree.setKids(paragraph, [element.ref])
    this.hold(element, link)
    describe(link.annotation, undefined)
  }

  /** Index among the kids of the document after the last one that begins by this page. */
  private placeAfter(page: TaggedPage, document: Element): number {
    const limit = this.order.get(page.ref) ?? 0
    const kids = this.tree.kidElements(document)
    const last = kids.findLastIndex((kid) => {
      const ref = this.tree.page(kid)
      return ref !== undefined && (this.order.get(ref) ?? 0) <= limit
    })
    return last + 1
  }
}

const isCovered = ({ mcid, origins }: Mark, [left, bottom, right, top]: Box): boolean =>
  mcid !== undefined &&
  origins.length > 0 &&
  origins.every(
    ([x, y]) =>
      x >= left - TEXT_TOLERANCE &&
      x < right - TEXT_TOLERANCE &&
      y >= bottom - TEXT_TOLERANCE &&
      y <= top + TEXT_TOLERANCE,
  )

/** Tags every link and sets the tab order of pages with annotations. */
export function repairLinks(tree: StructureTree, pages: readonly TaggedPage[]): void {
  const links = new Links(tree, pages)
  for (const page of pages) {
    const annotations = page.annotations()
    if (annotations.length > 0) page.dict.set(TABS, PDFName.of('S'))
    for (const annotation of annotations.filter(isLink)) {
      if (annotation.has(STRUCT_PARENT)) describe(annotation, undefined)
      else links.tag({ page, annotation, box: rectangleOf(annotation) })
    }
  }
}
